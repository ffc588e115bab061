// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.ring;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** Owns the ring, and sleeps until the producer rings. */
final class Consumer {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Adapter adapter;
    private final CompletionQueue receiveQueue;
    private final Completions received;
    private final Completions initiated;
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final MemoryRegion message;
    private final UnsafeBuffer ring;
    private long consumed;
    private long sum;

    Consumer(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        receiveQueue = adapter.createCompletionQueue(8);
        CompletionQueue initiatorQueue = adapter.createCompletionQueue(8);
        received = new Completions(receiveQueue, waiting);
        initiated = new Completions(initiatorQueue, waiting);
        endpoint = adapter.createEndpoint(receiveQueue, initiatorQueue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(RemoteRing.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        ring = new UnsafeBuffer(memory.buffer(), 0, RemoteRing.LENGTH);
    }

    void run(Listener listener) throws Exception {
        Connector connector = adapter.createConnector();
        listener.getConnectionRequest(connector).get();
        accepted(endpoint.receive(0, ScatterGatherList.empty()));
        accepted(endpoint.receive(0, ScatterGatherList.empty()));
        connector.accept(endpoint).get();
        grantRing();

        for (int burst = 0; burst < RemoteRing.BURSTS; burst++) {
            accepted(receiveQueue.await(NotifyType.SOLICITED, PATIENCE_NS)); // asleep; the records came meanwhile
            received.nextSuccess();
            accepted(endpoint.receive(0, ScatterGatherList.empty()));
            consume();
        }
        System.out.println("consumer: " + consumed + " records, their sum is " + sum);
        connector.notifyDisconnect().get();
    }

    private void grantRing() {
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        accepted(endpoint.bind(
                1, memory, adapter.createMemoryWindow(0), 0, RemoteRing.LENGTH, rights, message.buffer(), 0));
        accepted(endpoint.send(2, ScatterGatherList.of(message), OpFlags.NONE));
        initiated.nextSuccess();
        initiated.nextSuccess();
    }

    private void consume() {
        long produced = ring.getLongVolatile(RemoteRing.PRODUCED); // the records were written before it
        while (consumed < produced) {
            sum += ring.getLong(RemoteRing.recordOffset(consumed));
            consumed++;
        }
        ring.putLongRelease(RemoteRing.CONSUMED, consumed); // the producer Reads it
    }
}
