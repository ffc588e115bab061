// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.Holdings;
import io.oriel.testing.resource.SmallTmpfs;
import io.oriel.testing.resource.SpaceHog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A file system that has no room, then a page, then two, until what is wanted succeeds. At each amount it succeeds or ends with
 * a status, leaves nothing behind, and succeeds when there is room. Of larger things not each amount is tried, but
 * those around each end, unless a property says so.
 */
@Timeout(600)
class ShmFullDiskTest {
    private static final String EVERY_PAGE = "oriel.test.everyPage";
    private static final int MOST_PAGES = 8192;
    private static final int FINE_PAGES = WholeBuild.RUNS ? 2 : 1;
    private static final int COARSE_PARTS = 2;
    private static final int REGION_LENGTH = 5 * SpaceHog.PAGE + 1;

    private @Nullable SmallTmpfs tmpfs;
    private @Nullable SpaceHog hog;
    private @Nullable ShmTestBed bed;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        SmallTmpfs mounted = SmallTmpfs.mount("64m");
        tmpfs = mounted;
        hog = new SpaceHog(mounted.path());
        bed = new ShmTestBed(mounted.path().resolve("d"), config -> config);
    }

    @AfterEach
    void unmount() throws IOException {
        if (tmpfs != null) {
            hog().giveBack();
            Path directory = bed().directory();
            bed().close();
            hog().close();
            boolean isUnmapped = Holdings.becomes(() -> {
                System.gc(); // which ends mappings
                return Holdings.mappingsBelow(directory) == 0;
            });
            tmpfs.close();
            assertThat(isUnmapped).as("mappings of files that are gone").isTrue();
        }
    }

    private SpaceHog hog() {
        return Objects.requireNonNull(hog);
    }

    private ShmTestBed bed() {
        return Objects.requireNonNull(bed);
    }

    /** Something that needs room, and is undone by closing what it returns. */
    private interface Step {
        AutoCloseable take();
    }

    private void requireAtEachAmount(Step step) throws Exception {
        step.take().close(); // loads the classes, which keep descriptors of their own
        awaitCounters(0);
        Map<String, Long> descriptors = Holdings.descriptors();
        List<String> files = files();
        int enough = leastPages(step);
        for (int pages = 0; pages <= enough; pages = next(pages, enough)) {
            boolean isDone = attempt(step, pages);
            if (pages == 0) {
                assertThat(isDone || enough > 0).isTrue();
            }
            requireAsBefore(descriptors, files, pages);
        }
    }

    /** Looks for where it begins to succeed. */
    private int leastPages(Step step) throws Exception {
        int tooFew = -1;
        int enough = 1;
        while (!attempt(step, enough)) {
            tooFew = enough;
            enough *= 2;
            assertThat(enough).isLessThan(MOST_PAGES);
        }
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) / 2;
            if (attempt(step, middle)) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return enough;
    }

    private static int next(int pages, int enough) {
        boolean isAtAnEnd = pages < FINE_PAGES || pages >= enough - FINE_PAGES;
        int coarse = isAtAnEnd || Boolean.getBoolean(EVERY_PAGE) ? 1 : Math.max(1, enough / COARSE_PARTS);
        return pages < enough - FINE_PAGES ? Math.min(pages + coarse, enough - FINE_PAGES) : pages + 1;
    }

    /** Tries with so many pages, and once more with room for all; tells whether the first try succeeded. */
    private boolean attempt(Step step, int pages) throws Exception {
        boolean isDone = true;
        awaitCounters(0); // the last link's logs are gone
        hog().leave(pages);
        try {
            step.take().close();
        } catch (NdException e) {
            isDone = false;
            assertThat(e.status()).as("%d pages: %s", pages, e).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
        } finally {
            hog().giveBack();
        }
        if (!isDone) {
            step.take().close();
        }
        return isDone;
    }

    private void requireAsBefore(Map<String, Long> descriptors, List<String> files, int pages) {
        assertThat(Holdings.becomes(() -> Holdings.areAtMost(descriptors)))
                .as("with %d pages: %s, but before %s", pages, Holdings.descriptors(), descriptors)
                .isTrue();
        Eventually.becomes(this::files, files);
        awaitCounters(0);
        assertThat(bed().errors()).isEmpty();
    }

    private List<String> files() {
        return bed().files().stream().filter(name -> !name.equals("lock")).toList();
    }

    /** The driver takes what a link had back a moment after its end. */
    private void awaitCounters(int links) {
        if (files().stream().anyMatch(name -> name.endsWith("cnc.dat"))) {
            Eventually.becomes(
                    () -> (int) files().stream()
                            .filter(name -> name.endsWith(".logbuffer"))
                            .count(),
                    links);
            Eventually.becomes(
                    () -> CounterLabels.of(bed().directory(), LinkCounter.FRAMES_SENT)
                            .size(),
                    links);
        }
    }

    @Test
    void startsNoDriverWithoutRoom() throws Exception {
        requireAtEachAmount(() -> {
            Transport transport = bed().open();
            try {
                bed().openPort(transport).port().close();
            } catch (NdException e) {
                bed().close(transport);
                throw e;
            }
            return () -> bed().close(transport);
        });
    }

    @Test
    void opensNoAdapterWithoutRoom() throws Exception {
        Transport transport = bed().open();
        assertThat(bed().openPort(transport).port()).isNotNull();

        requireAtEachAmount(() -> {
            Port port = bed().openPort(transport).port();
            try {
                port.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .close();
            } catch (NdException e) {
                port.close();
                throw e;
            }
            return port;
        });
    }

    @Test
    void makesNoRegionWithoutRoom() throws Exception {
        Port port = bed().openPort().port();

        requireAtEachAmount(() -> {
            RegionMemory region = port.allocate(REGION_LENGTH);
            region.buffer().setMemory(0, REGION_LENGTH, (byte) 1);
            return region::release;
        });
    }

    @WholeBuild
    @Test
    void meetsNobodyWithoutRoom() throws Exception {
        TestPort listener = bed().openPort();
        InetSocketAddress address = listener.listen().address();
        TestPort dialler = bed().openPort();

        requireAtEachAmount(() -> {
            TestPort.TestLink link = dialler.dial(address);
            TestPort.TestLink peer = listener.nextOpened();
            link.send(1, 2);
            assertThat(peer.receive()).containsExactly(1, 2);
            return () -> {
                link.close();
                assertThat(peer.nextEvent()).isEqualTo("closed");
                peer.close();
            };
        });
    }

    @Test
    void mapsAPeersRegionWithoutRoom() {
        TestPort owner = bed().openPort();
        TestPort dialler = bed().openPort();
        TestPort.TestLink link = dialler.dial(owner.listen().address());
        TestPort.TestLink toDialler = owner.nextOpened();
        RegionMemory region = owner.port().allocate(REGION_LENGTH);
        LinkMemory memory = Objects.requireNonNull(link.link().memory());

        hog().leave(0);

        for (boolean isWritable : new boolean[] {true, false}) {
            UnsafeBuffer mapped = Objects.requireNonNull(
                    memory.mapRegion(region.id(), isWritable, LinkMemory.Part.whole(0, REGION_LENGTH)));
            if (isWritable) {
                mapped.setMemory(0, REGION_LENGTH, (byte) 7);
            }
            assertThat(mapped.getByte(REGION_LENGTH - 1)).isEqualTo((byte) 7);
            assertThat(region.buffer().getByte(REGION_LENGTH - 1)).isEqualTo((byte) 7);
        }
        // A log needs no room while it carries: it had it all when it was made.
        for (int number = 0; number < 50_000; number++) {
            link.send(number, number);
            assertThat(toDialler.receive()).containsExactly(number, number);
        }
        region.release();
    }
}
