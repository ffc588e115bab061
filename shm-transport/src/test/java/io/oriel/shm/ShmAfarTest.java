// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.logbuffer.LogBufferDescriptor;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.memory.LinkWords;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links between two adapters of one process that meet as if they were of two users: each reads the other's log from afar. */
@Timeout(120)
class ShmAfarTest {
    private static final int LONG_REGION = 64 * 1024 * 1024;
    private static final int BLOCK_LENGTH = 512;
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int FRAMES = WholeBuild.RUNS ? 50_000 : 15_000;
    private static final int LIMIT = 16;

    private final Random random = SeededRandom.create(getClass());
    private final ShmTestBed bed = new ShmTestBed(ShmAfarTest::small);
    private final TestPort listener = bed.openPort(bed.openAfar());
    private final TestPort dialler = bed.openPort(bed.openAfar());
    private final TestPort.TestLink ours = dialler.dial(listener.listen().address());
    private final TestPort.TestLink theirs = listener.nextOpened();

    private static OrielConfig small(OrielConfig config) {
        return config.withDriver(config.driver().withTermLength(TERM_LENGTH));
    }

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void bringFramesOfEveryLengthOverManyTermsBothWays() {
        Expected there = new Expected(ours, theirs);
        Expected back = new Expected(theirs, ours);
        for (int frame = 0; frame < FRAMES; frame++) {
            there.send();
            back.send();
            if (random.nextInt(4) == 0) {
                there.poll();
                back.poll();
            }
        }
        there.pollAll();
        back.pollAll();
        assertThat(there.bytes).isGreaterThan(100L * TERM_LENGTH);
    }

    @Test
    void waitForAReaderThatDoesNotPollAndGoOnWhenItDoes() {
        for (int round = 0; round < 100; round++) {
            Expected there = new Expected(ours, theirs);
            Expected back = new Expected(theirs, ours);
            fill(there);
            fill(back);

            there.pollAll();
            back.pollAll();

            assertThat(ours.link().tryClaim(0)).isTrue();
            ours.link().commit(1);
            assertThat(theirs.link().poll((word, buffer, offset, length) -> {}, 1))
                    .isEqualTo(1);
        }
    }

    private void fill(Expected direction) {
        while (direction.trySend()) {
            assertThat(direction.bytes).isLessThan(4 * TERM_LENGTH);
        }
        assertThat(direction.bytes).isPositive();
    }

