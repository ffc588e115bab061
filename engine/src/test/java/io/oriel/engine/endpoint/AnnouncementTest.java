// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FrameWord;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A peer that sleeps is woken once for what one call has published, and never missed. */
class AnnouncementTest {
    private static final int LONG = 5 * EndpointFixture.MAX_PAYLOAD;

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void aPostThatSendsAnnouncesOnce() {
        fixture.grantCredit(2);

        send(ScatterGatherList.empty());
        assertAnnounced(1);
        send(ScatterGatherList.of(
                fixture.regions.add(new UnsafeBuffer(new byte[LONG]), 0), 0, LONG)); // in several frames
        assertAnnounced(1);
    }

    @Test
    void aPostInABatchOrWithDeferAnnouncesToo() {
        fixture.grantCredit(3);
        assertThat(endpoint.startRequestBatch()).isEqualTo(NdStatus.SUCCESS);

        send(ScatterGatherList.empty());
        assertAnnounced(1);
        assertThat(endpoint.send(2, ScatterGatherList.empty(), OpFlags.DEFER)).isEqualTo(NdStatus.SUCCESS);
        assertAnnounced(1);
    }

    @Test
    void aPostThatCannotSendAnnouncesNothing() {
        send(ScatterGatherList.empty());

        assertAnnounced(0);
    }

    @Test
    void aProgressThatSendsAnnounces() {
        send(ScatterGatherList.empty());
        fixture.grantCredit(1);

        fixture.progress();

        assertAnnounced(1);
    }

    @Test
    void aProgressThatAcknowledgesAnnouncesOnceForAllFrames() {
        for (int count = 0; count < 3; count++) {
            assertThat(endpoint.receive(count, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        }
        fixture.link.takeAnnouncements();
        for (int count = 0; count < 3; count++) {
            arrive();
        }

        fixture.progress();

        assertAnnounced(1);
    }

    @Test
    void aProgressThatDoesNothingAnnouncesNothing() {
        fixture.progress();

        assertAnnounced(0);
    }

    @Test
    void aReceiveAnnouncesOnlyWhenThePeerMayWantIt() {
        assertThat(endpoint.receive(1, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        assertAnnounced(1);
        assertThat(endpoint.receive(2, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        assertAnnounced(0);

        arrive();
        arrive();
        fixture.progress();
        assertAnnounced(1);
        assertThat(endpoint.receive(3, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        assertAnnounced(1);
    }

    @Test
    void aSleeperLooksAtTheAcknowledgementWord() {
        fixture.grantCredit(1);
        send(ScatterGatherList.empty());
        fixture.progress(); // which looks for frames first, for a while
        fixture.link.acknowledgement(AcknowledgementWord.of(1, 0));

        fixture.end.progressFully();

        assertThat(fixture.completions()).containsExactly("SEND SUCCESS 1");
    }

    @Test
    void nothingIsLeftToDoForEverWithoutRequests() {
        assertThat(fixture.end.idleNs()).isEqualTo(Long.MAX_VALUE);
        fixture.grantCredit(1);
        send(ScatterGatherList.empty());
        assertThat(fixture.end.idleNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSendWithoutCreditSleepsUntilItsTimeIsOver() {
        send(ScatterGatherList.empty());

        assertThat(fixture.end.idleNs()).isBetween(1L, EndpointFixture.RECEIVER_NOT_READY_NS + 1);
        fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS / 2);
        assertThat(fixture.end.idleNs()).isBetween(1L, EndpointFixture.RECEIVER_NOT_READY_NS / 2 + 1);
        fixture.loop.advance(fixture.end.idleNs());
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1");
    }

    @Test
    void aSendWithoutRoomIsTriedAgainSoon() {
        fixture.grantCredit(1);
        fixture.link.room(0);
        send(ScatterGatherList.empty());

        assertThat(fixture.end.idleNs()).isEqualTo(LinkEnd.RETRY_NS);
    }

    private void send(ScatterGatherList list) {
        assertThat(endpoint.send(1, list, OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
    }

    /** The peer's next message; it has seen nothing of ours. */
    private void arrive() {
        int id = endpoint.connection().id();
        long word =
                FrameWord.of(FrameWord.TYPE_SEND, 0, id, endpoint.connection().generation());
        fixture.link.arrive(FrameWord.with(word, 0, 0), new byte[0]);
    }

    private void assertAnnounced(int times) {
        assertThat(fixture.link.takeAnnouncements()).isEqualTo(times);
        assertThat(fixture.link.hasUnannounced()).isFalse();
    }
}
