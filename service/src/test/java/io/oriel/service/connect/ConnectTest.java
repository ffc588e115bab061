// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.OnBothMedia;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** What connections are good for that were made by these parts alone. */
class ConnectTest {
    private static final long PATIENCE_NS = Duration.ofMinutes(1).toNanos();
    private static final byte[] NOTHING = {};

    private final Completion[] one = {new Completion()};

    private static Endpoint endpoint(Adapter adapter, CompletionQueue queue) {
        return adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
    }

    @OnBothMedia
    void theyCarryReads(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Adapter owner = bench.adapter();
            Adapter reader = bench.adapter();
            CompletionQueue ownersQueue = owner.createCompletionQueue(2);
            CompletionQueue readersQueue = reader.createCompletionQueue(2);
            Acceptor acceptor = new Acceptor(owner, Bench.anyAddress(), 1);
            List<Acceptance> accepted = new ArrayList<>();
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            var unused = bench.polled(() -> acceptor.poll(
                    arrival -> accepted.add(arrival.accept(endpoint(owner, ownersQueue), NOTHING, deadlineNs))));
            Dialler dialler =
                    new Dialler(reader, endpoint(reader, readersQueue), acceptor.localAddress(), NOTHING, deadlineNs);
            bench.until(() -> dialler.poll(System.nanoTime()) == NdStatus.SUCCESS
                    && accepted.stream().anyMatch(each -> each.poll(System.nanoTime()) == NdStatus.SUCCESS));
            Endpoint readersEnd = dialler.connection().endpoint();
            MemoryRegion shown = owner.allocateMemory(Long.BYTES, AccessFlags.ALLOW_LOCAL_WRITE);
            shown.buffer().putLong(0, 7);
            UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
            assertThat(accepted.get(0)
                            .connection()
                            .endpoint()
                            .bind(
                                    1,
                                    shown,
                                    owner.createMemoryWindow(0),
                                    0,
                                    Long.BYTES,
                                    OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS,
                                    descriptor,
                                    0))
                    .isEqualTo(NdStatus.SUCCESS);
            MemoryRegion memory = reader.allocateMemory(Long.BYTES, AccessFlags.ALLOW_LOCAL_WRITE);
            RemoteWindow window = readersEnd.openWindow(descriptor, 0);

            NdStatus posted = readersEnd.read(2, ScatterGatherList.of(memory), window, 0, OpFlags.NONE);
            bench.until(() -> ownersQueue.poll(one, 1) == 0 && readersQueue.poll(one, 1) > 0);

            assertThat(posted).isEqualTo(NdStatus.SUCCESS);
            assertThat(one[0].status()).isEqualTo(NdStatus.SUCCESS);
            assertThat(memory.buffer().getLong(0)).isEqualTo(7);
        }
    }

    /** The side that dials abandons its attempt after each number of polls. */
    @OnBothMedia
    void anAttemptCanBeAbandonedAtEachStep(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Adapter server = bench.adapter();
            Adapter client = bench.adapter();
            CompletionQueue serversQueue = server.createCompletionQueue(2);
            CompletionQueue clientsQueue = client.createCompletionQueue(2);
            Acceptor acceptor = new Acceptor(server, Bench.anyAddress(), 0);
            List<Acceptance> accepted = new ArrayList<>();
            long deadlineNs = System.nanoTime() + PATIENCE_NS;
            var unused = bench.polled(() -> acceptor.poll(
                    arrival -> accepted.add(arrival.accept(endpoint(server, serversQueue), NOTHING, deadlineNs))));
            boolean wasConnected = false;
            for (int polls = 0; !wasConnected; polls = 2 * polls + 1) {
                Dialler dialler = new Dialler(
                        client, endpoint(client, clientsQueue), acceptor.localAddress(), NOTHING, deadlineNs);
                for (int poll = 0; poll < polls && dialler.poll(System.nanoTime()) == NdStatus.PENDING; poll++) {
                    bench.poll();
                    int none = clientsQueue.poll(one, 1) + serversQueue.poll(one, 1);
                    assertThat(none).isZero();
                }
                wasConnected = dialler.poll(System.nanoTime()) == NdStatus.SUCCESS;

                dialler.close();
            }

            bench.until(() -> serversQueue.poll(one, 1) == 0
                    && clientsQueue.poll(one, 1) == 0
                    && accepted.stream().allMatch(ConnectTest::isOver));
            Dialler last =
                    new Dialler(client, endpoint(client, clientsQueue), acceptor.localAddress(), NOTHING, deadlineNs);
            bench.until(() -> serversQueue.poll(one, 1) == 0 && last.poll(System.nanoTime()) == NdStatus.SUCCESS);
        }
    }

    /** Tells whether the connection has failed, or has ended since. */
    private static boolean isOver(Acceptance acceptance) {
        NdStatus status = acceptance.poll(System.nanoTime());
        return status != NdStatus.PENDING
                && (status != NdStatus.SUCCESS || acceptance.connection().hasEnded());
    }
}
