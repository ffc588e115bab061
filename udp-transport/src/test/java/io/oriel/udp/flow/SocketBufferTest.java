// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.driver.CongestionControl;
import io.oriel.testing.SeededRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A socket's buffer and its windows, with senders that keep to what they hear. */
class SocketBufferTest {
    private static final int LENGTH = 1024 * 1024;
    private static final int TERM_LENGTH = 1024 * 1024;
    private static final int DATAGRAM = 1408;
    private static final long TURN_NS = 20_000;
    private static final int TURNS = 20_000;

    private long nowNs = 1;

    /** What a receiver has said, on its way. */
    private record Message(long arrivesNs, long position, int window) {}

    /** A link: a peer that sends, and its image. */
    private final class Stream {
        private final ImageWindow window;
        private final long delayNs;
        private final Deque<Message> messages = new ArrayDeque<>();
        private final Deque<Long> arrivals = new ArrayDeque<>();
        private long limit;
        private long sent;
        private long arrived;
        private long told;
        private int toldWindow;
        private int statusMessages;
        private boolean sends;
        private int wholeLength;

        Stream(SocketBuffer buffer, long delayNs) {
            this(buffer, delayNs, DATAGRAM);
        }

        Stream(SocketBuffer buffer, long delayNs, int datagramLength) {
            window = new ImageWindow(buffer, TERM_LENGTH, datagramLength);
            this.delayNs = delayNs;
            toldWindow = window.initialWindowLength();
            limit = toldWindow;
        }

        void turn(boolean isLost) {
            while (!messages.isEmpty() && messages.peek().arrivesNs() <= nowNs) {
                Message message = messages.remove();
                limit = message.position() + message.window();
            }
            while (wholeLength > 0 && sent + wholeLength <= limit) {
                send(wholeLength);
            }
            while (sends && sent < limit) {
                send((int) Math.min(limit - sent, DATAGRAM));
            }
            while (!arrivals.isEmpty() && arrivals.peek() <= nowNs) {
                arrivals.remove();
                arrived = arrivals.remove();
            }
            long outcome = window.onTrackRebuild(nowNs, arrived, told, arrived, arrived, arrived, isLost);
            int length = CongestionControl.receiverWindowLength(outcome);
            if (CongestionControl.shouldForceStatusMessage(outcome)
                    || length != toldWindow
                    || arrived > told + CongestionControl.threshold(length)) {
                statusMessages++;
                told = arrived;
                toldWindow = length;
                messages.add(new Message(nowNs + delayNs, told, length));
            }
        }

        private void send(int length) {
            sent += length;
            arrivals.add(nowNs + delayNs);
            arrivals.add(sent);
        }

        /** How many bytes may be, or come, into the buffer. */
        long owed() {
            return Math.max(limit, sent) - arrived;
        }
    }

    private void requireRoom(List<Stream> streams, int run) {
        long owed = streams.stream().mapToLong(Stream::owed).sum();
        assertThat(owed).as("promised in run %s", run).isLessThanOrEqualTo(LENGTH);
    }

    @Test
    void promisesNoPartTwice() {
        Random random = SeededRandom.create(SocketBufferTest.class);
        for (int run = 0; run < 20; run++) {
            SocketBuffer buffer = new SocketBuffer(LENGTH);
            List<Stream> streams = new ArrayList<>();
            for (int turn = 0; turn < TURNS; turn++) {
                nowNs += TURN_NS;
                if (streams.size() < 32 && random.nextInt(200) == 0) {
                    streams.add(new Stream(buffer, TURN_NS * random.nextInt(50)));
                }
                if (!streams.isEmpty() && random.nextInt(50) == 0) {
                    Stream chosen = streams.get(random.nextInt(streams.size()));
                    chosen.sends = !chosen.sends;
                }
                if (!streams.isEmpty() && random.nextInt(2000) == 0) {
                    Stream ended = streams.remove(random.nextInt(streams.size()));
                    ended.window.close();
                }
                streams.forEach(each -> each.turn(random.nextInt(1000) == 0));
                requireRoom(streams, run);
            }
        }
    }

