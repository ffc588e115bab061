// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.heap.HeapFixture;
import io.oriel.testing.heap.host.HeapConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several endpoints of one link refuse a frame in the same poll. Each tells its own failure, in an order that has nothing to
 * do with that of the frames; none may be taken for the acknowledgement of another's frame. Found by a life.
 */
final class SeveralFailuresTest {
    private static final int LENGTH = 64;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void tellNoSuccessOfWhatAnotherHasRefused(int connections) {
        try (HeapFixture fixture = HeapFixture.open(OrielConfig.defaults(), HeapConditions.calm())) {
            Side owner = new Side(fixture.owner());
            Side peer = new Side(fixture.peer());
            for (int index = 0; index < connections; index++) {
                connect(fixture, owner, peer);
            }
            fixture.settle();

            for (Endpoint each : peer.endpoints) {
                assertThat(each.send(1, peer.list(), OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
            }
            owner.endpoints.forEach(Endpoint::flush);
            fixture.settle();

            assertThat(owner.take()).hasSize(connections).containsOnly(NdStatus.CANCELED);
            assertThat(peer.take()).hasSize(connections).containsOnly(NdStatus.CANCELED);
        }
    }

    private static void connect(HeapFixture fixture, Side owner, Side peer) {
        Connector accepting = owner.adapter.createConnector();
        Connector connecting = peer.adapter.createConnector();
        Endpoint accepted = owner.newEndpoint();
        Endpoint connected = peer.newEndpoint();
        assertThat(accepted.receive(0, owner.list())).isEqualTo(NdStatus.SUCCESS);
        try (Listener listener = owner.adapter.createListener()) {
            listener.bind(fixture.anyPort());
            listener.listen(0);
            CompletableFuture<Void> request = listener.getConnectionRequest(accepting);
            CompletableFuture<Void> asked = connecting.connect(connected, listener.localAddress());
            fixture.get(request);
            CompletableFuture<Void> answered = accepting.accept(accepted);
            fixture.get(asked);
            fixture.get(connecting.completeConnect());
            fixture.get(answered);
        }
    }

    private static final class Side {
        private final Adapter adapter;
        private final CompletionQueue queue;
        private final MemoryRegion region;
        private final List<Endpoint> endpoints = new ArrayList<>();

        private Side(Adapter adapter) {
            this.adapter = adapter;
            queue = adapter.createCompletionQueue(LENGTH);
            region = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        }

        private Endpoint newEndpoint() {
            Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            endpoints.add(endpoint);
            return endpoint;
        }

        private ScatterGatherList list() {
            return ScatterGatherList.of(region, 0, LENGTH);
        }

        private List<NdStatus> take() {
            List<NdStatus> statuses = new ArrayList<>();
            Completion[] one = {new Completion()};
            while (queue.poll(one, 1) == 1) {
                statuses.add(one[0].status());
            }
            return statuses;
        }
    }
}
