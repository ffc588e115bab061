// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.protocol.FrameWord;
import org.junit.jupiter.api.Test;

class ReceiverNotReadyTest {

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void endsASendThatHasWaitedForTooLong() {
        send(1);
        fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS + 1);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1");
    }

    @Test
    void countsTheWaitOfEachSendByItself() {
        send(1);
        arriveCredit(1, 0);
        fixture.progress();
        arriveCredit(1, 1);
        fixture.progress();
        assertThat(fixture.completions()).contains("SEND SUCCESS 1");

        fixture.loop.advance(10 * EndpointFixture.RECEIVER_NOT_READY_NS);
        send(2);
        fixture.progress();
        assertThat(endpoint.isConnected()).as("its wait has only begun").isTrue();

        fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS + 1);
        fixture.progress();
        assertThat(endpoint.isConnected()).isFalse();
    }

    @Test
    void countsASilenceOfThePeerAsAPartOfTheWaitAtMost() {
        fixture.link.hear();
        send(1);
        fixture.loop.advance(10 * EndpointFixture.RECEIVER_NOT_READY_NS);
        fixture.progress();
        assertThat(fixture.completions()).as("the peer may have a Receive").isEmpty();

        for (int part = 0; part < 4; part++) {
            fixture.link.hear();
            fixture.progress();
            assertThat(fixture.completions()).as("part %s", part).isEmpty();
            fixture.loop.advance(10 * EndpointFixture.RECEIVER_NOT_READY_NS);
        }
        fixture.progress();
        assertThat(fixture.completions()).as("silent again").isEmpty();
        fixture.link.hear();
        fixture.progress();
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1");
    }

    @Test
    void endsASendWhosePeerIsHeardAgainAndAgainWithoutAReceive() {
        fixture.link.hear();
        send(1);
        for (int part = 0; part <= 10; part++) {
            assertThat(fixture.completions()).as("part %s", part).isEmpty();
            fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS / 10);
            fixture.link.hear();
            fixture.progress();
        }
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1");
    }

    @Test
    void waitsForCreditThatComesWithAFrame() {
        send(1);
        assertThat(fixture.link.takeCommitted()).isEmpty();

        arriveCredit(1, 0);
        fixture.progress();

        assertThat(fixture.link.takeCommitted()).hasSize(1);
    }

    private void send(long context) {
        assertThat(endpoint.send(context, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(NdStatus.SUCCESS);
    }

    /** The peer sends something that needs no Receive, and tells of its own. */
    private void arriveCredit(long posted, long acknowledged) {
        endpoint.receive(77, ScatterGatherList.empty());
        int id = endpoint.connection().id();
        long word =
                FrameWord.of(FrameWord.TYPE_SEND, 0, id, endpoint.connection().generation());
        fixture.link.arrive(FrameWord.with(word, posted, acknowledged), new byte[0]);
    }
}
