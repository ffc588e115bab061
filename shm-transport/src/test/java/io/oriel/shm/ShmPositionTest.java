// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.FailingLoop;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Links whose logs come to the last position that Aeron can count: they go on in others. */
@Timeout(120)
@ParameterizedClass(name = "afar {0}")
@ValueSource(booleans = {false, true})
class ShmPositionTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int TERMS_LEFT = 64;
    private static final int FRAME_LENGTH = 64;
    private static final int FRAMES_UNTOLD = 40;
    private static final String LOG_SUFFIX = ".logbuffer";
    private static final int LOGS = WholeBuild.RUNS ? 4 : 2;
    private static final int FRAMES = LOGS * TERMS_LEFT * TERM_LENGTH / FRAME_LENGTH;

    /** Each log begins so near to its end that the frames of a test need several of them. */
    static final IntToLongFunction NEAR_THE_END = termLength -> ((1L << 31) - TERMS_LEFT) * termLength;

    private final ShmTestBed bed = new ShmTestBed(ShmPositionTest::small);
    private final ProcessHome.Trial trial;
    private final TestPort listener;
    private final TestPort dialler;
    private final Port.Listening listening;
    private final TestPort.TestLink ours;
    private final TestPort.TestLink theirs;

    ShmPositionTest(boolean isAfar) {
        trial = new ProcessHome.Trial(NEAR_THE_END, isAfar);
        listener = bed.openPort(bed.openTried(bed.config(), trial));
        dialler = bed.openPort(bed.openTried(bed.config(), trial));
        listening = listener.listen();
        ours = dialler.dial(listening.address());
        theirs = listener.nextOpened();
    }

    private static OrielConfig small(OrielConfig config) {
        return config.withDriver(config.driver().withTermLength(TERM_LENGTH));
    }

    @AfterEach
    void closeBed() {
        bed.close();
        assertThat(bed.errors()).isEmpty();
    }

    @Test
    void goOnInOtherLogs() {
        for (int frame = 0; frame < FRAMES; frame++) {
            ours.send(1, frame);
            assertThat(theirs.receive()).containsExactly(1, frame);
        }
        assertThat(ours.events()).isEmpty();
        assertThat(theirs.events()).isEmpty();
        // One each way, and one to go on in: those that the links have left are removed after a while.
        Eventually.becomes(() -> logFiles().size() <= 3, true);
    }

    /** Who polls until nothing comes has taken all. */
    @Test
    void bringWhatIsInTheNextLogInThePollThatEndsTheFormer() {
        int[] frames = {0};
        for (int frame = 0; frame < FRAMES; frame++) {
            ours.send(1, frame);
            assertThat(theirs.link().poll((word, buffer, offset, length) -> frames[0]++, LOGS))
                    .as("frame %s", frame)
                    .isEqualTo(1);
        }
        assertThat(frames[0]).isEqualTo(FRAMES);
    }

    @Test
    void goOnInOtherLogsWhileTheSenderIsFarAhead() {
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendAll(ours));

        receiveAll(theirs);

        sent.join();
        assertThat(ours.events()).isEmpty();
        assertThat(theirs.events()).isEmpty();
    }

    /** So little that no reader has to show it before it goes on: only that it goes on. */
    @Test
    void goOnInOtherLogsOfWhichLittleIsRead() {
        Set<String> logs = logFiles();
        int known = logs.size();
        Eventually.becomes(
                () -> {
                    ours.send(1, 1);
                    assertThat(theirs.receive()).containsExactly(1, 1);
                    logs.addAll(logFiles());
                    return logs.size() - known >= LOGS;
                },
                true);
        int[] sent = {0};
        Eventually.becomes( // now and then one, until the sender is in the next log
                () -> {
                    ours.send(1, sent[0]);
                    return ++sent[0];
                },
                FRAMES_UNTOLD);

        int count = fill(ours.link(), sent[0]);

        for (int frame = 0; frame < count; frame++) {
            assertThat(theirs.receive()).containsExactly(1, frame);
        }
        assertThat(ours.events()).isEmpty();
        assertThat(theirs.events()).isEmpty();
    }

    /** Nobody but the sender turns the driver in which the receiver joins the next log. */
    @Test
    void goOnThoughTheNextLogWasNotAskedForBeforeTheFormerEnds() {
        FailingLoop loop = new FailingLoop(dialler.loop());
        Transport failing = ShmTransport.open(bed.config(), loop, trial);
        TestPort.TestLink from = new TestPort(dialler.loop(), failing).dial(listening.address());
        TestPort.TestLink to = listener.nextOpened();
        loop.failAll(FailingLoop.Want.THREAD);
        int frames = 0;
        for (int count = -1; count != frames; ) { // until there is no room though all was read
            count = frames;
            frames = fill(from.link(), frames);
            for (int frame = count; frame < frames; frame++) {
                assertThat(to.receive()).containsExactly(1, frame);
            }
        }
        assertThat(frames).isPositive();

        loop.heal();

        from.send(1, frames);
        assertThat(to.receive()).containsExactly(1, frames);
        failing.close();
        assertThat(bed.errors()).isNotEmpty().allMatch(OutOfMemoryError.class::isInstance); // as injected
        bed.errors().clear();
    }

    private Set<String> logFiles() {
        return bed.files().stream().filter(name -> name.endsWith(LOG_SUFFIX)).collect(Collectors.toSet());
    }

    /** Sends until there is no room, and returns how many frames there are then. */
    private static int fill(Link link, int first) {
        int count = first;
        while (link.tryClaim(Long.BYTES)) {
            link.claimedBuffer().putLong(link.claimedOffset(), count);
            link.commit(1);
            count++;
        }
        return count;
    }

    private static void sendAll(TestPort.TestLink link) {
        for (int frame = 0; frame < FRAMES; frame++) {
            link.send(1, frame);
        }
    }

    private static void receiveAll(TestPort.TestLink link) {
        for (int frame = 0; frame < FRAMES; frame++) {
            assertThat(link.receive()).containsExactly(1, frame);
        }
    }

    @Test
    void closeWhileTheyGoOn() {
        ours.send(1, 1); // asks for the next log
        assertThat(theirs.receive()).containsExactly(1, 1);

        ours.close();

        assertThat(theirs.nextEvent()).isEqualTo("closed");
        theirs.close();
    }

    @Test
    void breakALinkWhoseLogEndsWithoutANextOne() {
        long end = 14L << 60;
        ours.send(end, 0);

        assertThat(theirs.link().poll((word, buffer, offset, length) -> {}, 1)).isZero();
        assertThat(theirs.link().poll((word, buffer, offset, length) -> {}, 1)).isZero();

        assertThat(theirs.nextEvent()).isEqualTo("died");
        assertThat(ours.nextEvent()).isEqualTo("died");
    }
}
