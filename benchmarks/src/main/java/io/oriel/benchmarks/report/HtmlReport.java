// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a comparison to look at: one page that holds its data, its script and the library that draws it, and needs no
 * network. What it shows, and how, is in the resources beside this class.
 */
public final class HtmlReport {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.]+)}}");
    private static final String LIBRARY = "/META-INF/resources/webjars/d3/";
    private static final String LIBRARY_VERSION = "/META-INF/maven/org.webjars.npm/d3/pom.properties";

    private HtmlReport() {}

    /**
     * Writes the page.
     *
     * @param documents of {@code compare} or {@code perf}: first the run, then those that are laid over it
     * @param file      where; replaced if it exists
     * @throws BenchmarkException if it cannot be written, or a document is of another command
     */
    public static void write(List<ObjectNode> documents, Path file) {
        ArrayNode all = JsonFile.array();
        documents.forEach(document -> all.add(PerfDocument.comparison(document)));
        // In a script element nothing but a less-than sign can end the data.
        String data = all.toString().replace("<", "\\u003c");
        try {
            Files.writeString(file, page(data));
        } catch (IOException e) {
            throw new BenchmarkException(
                    "the page cannot be written to " + file + ": " + e + "; choose another --html file", e);
        }
    }

    /** Fills the places of the template; what goes in is not looked at again. */
    private static String page(String data) throws IOException {
        Properties library = new Properties();
        try (InputStream in = open(LIBRARY_VERSION)) {
            library.load(in);
        }
        String folder = LIBRARY + library.getProperty("version");
        Matcher places = PLACE.matcher(text("report.html"));
        StringBuilder page = new StringBuilder();
        while (places.find()) {
            String content = switch (places.group(1)) {
                case "documents" -> data;
                case "library" -> text(folder + "/dist/d3.min.js");
                case "licence" -> text(folder + "/LICENSE");
                default -> text(places.group(1));
            };
            places.appendReplacement(page, Matcher.quoteReplacement(content.strip()));
        }
        return places.appendTail(page).toString();
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String resource) {
        @Nullable InputStream in = HtmlReport.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("the resource " + resource + " must be on the class path");
        }
        return in;
    }
}
