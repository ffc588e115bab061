// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.conformance.Proves;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameType;
import io.oriel.engine.protocol.FrameWord;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A peer that answers a request with a failure that there is not. */
class NonsenseAnswerTest {
    private final EndpointFixture fixture = new EndpointFixture();
    private final EngineEndpoint endpoint = fixture.connected();

    @ParameterizedTest
    @EnumSource(
            value = NdStatus.class,
            names = {"SUCCESS", "PENDING", "IO_TIMEOUT", "DEVICE_REMOVED"})
    @Proves("requests.nonsense")
    void failsTheRequestAndEndsTheConnection(NdStatus nonsense) {
        assertThat(endpoint.receive(9, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        arrive(FrameType.SEND, 1, new byte[0]); // brings credit
        fixture.progress();
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture.link.takeCommitted()).hasSize(1);
        byte[] answer = new byte[FailureEncoder.BLOCK_LENGTH];
        new FailureEncoder()
                .wrap(new UnsafeBuffer(answer), 0)
                .sequence(1)
                .status(nonsense.value())
                .reserved(0);

        arrive(FrameType.FAILURE, 1, answer);
        fixture.progress();

        assertThat(fixture.completions()).containsExactly("RECEIVE SUCCESS 9", "SEND INTERNAL_ERROR 1");
        assertThat(fixture.ended).containsExactly("endpoint");
    }

    private void arrive(int type, long posted, byte[] payload) {
        long word = FrameWord.of(
                type, 0, endpoint.peering().id(), endpoint.peering().generation());
        fixture.link.arrive(FrameWord.with(word, posted, 0), payload);
    }
}