    @Test
    void bringAllWhileTheTwoSidesRunByThemselves() {
        int frames = 20 * FRAMES;
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            for (int frame = 0; frame < frames; frame++) {
                ours.send(1, frame);
            }
        });
        for (int frame = 0; frame < frames; frame++) {
            assertThat(theirs.receive()).containsExactly(1, frame);
        }
        sending.join();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 56 | 1L << 40, 3L << 56, Long.MIN_VALUE, 1})
    void endIfThePeerShowsThatItHasReadWhatThereIsNot(long word) throws ReflectiveOperationException {
        ((LinkWords) field(theirs, "words")).publishRead(word);

        while (ours.link().tryClaim(1024)) { // until there is need to look
            ours.link().commit(1);
        }

        assertThat(ours.nextEvent()).isEqualTo("died");
        assertThat(theirs.nextEvent()).isEqualTo("died");
        ours.close();
        theirs.close();
    }

    @Test
    void bringWhatWasWrittenBeforeTheEnd() {
        ours.send(1, 2);
        theirs.send(3, 4);

        ours.close();

        assertThat(theirs.nextEvent()).isEqualTo("closed");
        assertThat(theirs.receive()).containsExactly(1, 2);
        theirs.close();
        assertThat(ours.events()).isEmpty();
    }

    @Test
    void readNothingMoreOfALinkThatTheOwnerHasLetGo() {
        ours.send(1, 2);

        theirs.link().letGo();

        assertThat(theirs.link().poll((word, buffer, offset, length) -> {}, 1)).isZero();
        theirs.close();
        assertThat(ours.nextEvent()).isEqualTo("closed");
        assertThat(theirs.link().poll((word, buffer, offset, length) -> {}, 1)).isZero();
        Eventually.becomes(() -> theirs.link().tryClaim(8), false); // its log is given back by a worker
    }

    @Test
    void readNothingOfTheNextLogOfALinkThatTheOwnerHasLetGo() throws ReflectiveOperationException {
        ProcessHome.Trial trial = new ProcessHome.Trial(ShmPositionTest.NEAR_THE_END, true);
        TestPort to = bed.openPort(bed.openTried(bed.config(), trial));
        TestPort.TestLink from = bed.openPort(bed.openTried(bed.config(), trial))
                .dial(to.listen().address());
        TestPort.TestLink reading = to.nextOpened();
        Object first = field(from, "log");
        from.send(1, 0);
        for (int frame = 1; field(from, "log") == first; frame++) { // always one behind
            from.send(1, frame);
            if (field(from, "log") == first) {
                assertThat(reading.receive()).containsExactly(1, frame - 1);
            }
        }
        assertThat(reading.link().poll((word, buffer, offset, length) -> {}, LIMIT))
                .isEqualTo(1);

        reading.link().letGo();

        assertThat(reading.link().poll((word, buffer, offset, length) -> {}, LIMIT))
                .isZero();
        reading.close();
        assertThat(from.nextEvent()).isEqualTo("closed");
        assertThat(reading.link().poll((word, buffer, offset, length) -> {}, LIMIT))
                .isZero();
        assertThat(reading.events()).isEmpty();
    }

    private static Object field(TestPort.TestLink link, String name) throws ReflectiveOperationException {
        Field field = ShmLink.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(link.link());
    }

    @Test
    void mapsNothingMoreWhenItHasEndedAndLeavesNoName() {
        assertThat(names()).hasSize(2);
        assertThat(mapped()).isPositive();

        ours.link().letGo();
        theirs.link().letGo();
        ours.close();
        theirs.close();

        Eventually.becomes(() -> names().size(), 0);
        Eventually.becomes(this::mapped, 0L);
    }

    /** Counts what this process has mapped of logs by the names that they have for others. */
    private long mapped() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(bed.directory().toString()) && line.contains("/g-"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() {
        return bed.files().stream()
                .filter(name -> name.matches(".*/g-[0-9a-f]{16}"))
                .toList();
    }

    /** The peer makes it longer under its name: it writes its own files as it likes. */
    @Test
    void refuseARegionThatIsLongerThanCanBeMapped() throws IOException {
        long id = listener.port().allocate(4096).id();
        String name = bed.files().stream()
                .filter(file -> file.endsWith("/r-%016x".formatted(id)))
                .findFirst()
                .orElseThrow();
        try (FileChannel channel = FileChannel.open(bed.directory().resolve(name), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), Integer.MAX_VALUE); // full of holes
        }
        LinkMemory memory = Objects.requireNonNull(ours.link().memory());

        assertThatThrownBy(() -> memory.mapRegion(id, false, LinkMemory.Part.whole(0, LONG_REGION)))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));
    }

    /** Its pages would take memory that nobody has asked for. */
    @Test
    void touchNothingOfARegionWhenItIsMapped() throws IOException {
        long id = listener.port().allocate(4096).id();
        Path file = bed.directory()
                .resolve(bed.files().stream()
                        .filter(name -> name.endsWith("/r-%016x".formatted(id)))
                        .findFirst()
                        .orElseThrow());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), LONG_REGION - 1); // full of holes
        }
        LinkMemory memory = Objects.requireNonNull(ours.link().memory());

        UnsafeBuffer mapped =
                Objects.requireNonNull(memory.mapRegion(id, false, LinkMemory.Part.whole(0, LONG_REGION)));

        assertThat(mapped.capacity()).isEqualTo(LONG_REGION);
        assertThat(blocksOf(file)).isLessThanOrEqualTo(2 * 4096 / BLOCK_LENGTH);
    }

    /** Neither decides how much memory the other maps. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void haveTheShorterTermsOfTheTwoOnBothSides(boolean isListenerLonger) {
        OrielConfig longer = bed.config().withDriver(bed.config().driver().withTermLength(4 * TERM_LENGTH));
        TestPort other = bed.openPort(bed.openTried(longer, ShmTestBed.AFAR));
        TestPort.TestLink from = isListenerLonger
                ? dialler.dial(other.listen().address())
                : other.dial(listener.listen().address());
        TestPort.TestLink to = isListenerLonger ? other.nextOpened() : listener.nextOpened();

        Expected there = new Expected(from, to);
        Expected back = new Expected(to, from);
        while (there.bytes + back.bytes < 20L * TERM_LENGTH) {
            there.send();
            back.send();
            there.poll();
            back.poll();
        }
        there.pollAll();
        back.pollAll();
        assertThat(logLengths()).containsOnly(3L * TERM_LENGTH + LogBufferDescriptor.LOG_META_DATA_LENGTH);
    }

    private Set<Long> logLengths() {
        Set<Long> lengths = new HashSet<>();
        for (String name : bed.files()) {
            if (name.endsWith(".logbuffer")) {
                lengths.add(bed.directory().resolve(name).toFile().length());
            }
        }
        return lengths;
    }

    private static long blocksOf(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    @Test
    void makesLinksAnewAllTheTime() {
        ours.close();
        assertThat(theirs.nextEvent()).isEqualTo("closed");
        theirs.close();
        for (int round = 0; round < 20; round++) {
            TestPort.TestLink one = dialler.dial(listener.listen().address());
            TestPort.TestLink other = listener.nextOpened();
            one.send(1, round);
            assertThat(other.receive()).containsExactly(1, round);
            other.send(2, round);
            assertThat(one.receive()).containsExactly(2, round);
            one.close();
            assertThat(other.nextEvent()).isEqualTo("closed");
            other.close();
        }
        Eventually.becomes(
                () -> bed.files().stream()
                        .filter(name -> name.endsWith(".logbuffer"))
                        .count(),
                0L);
    }

    /** What one side has sent, and what has to come of it. */
    private final class Expected implements FrameHandler {
        private final TestPort.TestLink from;
        private final TestPort.TestLink to;
        private final Deque<int[]> sent = new ArrayDeque<>();
        private int next;
        private long bytes;

        Expected(TestPort.TestLink from, TestPort.TestLink to) {
            this.from = from;
            this.to = to;
        }

        void send() {
            while (!trySend()) {
                poll();
            }
        }

        boolean trySend() {
            int most = from.link().maxPayloadLength();
            int length = random.nextInt(random.nextInt(8) == 0 ? most + 1 : 64);
            if (!from.link().tryClaim(length)) {
                return false;
            }
            for (int at = 0; at < length; at++) {
                from.link().claimedBuffer().putByte(from.link().claimedOffset() + at, (byte) (next + at));
            }
            from.link().commit(1 + next % 1000);
            sent.add(new int[] {next, length});
            next++;
            bytes += length;
            return true;
        }

        void poll() {
            int unused = to.link().poll(this, 1 + random.nextInt(LIMIT));
        }

        void pollAll() {
            while (!sent.isEmpty()) {
                assertThat(to.link().poll(this, LIMIT)).isPositive();
            }
            assertThat(to.link().poll(this, LIMIT)).isZero();
        }

        @Override
        public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
            int[] expected = sent.remove();
            assertThat(word).isEqualTo(1 + expected[0] % 1000);
            assertThat(length).isEqualTo(expected[1]);
            for (int at = 0; at < length; at++) {
                if (buffer.getByte(offset + at) != (byte) (expected[0] + at)) {
                    throw new AssertionError("byte " + at + " of frame " + expected[0]);
                }
            }
        }
    }
}
