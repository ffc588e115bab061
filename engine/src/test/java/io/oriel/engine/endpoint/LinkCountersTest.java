// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import org.junit.jupiter.api.Test;

class LinkCountersTest {
    private static final int NOBODY = 4000;

    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void countsFramesSent() {
        fixture.grantCredit(2);
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(endpoint.send(2, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);

        fixture.progress();

        assertThat(count(LinkCounter.FRAMES_SENT)).isEqualTo(2);
    }

    @Test
    void countsFramesForNobodyAsExecutedAndDropped() {
        fixture.link.arrive(FrameWord.of(FrameWord.TYPE_SEND, 0, NOBODY, 0), new byte[0]);

        fixture.progress();
        fixture.progress();

        assertThat(count(LinkCounter.FRAMES_EXECUTED)).isEqualTo(1);
        assertThat(count(LinkCounter.FRAMES_DROPPED)).isEqualTo(1);
    }

    @Test
    void countsFailuresOfThePeersFrames() {
        arrive(FrameWord.TYPE_SEND); // no Receive is posted for it

        fixture.progress();

        assertThat(count(LinkCounter.FAILURES_SENT)).isEqualTo(1);
        assertThat(count(LinkCounter.FAILURES_RECEIVED)).isZero();
    }

    @Test
    void countsFailuresThatThePeerTells() {
        arrive(FrameWord.TYPE_FAILURE, new byte[FailureEncoder.BLOCK_LENGTH]);

        fixture.progress();

        assertThat(count(LinkCounter.FAILURES_RECEIVED)).isEqualTo(1);
    }

    @Test
    void countsAttemptsThatFindNoRoom() {
        fixture.grantCredit(1);
        fixture.link.room(0);
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);

        fixture.progress();

        assertThat(count(LinkCounter.BACK_PRESSURE)).isEqualTo(2);
    }

    private void arrive(int type, byte... payload) {
        int id = endpoint.connection().id();
        fixture.link.arrive(FrameWord.of(type, 0, id, endpoint.connection().generation()), payload);
    }

    private long count(LinkCounter type) {
        return fixture.link.counters().get(type);
    }
}
