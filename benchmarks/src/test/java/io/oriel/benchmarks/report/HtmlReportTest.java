// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.testing.junit.WholeBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@WholeBuild
class HtmlReportTest {
    private static final int WIDE = 1280;
    private static final int NARROW = 400;
    private static final int COLOURS = 8;

    /** The points of each curve, by its chart. */
    private static final String CURVES = "[...document.querySelectorAll('svg[data-chart]')].flatMap(svg =>"
            + " [...svg.querySelectorAll('path.curve')].map(curve =>"
            + " ({chart: svg.dataset.chart, points: curve.getAttribute('d').match(/[ML]/g).length})))";

    /** The least contrast of some elements' colours with the ground, as WCAG defines it. */
    private static final String CONTRAST = """
            (selector, property) => {
              const luminance = (color) => color.match(/[\\d.]+/g).slice(0, 3)
                .map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
                .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0.05);
              const ground = luminance(getComputedStyle(document.body).backgroundColor);
              return Math.min(...[...document.querySelectorAll(selector)]
                .map((element) => luminance(getComputedStyle(element)[property]))
                .map((each) => Math.max(each, ground) / Math.min(each, ground)));
            }""";

    @TempDir
    private static Path profile;

    private static Browser browser;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        HtmlReport.write(List.of(PlausibleRun.whole()), Path.of("target", "report.html")); // for people to look at
        browser = Browser.start(profile);
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {WIDE, NARROW})
    void drawsEachCurveWithAllItsPoints(int width) {
        ObjectNode run = PlausibleRun.whole();

        open(width, "light", run);

        List<String> expected = new ArrayList<>();
        run.get("sizes")
                .forEach(curve -> expected.add(
                        sizesChart(curve) + ": " + curve.get("points").size()));
        run.get("percentiles")
                .forEach(
                        curve -> expected.add("percentiles " + curve.get("work").textValue() + ": "
                                + curve.get("points").size()));
        run.get("tails")
                .forEach(tail -> expected.add("tail " + tail.get("sizeBytes") + " " + tail.get("share") + ": 6"));
        for (String cost : List.of("messageNanos", "pollNanos", "setUpMillis", "bytesEach")) {
            expected.add("endpoints " + cost + ": " + count(run.get("scale"), "endpoints"));
            expected.add("peers " + cost + ": " + count(run.get("scale"), "peers"));
        }
        assertThat(curves()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void marksEachPointOfACurveThatHasFew() {
        ObjectNode run = PlausibleRun.whole();
        run.remove(List.of("percentiles", "tails", "scale"));

        open(WIDE, "light", run);

        int points = StreamSupport.stream(run.get("sizes").spliterator(), false)
                .mapToInt(curve -> curve.get("points").size())
                .sum();
        assertThat(number("document.querySelectorAll('svg[data-chart] .point').length"))
                .isEqualTo(points);
        assertThat(number("d3.sum(document.querySelectorAll('svg[data-chart]'), svg => +svg.dataset.points)"))
                .isEqualTo(points);
    }

    @Test
    void drawsABarForEachRatioAndLimit() {
        ObjectNode run = PlausibleRun.whole();

        open(WIDE, "light", run);

        List<JsonNode> rows =
                StreamSupport.stream(run.get("rows").spliterator(), false).toList();
        assertThat(number("document.querySelectorAll('.bars .ratio-bar').length"))
                .isEqualTo(rows.stream()
                        .filter(row -> row.hasNonNull("ratio") || row.hasNonNull("limit"))
                        .count());
        assertThat(number("document.querySelectorAll('.bars .pair').length"))
                .isEqualTo(
                        rows.stream().mapToInt(row -> row.path("ratios").size()).sum());
        assertThat(number("document.querySelectorAll('.bars .target-tick').length"))
                .isEqualTo(rows.stream()
                        .filter(row -> row.hasNonNull("ratio") && row.hasNonNull("target"))
                        .count());
        assertThat(number("document.querySelectorAll('.rows tbody tr').length")).isEqualTo(rows.size());
    }

    @Test
    void drawsHalfAndDoubleAsFarFromOne() {
        ObjectNode run = JsonFile.object();
        for (double ratio : new double[] {0.5, 1, 2}) {
            run.withArray("rows")
                    .addObject()
                    .put("work", "of ratio " + ratio)
                    .put("oriel", ratio)
                    .put("unit", "ns, p50")
                    .put("reference", 1)
                    .put("referenceName", "one")
                    .put("ratio", ratio);
        }

        open(WIDE, "light", run);

        JsonNode bars = browser.evaluate("[...document.querySelectorAll('.bars .ratio-bar')]"
                + ".map(bar => bar.getBoundingClientRect()).map(box => [Math.round(box.left), Math.round(box.right)])");
        int one = bars.get(1).get(0).intValue();
        assertThat(bars.get(1).get(1).intValue()).isEqualTo(one);
        assertThat(bars.get(0).get(1).intValue()).isEqualTo(one);
        assertThat(bars.get(2).get(0).intValue()).isEqualTo(one);
        assertThat(one - bars.get(0).get(0).intValue())
                .isPositive()
                .isCloseTo(bars.get(2).get(1).intValue() - one, within(1));
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "400, light", "400, dark"})
    void fitsTheWindow(int width, String scheme) {
        open(width, scheme, PlausibleRun.whole(), PlausibleRun.earlier());

        assertThat(number("document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(number("document.documentElement.clientWidth"));
        assertThat(number("document.body.scrollWidth")).isLessThanOrEqualTo(number("document.body.clientWidth"));
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('svg[data-chart] text, .bars .name, .bars .target, h3')]"
                                + ".filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth"
                                + " || each.getBoundingClientRect().left < 0).map(each => each.textContent)"))
                .isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void canBeReadAsTheReaderPrefers(String scheme) {
        open(WIDE, scheme, PlausibleRun.whole());

        String ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .textValue();
        assertThat(Integer.parseInt(ground.replaceAll("rgb\\((\\d+).*", "$1")) < 128)
                .isEqualTo(scheme.equals("dark"));
        assertThat(contrast(
                        "p, dt, dd, h1, h2, h3, td, th, summary, code, .mark, .name, .name span, .ratio, .target, .missed",
                        "color"))
                .isGreaterThan(4.5);
        assertThat(contrast("svg text", "fill")).isGreaterThan(4.5);
        assertThat(contrast("svg[data-chart] .curve", "stroke")).isGreaterThan(3);
        assertThat(contrast(".ratio-bar:not([style])", "fill")).isGreaterThan(3);
    }

    @ParameterizedTest
    @CsvSource({
        "light, protanopia",
        "light, deuteranopia",
        "light, tritanopia",
        "dark, protanopia",
        "dark, deuteranopia",
        "dark, tritanopia"
    })
    void givesSubjectsColoursThatColourBlindEyesTellApart(String scheme, String blindness) {
        open(WIDE, scheme, PlausibleRun.whole());

        List<double[]> colours = IntStream.range(0, COLOURS)
                .mapToObj(i -> browser.evaluate(
                                "getComputedStyle(document.documentElement).getPropertyValue('--c" + i + "')")
                        .textValue()
                        .strip())
                .map(hex -> ColourBlindness.seen(blindness, hex))
                .toList();

        for (int i = 0; i < COLOURS; i++) {
            for (int j = 0; j < i; j++) {
                assertThat(ColourBlindness.distance(colours.get(i), colours.get(j)))
                        .as("--c%d and --c%d", i, j)
                        .isGreaterThan(0.06);
            }
        }
    }

    @Test
    void drawsItsCurvesAnewWhenTheWindowChanges() {
        open(WIDE, "light", PlausibleRun.whole());
        List<String> before = curves();

        browser.resize(NARROW);

        browser.evaluate("new Promise(done => { const look = () =>"
                + " d3.max(document.querySelectorAll('svg[data-chart]'), svg => +svg.getAttribute('width')) < " + NARROW
                + " ? done() : requestAnimationFrame(look); look(); })");
        assertThat(curves()).isEqualTo(before);
    }

    @Test
    void tellsTheNumbersBelowThePointer() {
        open(WIDE, "light", PlausibleRun.whole());

        String tip = browser.evaluate("(() => { const svg = document.querySelector('svg[data-chart]');"
                        + " const box = svg.getBoundingClientRect();"
                        + " svg.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + 60, clientY: box.top + 50}));"
                        + " return svg.parentElement.querySelector('.tip').textContent; })()")
                .textValue();

        assertThat(tip).contains("8 B", "Oriel", "aeron");
    }

    @Test
    void asksTheNetworkForNothing() {
        Path page = open(WIDE, "light", PlausibleRun.whole());

        assertThat(browser.requests()).allMatch(url -> url.equals(page.toUri().toString()) || url.startsWith("data:"));
    }

    @Test
    void showsWhateverIsInTheDataAsText() {
        String work = "</script><script>document.title = 'hit'</script>\"'<b>&amp;{{library}}`${1}";
        ObjectNode run = PlausibleRun.whole();
        run.put("command", work);
        run.get("rows")
                .forEach(row -> ((ObjectNode) row)
                        .put("work", work)
                        .put("referenceName", work)
                        .put("note", work));
        run.get("percentiles")
                .forEach(curve -> ((ObjectNode) curve).put("work", work).put("subject", work));

        open(WIDE, "light", run);

        assertThat(browser.evaluate("document.title").textValue()).isEqualTo("Performance of Oriel");
        assertThat(texts(".work h3")).contains(work);
        assertThat(texts(".chart h3")).contains(work);
        assertThat(texts(".bar .name")).anyMatch(name -> name.startsWith(work));
        assertThat(texts("pre")).contains(work);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void marksWhatIsDoubtfulInTheOpen() {
        open(WIDE, "light", PlausibleRun.whole());

        assertThat(texts(".doubts"))
                .singleElement()
                .asString()
                .contains("This run is not valid")
                .contains("unsteady P4-1M: Send of 1 MiB, round trip beside openmpi")
                .contains("not settled P4-1K: Send of 1 KiB, round trip beside aeron")
                .contains("invalid P5-write: Writes of 1 MiB over UDP, in a stream beside aeron")
                .contains("ucx is not on this machine: apt-get install ucx-utils");
        assertThat(texts(".bars .mark")).containsExactlyInAnyOrder("unsteady", "not settled", "invalid");
        assertThat(texts(".bars .lack")).containsExactly("not on this machine: apt-get install ucx-utils");
        assertThat(
                        number(
                                "[...document.querySelectorAll('.bars .ratio-bar')].filter(bar => bar.style.fill.includes('hatch')).length"))
                .isEqualTo(3);
    }

    @Test
    void laysEarlierRunsOverTheFirst() {
        ObjectNode run = PlausibleRun.whole();
        ObjectNode earlier = PlausibleRun.earlier();

        open(WIDE, "light", run, earlier);

        assertThat(number("document.querySelectorAll('.bars .earlier').length"))
                .isEqualTo(number("document.querySelectorAll('.bars .ratio-bar').length"));
        assertThat(number("document.querySelectorAll('svg[data-chart] .curve').length"))
                .isEqualTo(2
                        * number("document.querySelectorAll('svg[data-chart] .curve:not([stroke-dasharray])').length"));
        assertThat(texts(".topology th")).anyMatch(head -> head.contains("2 Nov 2026"));
    }

    @Test
    void isAPageEvenWithNothingToShow() {
        open(NARROW, "dark", JsonFile.object().set("rows", JsonFile.array()));

        assertThat(texts("h1")).containsExactly("Performance of Oriel");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void refusesWhatIsNoResult() {
        ObjectNode other = JsonFile.object().put("adapters", 2);

        assertThatThrownBy(() -> HtmlReport.write(List.of(other), folder.resolve("page.html")))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("a result of compare or perf");
    }

    private Path open(int width, String scheme, ObjectNode... documents) {
        Path page = folder.resolve("page.html");
        HtmlReport.write(List.of(documents), page);
        browser.open(page, width, scheme);
        return page;
    }

    private static List<String> curves() {
        return StreamSupport.stream(browser.evaluate(CURVES).spliterator(), false)
                .map(curve -> curve.get("chart").textValue() + ": " + curve.get("points"))
                .toList();
    }

    private static String sizesChart(JsonNode curve) {
        return curve.get("kind").textValue() + " " + curve.get("op").textValue();
    }

    private static long count(JsonNode points, String kind) {
        return StreamSupport.stream(points.spliterator(), false)
                .filter(point -> point.get("kind").textValue().equals(kind))
                .count();
    }

    private static int number(String script) {
        return browser.evaluate(script).intValue();
    }

    private static double contrast(String selector, String property) {
        return browser.evaluate("(" + CONTRAST + ")('" + selector + "', '" + property + "')")
                .doubleValue();
    }

    private static List<String> texts(String selector) {
        return StreamSupport.stream(
                        browser.evaluate("[...document.querySelectorAll('" + selector
                                        + "')].map(each => each.textContent)")
                                .spliterator(),
                        false)
                .map(JsonNode::textValue)
                .toList();
    }
}