    @Test
    void givesAllThatSendMuchTheSame() {
        SocketBuffer buffer = new SocketBuffer(LENGTH);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Stream stream = new Stream(buffer, 5 * TURN_NS);
            stream.sends = true;
            streams.add(stream);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            nowNs += TURN_NS;
            streams.forEach(each -> each.turn(false));
        }
        long sum = streams.stream().mapToLong(each -> each.arrived).sum();
        assertThat(streams).allSatisfy(each -> assertThat(each.arrived).isGreaterThan(sum / 16 / 2));
    }

    @Test
    void givesTheOneThatSendsWhatTheOthersLeave() {
        SocketBuffer buffer = new SocketBuffer(LENGTH);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(new Stream(buffer, TURN_NS));
        }
        Stream busy = streams.get(7);
        busy.sends = true;
        for (int turn = 0; turn < TURNS; turn++) {
            nowNs += TURN_NS;
            streams.forEach(each -> each.turn(false));
        }
        assertThat(busy.toldWindow).isGreaterThanOrEqualTo(LENGTH / 3);
    }

    @Test
    void takesBackWhatImagesHeldThatAreAskedNoMore() {
        SocketBuffer buffer = new SocketBuffer(LENGTH);
        Stream remains = new Stream(buffer, TURN_NS);
        for (int i = 0; i < 8; i++) {
            new Stream(buffer, TURN_NS).turn(false);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            nowNs += TURN_NS;
            remains.turn(false);
        }
        long shared = LENGTH - LENGTH / 16;
        assertThat(buffer.free()).isEqualTo(shared - remains.toldWindow);
    }

    @Test
    void goesBackWhileDatagramsAreLostAndGrowsAfterwards() {
        Stream stream = new Stream(new SocketBuffer(LENGTH), TURN_NS);
        stream.sends = true;
        for (int turn = 0; turn < 1000; turn++) {
            nowNs += TURN_NS;
            stream.turn(turn > 500);
        }
        int least = stream.toldWindow;
        assertThat(least).isEqualTo(16 * DATAGRAM);
        for (int turn = 0; turn < 1000; turn++) {
            nowNs += TURN_NS;
            stream.turn(false);
        }
        assertThat(stream.toldWindow).isGreaterThan(4 * least);
    }

    @Test
    void leavesEachADatagramHoweverManyThereAre() {
        SocketBuffer buffer = new SocketBuffer(LENGTH);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            Stream stream = new Stream(buffer, TURN_NS);
            stream.sends = true;
            streams.add(stream);
        }
        for (int turn = 0; turn < 100; turn++) {
            nowNs += TURN_NS;
            streams.forEach(each -> each.turn(false));
        }
        assertThat(streams).allSatisfy(each -> assertThat(each.arrived).isGreaterThan(10L * DATAGRAM));
    }

    @ParameterizedTest
    @CsvSource({
        "65536, 8928, 1", "212992, 32768, 1", "212992, 8928, 4", "212992, 1408, 18", "212992, 8928, 64",
        "212992, 1408, 64", "65536, 65504, 1", "65536, 65504, 4", "8388608, 8928, 58", "8388608, 8928, 400"
    })
    void letsAWholeDatagramFollowASmallFrame(int socketLength, int datagramLength, int links) {
        SocketBuffer buffer = new SocketBuffer(socketLength / 2);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            Stream stream = new Stream(buffer, TURN_NS, datagramLength);
            stream.send(64);
            streams.add(stream);
        }
        turnAll(streams, 10);
        streams.forEach(each -> each.wholeLength = datagramLength);
        turnAll(streams, 100);
        assertThat(streams).allSatisfy(each -> assertThat(each.arrived).isGreaterThan(5L * datagramLength));
    }

    @Test
    void letsAWholeDatagramGoThoughIdleLinksHoldTheWholeBuffer() {
        SocketBuffer buffer = new SocketBuffer(LENGTH);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Stream holder = new Stream(buffer, TURN_NS);
            holder.sends = true;
            streams.add(holder);
            turnAll(streams, 1000);
        }
        streams.forEach(each -> each.sends = false);
        for (int i = 0; i < 64; i++) {
            Stream stream = new Stream(buffer, TURN_NS, 32_768);
            stream.send(64);
            streams.add(stream);
        }
        turnAll(streams, 10);
        List<Stream> late = streams.subList(2, streams.size());
        late.forEach(each -> each.wholeLength = 32_768);
        turnAll(streams, 100);
        assertThat(late).allSatisfy(each -> assertThat(each.arrived).isGreaterThan(5L * 32_768));
    }

    @Test
    void sendsNoMoreStatusMessagesThanAQuarterOfTheWindowCallsFor() {
        Stream stream = new Stream(new SocketBuffer(LENGTH), TURN_NS);
        stream.wholeLength = DATAGRAM;
        turnAll(List.of(stream), 5000);
        int before = stream.statusMessages;
        long arrivedBefore = stream.arrived;
        turnAll(List.of(stream), 5000);
        long quarters = (stream.arrived - arrivedBefore) / CongestionControl.threshold(stream.toldWindow);
        assertThat(stream.statusMessages - before).isLessThanOrEqualTo((int) quarters + 1);
    }

    private void turnAll(List<Stream> streams, int turns) {
        for (int turn = 0; turn < turns; turn++) {
            nowNs += TURN_NS;
            streams.forEach(each -> each.turn(false));
        }
    }
}
