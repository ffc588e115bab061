// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.testing.FakeLink;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class AttentionTest {
    private static final int REQUESTS = 4;

    private final EndpointFixture fixture = new EndpointFixture();

    private static void send(EngineEndpoint endpoint, int name) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[] {(byte) name});
        ScatterGatherList list = new ScatterGatherList(1).add(buffer, 0, 1);
        assertThat(endpoint.send(name, list, OpFlags.INLINE)).isEqualTo(NdStatus.SUCCESS);
    }

    /** Lets one frame go in each progress; returns whose they were. */
    private List<Integer> sentOneByOne(int frames) {
        List<Integer> names = new ArrayList<>();
        while (names.size() < frames) {
            fixture.link.room(1);
            fixture.progress();
            for (FakeLink.Frame frame : fixture.link.takeCommitted()) {
                names.add((int) frame.payload()[frame.payload().length - 1]);
            }
        }
        return names;
    }

    @Test
    void letsEndpointsTakeTurnsWhenThereIsRoomForOneFrameAtATime() {
        EngineEndpoint one = fixture.connected();
        EngineEndpoint two = fixture.connected();
        fixture.grantCredit(2 * REQUESTS);
        fixture.link.room(0);
        for (int i = 0; i < REQUESTS; i++) {
            send(one, 1);
        }
        for (int i = 0; i < REQUESTS; i++) {
            send(two, 2);
        }

        List<Integer> names = sentOneByOne(2 * REQUESTS);

        for (int turn = 0; turn < REQUESTS; turn++) {
            assertThat(names.subList(2 * turn, 2 * turn + 2))
                    .as("turn %s", turn)
                    .containsExactlyInAnyOrder(1, 2);
        }
    }

    @Test
    void forgetsWhoNeedsNothingMore() {
        List<EngineEndpoint> endpoints = List.of(fixture.connected(), fixture.connected(), fixture.connected());
        fixture.grantCredit(3 * REQUESTS);
        fixture.link.room(0);
        for (int i = 0; i < endpoints.size(); i++) {
            for (int request = 0; request <= i; request++) {
                send(endpoints.get(i), i);
            }
        }

        assertThat(sentOneByOne(6)).containsExactlyInAnyOrder(0, 1, 1, 2, 2, 2);
        fixture.link.room(0);
        assertThat(fixture.end.idleNs()).isEqualTo(Long.MAX_VALUE);
    }
}
