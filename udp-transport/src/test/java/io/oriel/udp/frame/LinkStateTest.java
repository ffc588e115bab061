// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.Port;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.process.CounterStarts;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class LinkStateTest {
    private static final int MAX_LENGTH = 1360;
    private static final int RANDOM_INPUTS = 200_000;

    private final OwnState own = new OwnState(MAX_LENGTH);
    private final PeerState peer = new PeerState();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_LENGTH]);

    private void tell() {
        int length = own.length();
        own.write(buffer, 0);
        assertThat(peer.read(buffer, 0, length)).isTrue();
    }

    @Test
    void tellsTheAcknowledgementAndCredits() {
        own.acknowledge(AcknowledgementWord.of(17, 1));
        ShownCredit credit = own.show(5, 6, creditWord(1, 10));
        own.show(Port.MAX_ENDPOINTS - 1, 7, creditWord(2, 20));
        credit.set(creditWord(1, 11));
        assertThat(own.isNew()).isTrue();

        tell();

        assertThat(own.isNew()).isFalse();
        assertThat(peer.isAcknowledgementNew()).isTrue();
        assertThat(peer.acknowledgement()).isEqualTo(AcknowledgementWord.of(17, 1));
        assertThat(peer.isAcknowledgementNew()).isFalse();
        assertThat(peer.credit(5)).isEqualTo(creditWord(1, 11));
        assertThat(peer.credit(Port.MAX_ENDPOINTS - 1)).isEqualTo(creditWord(2, 20));
        assertThat(peer.credit(100)).isZero();
    }

    @Test
    void tellsNothingThatAFrameHasTold() {
        ShownCredit credit = own.show(5, 6, creditWord(1, 0));
        own.acknowledge(AcknowledgementWord.of(1, 0));
        tell();
        credit.set(creditWord(1, 12));
        own.acknowledge(AcknowledgementWord.of(2, 0));
        assertThat(own.isNew()).isTrue();

        own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 6, 3), 12, 2));

        assertThat(own.isNew()).isFalse();
    }

    @Test
    void tellsWhatAFrameOfAnotherEndpointOrCountHasNotTold() {
        ShownCredit credit = own.show(5, 6, creditWord(1, 0));
        tell();
        credit.set(creditWord(1, 12));

        own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 7, 3), 12, 0));
        assertThat(own.isNew()).isTrue();
        own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 6, 3), 11, 0));
        assertThat(own.isNew()).isTrue();
    }

    @Test
    void tellsNothingOfAnEndpointWhoseIdAnotherHasTaken() {
        ShownCredit former = own.show(5, 6, creditWord(1, 10));
        tell();
        former.set(creditWord(2, 0)); // by the new one, before it has a peer
        ShownCredit.end(former);
        ShownCredit credit = own.show(5, 7, creditWord(2, 0));
        credit.set(creditWord(2, 1));

        tell();

        assertThat(peer.credit(5)).isEqualTo(creditWord(2, 1));
        assertThat(own.isNew()).isFalse();
    }

    @Test
    void takesTheCreditOfALaterEndpointThoughItsGenerationIsTheSameAgain() {
        ShownCredit former = own.show(5, 6, creditWord(1, 10));
        tell();
        ShownCredit.end(former);
        own.show(5, 7, creditWord(1, 0));

        tell();

        assertThat(peer.credit(5)).isEqualTo(creditWord(1, 0));
    }

    @Test
    void answersWithCreditToo() {
        own.acknowledge(AcknowledgementWord.of(1, 0));
        ShownCredit former = own.show(4, 3, creditWord(1, 5));
        own.show(5, 6, creditWord(1, 10));
        tell();
        ShownCredit.end(former);

        own.answer();

        assertThat(own.isDue(false)).isTrue();
        PeerState forgetful = new PeerState();
        int length = own.length();
        own.write(buffer, 0);
        assertThat(forgetful.read(buffer, 0, length)).isTrue();
        assertThat(forgetful.credit(5)).isEqualTo(creditWord(1, 10));
        assertThat(forgetful.credit(4)).as("of an endpoint that has ended").isZero();
    }

    @Test
    void answersWithAllCreditInSeveralAnswersIfThereIsMoreThanAFrameHolds() {
        int count = 500;
        for (int id = 0; id < count; id++) {
            own.show(id, id, creditWord(0, id + 1));
        }
        while (own.isNew()) {
            tell();
        }
        PeerState forgetful = new PeerState();

        for (int question = 0; question < 20; question++) {
            own.answer();
            int length = own.length();
            assertThat(length).isLessThanOrEqualTo(MAX_LENGTH);
            own.write(buffer, 0);
            assertThat(forgetful.read(buffer, 0, length)).isTrue();
            assertThat(own.isNew()).isFalse();
        }

        for (int id = 0; id < count; id++) {
            assertThat(forgetful.credit(id)).isEqualTo(creditWord(0, id + 1));
        }
    }

    private int pollsUntilDue() {
        int polls = 1;
        while (!own.isDue(false)) {
            polls++;
        }
        return polls;
    }

    @Test
    void tellsAnAcknowledgementInTheNextPollThatTakesNothing() {
        own.acknowledge(AcknowledgementWord.of(1, 0));

        assertThat(own.isDue(true)).isFalse();
        assertThat(own.isDue(false)).isTrue();
    }

    @Test
    void tellsOfManyFramesAtOnce() {
        own.acknowledge(AcknowledgementWord.of(1, 0));
        tell();
        own.acknowledge(AcknowledgementWord.of(OwnState.MUCH_ACKNOWLEDGED, 0));
        assertThat(own.isMuchAcknowledged()).isFalse();
        own.acknowledge(AcknowledgementWord.of(OwnState.MUCH_ACKNOWLEDGED + 1, 0));
        assertThat(own.isMuchAcknowledged()).isTrue();
        tell();

        long frame = 2 * OwnState.MUCH_ACKNOWLEDGED;
        own.acknowledge(AcknowledgementWord.of(frame, 0));
        own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 6, 3), 0, frame));
        own.acknowledge(AcknowledgementWord.of(frame + 1, 0));

        assertThat(own.isMuchAcknowledged()).isFalse();
    }

    @Test
    void tellsOfSeveralFramesTogetherWhileTheyCome() {
        for (int frame = 1; frame <= 10 * (OwnState.ACKNOWLEDGEMENT_PATIENCE + 1); frame++) {
            own.acknowledge(AcknowledgementWord.of(frame, 0));
            boolean isDue = own.isDue(true);

            assertThat(isDue)
                    .as("after frame %d", frame)
                    .isEqualTo(frame % (OwnState.ACKNOWLEDGEMENT_PATIENCE + 1) == 0);
            if (isDue) {
                tell();
            }
        }
    }

    @Test
    void givesAFrameTimeToTellCredit() {
        ShownCredit credit = own.show(5, 6, creditWord(1, 0));
        tell();
        for (int posted = 1; posted <= 10; posted++) {
            credit.set(creditWord(1, posted));
            for (int poll = 0; poll < OwnState.CREDIT_PATIENCE; poll++) {
                assertThat(own.isDue(false)).isFalse();
            }
            own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 6, 3), posted, 0));
        }
        assertThat(own.isNew()).isFalse();
    }

    @Test
    void tellsCreditThatNoFrameTellsInTime() {
        ShownCredit credit = own.show(5, 6, creditWord(1, 0));
        tell();
        for (int posted = 1; posted <= 10; posted++) {
            credit.set(creditWord(1, posted));

            assertThat(pollsUntilDue()).isEqualTo(OwnState.CREDIT_PATIENCE + 1);
            tell();
        }
    }

    @Test
    void tellsCreditThatThePeerMayWaitForInTheNextPoll() {
        ShownCredit credit = own.show(5, 6, creditWord(1, 0));
        tell();
        own.hasten(); // of nothing
        credit.set(creditWord(1, 1));
        assertThat(own.isDue(false)).isFalse();

        own.hasten();

        assertThat(own.isDue(false)).isTrue();
        tell();
        credit.set(creditWord(1, 2));
        assertThat(own.isDue(false)).isFalse();
    }

    @Test
    void tellsHowManyFailuresThereWereThoughAFrameHasAcknowledged() {
        own.acknowledge(AcknowledgementWord.of(2, 1));

        own.toldBy(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 6, 3), 0, 2));

        assertThat(own.isNew()).isTrue();
    }

    @Test
    void tellsMoreCreditsThanOneFrameHoldsInSeveral() {
        int count = 500;
        for (int id = 0; id < count; id++) {
            own.show(id, id, creditWord(0, id + 1));
        }
        int frames = 0;
        while (own.isNew()) {
            assertThat(own.length()).isLessThanOrEqualTo(MAX_LENGTH);
            tell();
            frames++;
        }

        assertThat(frames).isGreaterThan(1);
        for (int id = 0; id < count; id++) {
            assertThat(peer.credit(id)).isEqualTo(creditWord(0, id + 1));
        }
    }

    @Test
    void keepsTheLaterAcknowledgement() {
        peer.acknowledge(AcknowledgementWord.of(5, 0));
        peer.acknowledge(AcknowledgementWord.of(4, 9));

        assertThat(peer.acknowledgement()).isEqualTo(AcknowledgementWord.of(5, 0));
    }

    @Test
    void keepsTheLaterAcknowledgementAcrossTheWrapOfItsSequence() {
        long start = (1L << 47) - 1;
        CounterStarts.run(start, () -> {
            PeerState late = new PeerState();
            late.acknowledge(AcknowledgementWord.of(start + 2, start));
            late.acknowledge(AcknowledgementWord.of(start, start));

            assertThat(late.acknowledgement()).isEqualTo(AcknowledgementWord.of(start + 2, start));
            assertThat(late.acknowledged()).isEqualTo(start + 2);
        });
    }

    @Test
    void tellsOfManyFramesAtOnceAcrossTheWrapOfTheirSequence() {
        long wrap = 1L << 47;
        own.acknowledge(AcknowledgementWord.of(wrap - 2, 0));
        tell();
        own.acknowledge(AcknowledgementWord.of(wrap + OwnState.MUCH_ACKNOWLEDGED - 3, 0));
        assertThat(own.isMuchAcknowledged()).isFalse();
        own.acknowledge(AcknowledgementWord.of(wrap + OwnState.MUCH_ACKNOWLEDGED - 2, 0));
        assertThat(own.isMuchAcknowledged()).isTrue();
    }

    @Test
    void readsRandomBytesOrNothing() {
        Random random = SeededRandom.create(LinkStateTest.class);
        for (int count = 0; count < RANDOM_INPUTS; count++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length >= 12 && random.nextBoolean()) { // a header that is right
                UnsafeBuffer right = new UnsafeBuffer(bytes);
                right.putShort(8, (short) 16, java.nio.ByteOrder.LITTLE_ENDIAN);
                right.putShort(10, (short) ((bytes.length - 12) / 16), java.nio.ByteOrder.LITTLE_ENDIAN);
            }
            // A buffer of just this length: an access beyond it throws.
            boolean read = peer.read(new UnsafeBuffer(bytes), 0, bytes.length);
            assertThat(read && bytes.length % 16 != 12).isFalse();
        }
    }

    /** Carried as it is, so any word will do. */
    private static long creditWord(int generation, long posted) {
        return ((long) generation << Integer.SIZE) | posted;
    }
}
