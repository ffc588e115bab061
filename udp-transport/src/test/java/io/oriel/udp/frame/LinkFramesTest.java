// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.LinkStateDecoder;
import io.oriel.testing.SeededRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.agrona.BitUtil;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The frames of a link that is its own peer. */
@Timeout(60)
class LinkFramesTest {
    private static final String CHANNEL = "aeron:ipc";
    private static final int MTU = 1408;
    private static final int TERM_LENGTH = 64 * 1024;
    private static final long FIRST = -3; // passes zero
    private static final Header HEADER = new Header(0, 0); // not looked at
    private static final int LIMIT = 64;
    private static final int STEPS = 100_000;
    private static final int MUTATIONS = 100_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final Random random = SeededRandom.create(LinkFramesTest.class);
    private final CounterSet counters = CounterSet.inHeap(LinkCounter.values().length);
    private final Queue<Frame> awaited = new ArrayDeque<>();
    private @Nullable MediaDriver driver;
    private @Nullable Aeron aeron;

    @SuppressWarnings("NullAway.Init")
    private ExclusivePublication publication;

    @SuppressWarnings("NullAway.Init")
    private Image image;

    @SuppressWarnings("NullAway.Init")
    private LinkFrames frames;

    private int committed;
    private int broken;

    private record Frame(long word, DirectBuffer payload) {}

