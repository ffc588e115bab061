// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutboxTest {
    private static final int DATAGRAM = 1408;
    private static final int FRAME = 128;

    private int sent;
    private int left = Integer.MAX_VALUE;
    private int submitted;
    private boolean isRoom = true;
    private final Outbox outbox = new Outbox(this::send, DATAGRAM);
    private final Outbox.Frames frames = this::submit;

    private boolean submit() {
        submitted += isRoom ? 1 : 0;
        return isRoom;
    }

    private int send() {
        if (left == 0) {
            return 0;
        }
        left--;
        sent++;
        return DATAGRAM;
    }

    private void post(int length) {
        outbox.add(frames, length);
        assertThat(outbox.announce()).isTrue();
    }

    private void progress() {
        outbox.beginProgress();
        outbox.flush();
    }

    @Test
    void sendsAPostThatComesAloneAtOnce() {
        for (int count = 1; count <= 3; count++) {
            post(FRAME);

            assertThat(sent).isEqualTo(count);
            assertThat(outbox.isEmpty()).isTrue();
            progress();
        }
    }

    @Test
    void keepsFurtherPostsForTheNextProgress() {
        post(FRAME);
        post(FRAME);
        post(FRAME);
        assertThat(sent).isEqualTo(1);
        assertThat(outbox.isEmpty()).isFalse();

        progress();

        assertThat(sent).isEqualTo(2);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void keepsTheFirstAsWellWhereSeveralHaveComeBefore() {
        post(FRAME);
        post(FRAME);
        progress();
        progress(); // in which nothing is posted
        int before = sent;

        post(FRAME);
        assertThat(sent).isEqualTo(before);
        progress();
        assertThat(sent).isEqualTo(before + 1);

        post(FRAME);
        assertThat(sent).as("it came alone").isEqualTo(before + 2);
    }

    @Test
    void sendsWhatFillsADatagram() {
        post(FRAME);
        post(FRAME);
        post(DATAGRAM);
        assertThat(sent).isGreaterThan(1);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void sendsWhatNeedsSeveralDatagramsInSeveral() {
        post(3 * DATAGRAM + 1);

        assertThat(sent).isEqualTo(4);
    }

    @Test
    void stopsWhenNoMoreCanGo() {
        left = 2;

        post(5 * DATAGRAM);

        assertThat(sent).isEqualTo(2);
    }

    @Test
    void sendsWhatIsCommittedInAProgressAtItsEnd() {
        outbox.beginProgress();
        outbox.add(frames, FRAME);
        assertThat(outbox.announce()).isTrue();
        outbox.add(frames, FRAME);
        assertThat(outbox.announce()).isTrue();
        assertThat(sent).isZero();

        outbox.flush();

        assertThat(sent).isEqualTo(1);
    }

    @Test
    void keepsABatchUntilItIsSubmitted() {
        outbox.startBatch();
        post(FRAME);
        post(FRAME);
        assertThat(sent).isZero();

        outbox.flush();

        assertThat(sent).isEqualTo(1);
    }

    @Test
    void sendsABatchThatIsNeverSubmittedInTheNextProgress() {
        outbox.startBatch();
        post(FRAME);
        progress();
        assertThat(sent).isEqualTo(1);

        post(FRAME);

        assertThat(sent).as("a progress ends a batch").isEqualTo(2);
    }

    @Test
    void tellsThatNothingWasCommitted() {
        assertThat(outbox.announce()).isFalse();
        post(FRAME);
        post(FRAME);
        assertThat(outbox.announce()).as("since the last post").isFalse();
    }

    @Test
    void hasFramesSubmittedBeforeTheyAreSent() {
        post(FRAME);

        assertThat(submitted).isEqualTo(1);
        progress();
        assertThat(submitted).isEqualTo(1);
    }

    @Test
    void triesFramesWithoutRoomAgainInEachProgress() {
        isRoom = false;
        post(FRAME);
        progress();
        isRoom = true;

        progress();

        assertThat(submitted).isEqualTo(1);
        progress();
        assertThat(submitted).isEqualTo(1);
    }

    @Test
    void forgetsTheFramesOfALinkThatHasEnded() {
        isRoom = false;
        post(FRAME);
        isRoom = true;

        outbox.remove(frames);

        progress();
        assertThat(submitted).isZero();
    }
}
