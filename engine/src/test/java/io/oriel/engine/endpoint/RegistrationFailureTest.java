// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.credit.EngineSharedReceiveQueue;
import io.oriel.engine.testing.FakeMemory;
import org.junit.jupiter.api.Test;

/** An endpoint that cannot be entered everywhere is nowhere. */
class RegistrationFailureTest {
    private static final int THRESHOLD = 100;

    private final EndpointFixture fixture = new EndpointFixture(new FakeMemory(), THRESHOLD);

    @Test
    void leavesNothingOfAnEndpointThatCannotBeRegistered() {
        fixture.port.failCredit(new OutOfMemoryError("no memory for an endpoint"));

        assertThatThrownBy(() -> fixture.idle(EndpointConfig.defaults()))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        assertThat(fixture.port.released()).as("the ring of its Receives").isOne();
        EngineEndpoint next = fixture.idle(EndpointConfig.defaults());
        assertThat(next.connection().id()).isZero();
    }

    @Test
    void leavesASharedQueueToTheOthersWhenOneCannotBeRegistered() {
        EngineSharedReceiveQueue shared =
                new EngineSharedReceiveQueue(fixture.domain, fixture.loop, fixture.regions, 4, 1, 0, queue -> {});
        fixture.port.failCredit(new OutOfMemoryError("no memory for an endpoint"));

        assertThatThrownBy(() -> fixture.create(shared, EndpointConfig.defaults()))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        EngineEndpoint next = fixture.create(shared, EndpointConfig.defaults());
        assertThat(next.connection().id()).isZero();
        shared.close();
    }
}
