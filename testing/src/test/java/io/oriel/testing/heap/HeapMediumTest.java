// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.heap.host.HeapHabits;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The medium in the heap itself: a wrong one would let wrong engines pass. */
final class HeapMediumTest {
    /** An adapter that writes down what its port tells it. */
    private static final class Recorder implements PortOwner, LinkHandler, DialHandler {
        private final List<String> events = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();

        @Override
        public LinkHandler linkOpened(Link link) {
            links.add(link);
            events.add("opened");
            return this;
        }

        @Override
        public void removed(String reason) {
            events.add("removed");
        }

        @Override
        public void onControl(DirectBuffer buffer, int offset, int length) {
            events.add("control " + buffer.getByte(offset));
        }

        @Override
        public void onPeerClosed() {
            events.add("closed");
        }

        @Override
        public void onPeerDied() {
            events.add("died");
        }

        @Override
        public void dialled(Link link) {
            events.add("dialled");
        }

        @Override
        public void failed(NdStatus status, String reason) {
            events.add("failed " + status);
        }

        private Link link() {
            return links.get(0);
        }
    }

    private HeapMedium medium = new HeapMedium(HeapConditions.calm());
    private HeapProcess one = medium.newProcess();
    private HeapProcess other = medium.newProcess();
    private final Recorder dialler = new Recorder();
    private final Recorder listener = new Recorder();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void carriesFramesAndMessagesInOrder(long seed) {
        begin(seed == 0 ? HeapConditions.calm() : HeapConditions.seeded(seed));
        connect();
        List<Long> words = new ArrayList<>();

        for (int sent = 0; words.size() < 200; ) {
            if (sent < 200 && dialler.link().tryClaim(8)) {
                dialler.link().claimedBuffer().putLong(dialler.link().claimedOffset(), sent * 3L);
                dialler.link().commit(sent++);
            }
            listener.link()
                    .poll(
                            (word, buffer, offset, length) -> {
                                assertThat(length).isEqualTo(8);
                                assertThat(buffer.getLong(offset)).isEqualTo(word * 3);
                                words.add(word);
                            },
                            10);
            medium.time().step();
        }
        one.loop().runOnAgent(() -> {
            for (int i = 0; i < 3; i++) {
                dialler.link().sendControl(new UnsafeBuffer(new byte[] {(byte) i}), 0, 1);
            }
            dialler.link().close();
        });
        medium.time().pass(10_000_000);

        assertThat(words).isSorted().doesNotHaveDuplicates();
        assertThat(listener.events).containsExactly("opened", "control 0", "control 1", "control 2", "closed");
        assertThat(medium.violations()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void showsFramesBeforeTheWordsPublishedAfterThem(long seed) {
        begin(HeapConditions.seeded(seed));
        connect();
        long taken = 0;

        for (long sent = 0; taken < 100; ) {
            if (sent < 100 && dialler.link().tryClaim(0)) {
                dialler.link().commit(0);
                dialler.link().publishAcknowledgement(++sent);
            }
            long published = listener.link().acknowledgement();
            int polled;
            while ((polled = listener.link().poll((word, buffer, offset, length) -> {}, 1)) > 0) {
                taken += polled;
            }
            assertThat(taken).isGreaterThanOrEqualTo(published);
            medium.time().step();
        }
    }

    @Test
    void refusesClaimsWhenTheLogIsFull() {
        begin(new HeapConditions(0, 256, 4 * 256, 0, 0, 0, 0, false, HeapHabits.none()));
        connect();
        int claims = 0;
        while (dialler.link().tryClaim(256 - HeapConditions.FRAME_OVERHEAD)) {
            dialler.link().commit(claims++);
        }

        assertThat(claims).isEqualTo(4);
        assertThat(listener.link().poll((word, buffer, offset, length) -> {}, 1))
                .isEqualTo(1);
        assertThat(dialler.link().tryClaim(1)).isTrue();
    }

    @Test
    void letsTheSurvivorTakeWhatTheDeadHadPublished() {
        begin(HeapConditions.seeded(7));
        connect();
        while (!dialler.link().tryClaim(0)) {
            medium.time().step();
        }
        one.crashAfter(CrashPoint.COMMIT, 1);
        dialler.link().commit(5);
        dialler.link().publishAcknowledgement(6);

        medium.time().pass(10_000_000);

        assertThat(one.isAlive()).isFalse();
        assertThat(listener.events).containsExactly("opened", "died");
        assertThat(listener.link().acknowledgement()).isZero();
        assertThat(listener.link()
                        .poll((word, buffer, offset, length) -> assertThat(word).isEqualTo(5), 9))
                .isEqualTo(1);
    }

    @Test
    void holdsWhatIsSentOverACutNetwork() {
        begin(HeapConditions.calm());
        connect();
        medium.network().cut(one, other);
        send(1, 2, (byte) 3);

        medium.time().pass(1_000_000);
        assertThat(listener.link().poll((word, buffer, offset, length) -> {}, 9))
                .isZero();
        assertThat(listener.link().acknowledgement()).isZero();
        assertThat(listener.events).containsExactly("opened");
        medium.network().heal(one, other);
        medium.time().pass(1_000_000);

        assertThat(listener.events).containsExactly("opened", "control 3");
        assertThat(listener.link().acknowledgement()).isEqualTo(2);
        assertThat(listener.link()
                        .poll((word, buffer, offset, length) -> assertThat(word).isEqualTo(1), 9))
                .isOne();
    }

    @Test
    void losesALinkThatIsCutForLong() {
        begin(HeapConditions.calm());
        connect();
        medium.network().cut(one, other);
        send(1, 2, (byte) 3);

        medium.time().pass(TimeoutConfig.defaults().deadPeer().toNanos() + 1_000_000);
        medium.network().heal(one, other);
        medium.time().pass(1_000_000);

        assertThat(dialler.events).containsExactly("opened", "dialled", "died");
        assertThat(listener.events).containsExactly("opened", "died");
        assertThat(listener.link().poll((word, buffer, offset, length) -> {}, 9))
                .isZero();
        assertThat(medium.violations()).isEmpty();
    }

    @Test
    void keepsALinkThatIsCutForLongInTwoParts() {
        begin(HeapConditions.calm());
        connect();
        long mostOfTheTimeNs = TimeoutConfig.defaults().deadPeer().toNanos() * 2 / 3;

        for (int i = 0; i < 2; i++) {
            medium.network().cut(one, other);
            medium.time().pass(mostOfTheTimeNs);
            medium.network().heal(one, other);
        }
        medium.time().pass(mostOfTheTimeNs);

        assertThat(dialler.events).containsExactly("opened", "dialled");
        assertThat(listener.events).containsExactly("opened");
    }

    private void send(long frame, long word, byte message) {
        assertThat(dialler.link().tryClaim(0)).isTrue();
        dialler.link().commit(frame);
        dialler.link().publishAcknowledgement(word);
        one.loop().runOnAgent(() -> dialler.link().sendControl(new UnsafeBuffer(new byte[] {message}), 0, 1));
    }

    @Test
    void findsNobodyWhereADeadProcessListened() {
        begin(HeapConditions.calm());
        Port port = port(one, dialler);
        Port.Listening listening = listen(port(other, listener));
        other.kill();

        dial(port, listening);

        assertThat(dialler.events).containsExactly("failed CONNECTION_REFUSED");
    }

    @Test
    void findsTheLinkThatThereIs() {
        begin(HeapConditions.calm());
        Port port = port(one, dialler);
        Port.Listening listening = listen(port(other, listener));

        dial(port, listening);
        dial(port, listening);

        assertThat(dialler.events).containsExactly("opened", "dialled", "dialled");
        assertThat(listener.links).hasSize(1);
    }

    @Test
    void tellsAdaptersThatTheMediumIsGone() {
        begin(HeapConditions.calm());
        connect();

        other.removeMedium("a test");
        medium.time().pass(1_000_000);

        assertThat(listener.events).containsExactly("opened", "removed");
        assertThat(listener.link().tryClaim(1)).isFalse();
    }

    @Test
    void notesWhatBreaksItsRules() {
        begin(HeapConditions.calm());
        connect();
        assertThat(dialler.link().tryClaim(8)).isTrue();
        dialler.link().claimedBuffer().putByte(dialler.link().claimedOffset() + 8, (byte) 1);
        dialler.link().commit(1);
        dialler.link().close();

        assertThat(medium.violations()).hasSize(2);
        assertThat(medium.violations().get(0)).contains("stays inside");
        assertThat(medium.violations().get(1)).contains("is for the agent");
    }

    @Test
    void repeatsARunOfTheSameSeed() {
        assertThat(trace(11)).isEqualTo(trace(11)).isNotEqualTo(trace(12));
    }

    private List<String> trace(long seed) {
        begin(HeapConditions.seeded(seed));
        List<String> trace = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int task = i;
            one.loop()
                    .execute(() ->
                            trace.add("one " + task + " at " + medium.time().nanoTime()));
            other.loop()
                    .executeBlocking(() ->
                            trace.add("other " + task + " at " + medium.time().nanoTime()));
        }
        medium.time().pass(10_000_000);
        return trace;
    }

    private void begin(HeapConditions conditions) {
        medium = new HeapMedium(conditions);
        one = medium.newProcess();
        other = medium.newProcess();
    }

    private void connect() {
        dial(port(one, dialler), listen(port(other, listener)));
        assertThat(dialler.events).containsExactly("opened", "dialled");
    }

    private static Port port(HeapProcess process, Recorder owner) {
        return process.factory()
                .open(OrielConfig.defaults(), process.loop())
                .openPort(HeapTransport.ADDRESSES.get(0), owner);
    }

    private static Port.Listening listen(Port port) {
        return port.listen(new InetSocketAddress(HeapTransport.ADDRESSES.get(0), 0));
    }

    private void dial(Port port, Port.Listening listening) {
        one.loop().runOnAgent(() -> port.dial(listening.address(), dialler));
        medium.time().pass(10_000_000);
    }
}