    @BeforeEach
    void open() {
        MediaDriver started = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory.resolve("aeron").toString())
                .threadingMode(ThreadingMode.INVOKER)
                .ipcMtuLength(MTU)
                .ipcTermBufferLength(TERM_LENGTH)
                .ipcPublicationTermWindowLength(TERM_LENGTH / 2)
                .dirDeleteOnShutdown(true));
        driver = started;
        Aeron client = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(started.aeronDirectoryName())
                .useConductorAgentInvoker(true)
                .driverAgentInvoker(started.sharedAgentInvoker()));
        aeron = client;
        Subscription subscription = client.addSubscription(CHANNEL, FrameLayout.STREAM_ID);
        publication = client.addExclusivePublication(CHANNEL, FrameLayout.STREAM_ID);
        while (subscription.hasNoImages() || !publication.isConnected()) {
            turn();
        }
        image = subscription.imageAtIndex(0);
        frames = frames();
    }

    private LinkFrames frames() {
        return new LinkFrames(
                new LinkFrames.Streams(publication, image, new NoStreams()),
                new LinkFrames.Numbering(FIRST, FIRST, false),
                new Answers(() -> 0, Long.MAX_VALUE),
                counters,
                length -> committed++,
                () -> broken++);
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(aeron, driver);
    }

    private void turn() {
        if (driver != null && aeron != null) {
            driver.sharedAgentInvoker().invoke();
            aeron.conductorAgentInvoker().invoke();
        }
    }

    private boolean commit(int length) {
        if (!frames.tryClaim(length)) {
            return false;
        }
        byte[] payload = new byte[length];
        random.nextBytes(payload);
        frames.claimedBuffer().putBytes(frames.claimedOffset(), payload);
        long word = FrameWord.of(FrameWord.TYPE_SEND, 0, random.nextInt(FrameWord.TYPE_SEND), 0);
        frames.commit(word);
        awaited.add(new Frame(word, new UnsafeBuffer(payload)));
        return true;
    }

    private int poll() {
        return frames.poll(this::take, LIMIT);
    }

    private void take(long word, DirectBuffer buffer, int offset, int length) {
        assertThat(new Frame(word, new UnsafeBuffer(buffer, offset, length))).isEqualTo(awaited.remove());
    }

    @Test
    void thatAreSmallGoTogetherWhenTheyAreSubmitted() {
        long before = publication.position();
        int bytes = DataHeaderFlyweight.HEADER_LENGTH;
        for (int length : new int[] {0, 1, 7, 8, 33, 64}) {
            assertThat(commit(length)).isTrue();
            bytes = BitUtil.align(bytes, Long.BYTES) + FrameLayout.HEADER_LENGTH + length;
        }
        assertThat(poll()).isZero();

        assertThat(frames.submit()).isTrue();

        assertThat(poll()).isEqualTo(6);
        assertThat(awaited).isEmpty();
        assertThat(publication.position() - before).isEqualTo(BitUtil.align(bytes, FrameDescriptor.FRAME_ALIGNMENT));
        assertThat(frames.received()).isEqualTo(6);
        assertThat(committed).isEqualTo(6);
    }

    @Test
    void thatAreLargeGoAfterTheSmallOnesBeforeThem() {
        assertThat(commit(8)).isTrue();

        assertThat(commit(frames.maxPayloadLength())).isTrue();

        assertThat(poll()).isEqualTo(2);
        assertThat(awaited).isEmpty();
    }

    @Test
    void waitForRoomAndGoLater() {
        while (commit(64)) {
            // until the log and the bundle are full
        }
        assertThat(frames.submit()).isFalse();

        while (!frames.submit()) {
            assertThat(poll()).isPositive();
            turn();
        }

        while (!awaited.isEmpty()) {
            assertThat(poll()).isPositive();
        }
        assertThat(frames.received()).isEqualTo(frames.sent());
    }

    @Test
    void stopNearTheLimitOfAPoll() {
        for (int count = 0; count < 3 * LIMIT; count++) {
            assertThat(commit(0)).isTrue();
        }
        assertThat(frames.submit()).isTrue();
        int perBundle = (MTU - DataHeaderFlyweight.HEADER_LENGTH) / FrameLayout.HEADER_LENGTH;

        assertThat(poll()).isBetween(LIMIT, LIMIT + perBundle - 1);
    }

    @Test
    void comeInOrderAndWholeWhateverIsPostedAndPolled() {
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0 -> poll();
                case 1 -> turn();
                case 2 -> frames.submit();
                case 3 -> commit(random.nextInt(frames.maxPayloadLength() + 1));
                default -> commit(random.nextInt(80));
            }
        }
        while (!frames.submit() || !awaited.isEmpty()) {
            poll();
            turn();
        }

        assertThat(broken).isZero();
        assertThat(frames.received()).isEqualTo(frames.sent());
    }

    /** The sum is right each time: whatever a peer writes, no byte beyond its bundle is shown to anybody. */
    @Test
    void ofNonsenseEndTheLinkAndShowNothingBeyondTheirBundle() {
        UnsafeBuffer term = new UnsafeBuffer(ByteBuffer.allocateDirect(2 * MTU));
        FrameSum sum = new FrameSum();
        int refused = 0;
        for (int round = 0; round < MUTATIONS; round++) {
            List<Integer> headers = new ArrayList<>();
            int begin = FrameDescriptor.FRAME_ALIGNMENT * random.nextInt(4);
            int end = writeBundle(term, begin, headers);
            int broke = broken;
            mutate(term, begin, end, headers);
            term.putInt(begin + FrameLayout.CRC_OFFSET, sum.of(term, begin, end - begin), ByteOrder.LITTLE_ENDIAN);
            frames = frames();
            frames.poll(
                    (word, buffer, offset, length) -> assertThat(List.of(length, offset - begin, end - offset - length))
                            .allMatch(each -> each >= 0),
                    LIMIT);

            int payload = begin + DataHeaderFlyweight.HEADER_LENGTH;
            frames.peers().onFragment(term, payload, end - payload, HEADER);

            assertThat(broken).isLessThanOrEqualTo(broke + 1);
            refused += broken - broke;
        }
        assertThat(refused).isPositive().isLessThan(MUTATIONS);
        assertThat(counters.get(LinkCounter.FRAMES_REFUSED)).isEqualTo(refused);
    }

    private int writeBundle(UnsafeBuffer term, int begin, List<Integer> headers) {
        term.setMemory(0, term.capacity(), (byte) 0);
        int end = begin + FrameLayout.FRAMES_OFFSET;
        for (int count = random.nextInt(6); count >= 0; count--) {
            int at = BitUtil.align(end, Long.BYTES);
            int length = random.nextInt(100);
            int type = random.nextInt(4) == 0 ? LinkStateDecoder.TEMPLATE_ID : FrameWord.TYPE_SEND;
            Bundle.writeHeader(term, at, FrameWord.of(type, 0, 0, 0), length);
            headers.add(at);
            end = at + FrameLayout.HEADER_LENGTH + length;
        }
        term.putLong(begin + FrameLayout.SEQUENCE_OFFSET, FIRST, ByteOrder.LITTLE_ENDIAN);
        return end;
    }

    private void mutate(UnsafeBuffer term, int begin, int end, List<Integer> headers) {
        int[] lengths = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, end - begin, 0, random.nextInt(), random.nextInt(200)
        };
        switch (random.nextInt(4)) {
            case 0 -> {
                int header = headers.get(random.nextInt(headers.size()));
                int length = lengths[random.nextInt(lengths.length)];
                term.putInt(header + FrameLayout.LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
            }
            case 1 -> {
                int from = begin + FrameLayout.FRAMES_OFFSET;
                term.putByte(from + random.nextInt(end - from), (byte) random.nextInt());
            }
            case 2 ->
                term.putLong(begin + FrameLayout.SEQUENCE_OFFSET, FIRST + random.nextInt(3), ByteOrder.LITTLE_ENDIAN);
            default -> {
                // as it is
            }
        }
    }

    @Test
    void whoseSumIsWrongEndTheLink() {
        assertThat(commit(8)).isTrue();
        assertThat(frames.submit()).isTrue();
        UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(MTU));
        byte[] bytes = new byte[DataHeaderFlyweight.HEADER_LENGTH + FrameLayout.HEADER_LENGTH + 8];
        Arrays.fill(bytes, (byte) 1);
        copy.putBytes(0, bytes);
        copy.putLong(FrameLayout.SEQUENCE_OFFSET, FIRST, ByteOrder.LITTLE_ENDIAN);

        frames.peers().onFragment(copy, FrameLayout.FRAMES_OFFSET, bytes.length - FrameLayout.FRAMES_OFFSET, HEADER);

        assertThat(broken).isEqualTo(1);
        assertThat(poll()).isZero();
        assertThat(frames.received()).isZero();
    }

    /** None is needed. */
    private static final class NoStreams implements StreamMaker {
        @Override
        public void awaitNext(int initialTermId) {
            throw new IllegalStateException();
        }

        @Override
        public boolean isNextAwaited() {
            return false;
        }

        @Override
        public int nextSession() {
            throw new IllegalStateException();
        }

        @Override
        public @Nullable Image takeNextImage() {
            return null;
        }

        @Override
        public void publishNext(int sessionId, int initialTermId) {
            throw new IllegalStateException();
        }

        @Override
        public boolean isNextConnected() {
            return false;
        }

        @Override
        public ExclusivePublication takeNextPublication() {
            throw new IllegalStateException();
        }

        @Override
        public void giveBackFormerPublication() {
            throw new IllegalStateException();
        }
    }
}
