// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.SeededRandom;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PeerAcknowledgementsTest {
    private final Object[] endpoints = {new Object(), new Object(), new Object()};
    private final PeerAcknowledgements.PendingFrames<Object> pending = new PeerAcknowledgements.PendingFrames<>();

    @Test
    void isEmptyAtFirst() {
        assertThat(pending.take(Long.MAX_VALUE)).isNull();
    }

    @Test
    void givesOutWhatIsNotBeyondTheAcknowledgement() {
        pending.add(3, endpoints[0]);
        pending.add(5, endpoints[1]);

        assertThat(pending.take(2)).isNull();
        assertThat(pending.take(4)).isSameAs(endpoints[0]);
        assertThat(pending.take(4)).isNull();
        assertThat(pending.take(5)).isSameAs(endpoints[1]);
        assertThat(pending.take(Long.MAX_VALUE)).isNull();
    }

    @Test
    void keepsTheOrderWhateverItHolds() {
        Random random = SeededRandom.create(PeerAcknowledgementsTest.class);
        Deque<Long> model = new ArrayDeque<>();
        long sequence = 0;

        for (int step = 0; step < 50_000; step++) {
            if (random.nextInt(100) < (step / 5000 % 2 == 0 ? 60 : 40)) { // grows, then shrinks, again and again
                sequence += 1 + random.nextInt(3);
                pending.add(sequence, endpoints[(int) (sequence % 3)]);
                model.add(sequence);
            } else {
                long acknowledged = model.isEmpty() ? sequence : model.getFirst() - 1 + random.nextInt(2);
                Object taken = pending.take(acknowledged);
                if (model.isEmpty() || model.getFirst() > acknowledged) {
                    assertThat(taken).isNull();
                } else {
                    assertThat(taken).isSameAs(endpoints[(int) (model.removeFirst() % 3)]);
                }
            }
        }
    }

    /** The acknowledgements of a link whose peer is the test, with two frames sent. */
    private static final class Acknowledged {
        final FakeLink link = new FakeLink(64);
        private final LinkLife life = new LinkLife(() -> {});
        private final OutboundFrames outbound = new OutboundFrames(
                link, new FakePort(), () -> false, life, new OwnAcknowledgements(link, () -> Long.MAX_VALUE));
        final PeerAcknowledgements peers = new PeerAcknowledgements(link, outbound);

        Acknowledged() {
            outbound.beginTurn();
            for (int frame = 0; frame < 2; frame++) {
                assertThat(outbound.tryClaim(0)).isTrue();
                outbound.commit(0, 0);
            }
        }

        /** Counts the empty polls after which a frame counts as executed of which only the word tells. */
        int pollsUntilExecuted(long sequence) {
            link.acknowledgement(AcknowledgementWord.of(sequence, 0));
            int polls = 0;
            while (outbound.executed() < sequence) {
                peers.foundNoFrame();
                polls++;
            }
            return polls;
        }
    }

    @Test
    void readsTheWordInEachEmptyPollWhileOnlyWordsCome() {
        Acknowledged acknowledged = new Acknowledged();

        assertThat(acknowledged.pollsUntilExecuted(1)).isEqualTo(1);
        assertThat(acknowledged.pollsUntilExecuted(2)).isEqualTo(1);
    }

    @Test
    void readsTheWordAfterSomeEmptyPollsWhereAFrameBroughtTheLastAcknowledgement() {
        Acknowledged acknowledged = new Acknowledged();
        acknowledged.peers.take(1);
        acknowledged.peers.framesCame();

        assertThat(acknowledged.pollsUntilExecuted(2)).as("a microsecond").isBetween(20, 100);
    }

    @Test
    void readsTheWordAcrossTheWrapOfItsSequence() {
        long start = (1L << 47) - 1;
        System.setProperty(CounterStart.PROPERTY, Long.toString(start));
        try {
            Acknowledged acknowledged = new Acknowledged();
            for (long sequence = start + 1; sequence <= start + 2; sequence++) {
                acknowledged.link.acknowledgement(AcknowledgementWord.of(sequence, start));
                acknowledged.peers.foundNoFrame();

                assertThat(acknowledged.peers.count()).isEqualTo(sequence);
            }
        } finally {
            System.clearProperty(CounterStart.PROPERTY);
        }
    }

    @Test
    void countsNoEmptyPollsFromThenOnWhichWouldOverflow() {
        Acknowledged acknowledged = new Acknowledged();
        acknowledged.peers.take(1);
        acknowledged.peers.framesCame();
        for (int polls = 0; polls < 1000; polls++) {
            acknowledged.peers.foundNoFrame();
        }
        List<Object> settled = fields(acknowledged.peers);
        acknowledged.peers.foundNoFrame();

        assertThat(fields(acknowledged.peers)).isEqualTo(settled);
        assertThat(acknowledged.pollsUntilExecuted(2)).isEqualTo(1);
    }

    private static List<Object> fields(PeerAcknowledgements of) {
        List<Object> values = new ArrayList<>();
        for (Field field : PeerAcknowledgements.class.getDeclaredFields()) {
            field.setAccessible(true);
            try {
                values.add(field.get(of));
            } catch (IllegalAccessException e) {
                throw new LinkageError("a field of a class of this package", e);
            }
        }
        return values;
    }
}
