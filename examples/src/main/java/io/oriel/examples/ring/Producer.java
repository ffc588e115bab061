// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.ring;

import static io.oriel.examples.Completions.accepted;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.examples.Completions;
import io.oriel.examples.Waiting;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** Writes records into the consumer's ring, while the consumer sleeps. */
final class Producer {
    private static final int RECORD = 0;
    private static final int COUNT = 128;
    private static final int CONSUMED = 256;
    private static final long PAUSE_MILLIS = 2;

    /** The memory is written anew while an earlier Write may be on its way: each takes its bytes along when it is posted. */
    private static final int INLINE_SILENT = OpFlags.INLINE | OpFlags.SILENT_SUCCESS;

    private final Adapter adapter;
    private final Completions completions;
    private final Endpoint endpoint;
    private final MemoryRegion message;
    private final MemoryRegion memory;
    private final ScatterGatherList record;
    private final ScatterGatherList count;
    private final ScatterGatherList consumed;
    private long produced;
    private long lastConsumed;

    Producer(Adapter adapter, Waiting waiting) {
        this.adapter = adapter;
        CompletionQueue queue = adapter.createCompletionQueue(16);
        completions = new Completions(queue, waiting);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        memory = adapter.allocateMemory(512, AccessFlags.ALLOW_LOCAL_WRITE);
        record = ScatterGatherList.of(memory, RECORD, RemoteRing.RECORD_LENGTH);
        count = ScatterGatherList.of(memory, COUNT, Long.BYTES);
        consumed = ScatterGatherList.of(memory, CONSUMED, Long.BYTES);
    }

    void run(InetSocketAddress address) throws Exception {
        accepted(endpoint.receive(1, ScatterGatherList.of(message)));
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, address).get();
        connector.completeConnect().get();
        completions.nextSuccess(); // the descriptor has come
        RemoteWindow ring = endpoint.openWindow(message.buffer(), 0);

        for (int burst = 0; burst < RemoteRing.BURSTS; burst++) {
            for (int index = 0; index < RemoteRing.RECORDS_PER_BURST; index++) {
                produce(ring);
            }
            ring();
            Thread.sleep(PAUSE_MILLIS); // nothing to produce: the consumer falls asleep
        }
        System.out.println("producer: " + produced + " records in " + RemoteRing.BURSTS + " bursts");
        connector.disconnect().get();
    }

    /** Writes a record, then how many there are: Writes take effect in their order. */
    private void produce(RemoteWindow ring) {
        awaitRoom(ring);
        memory.buffer().putLong(RECORD, produced);
        long offset = RemoteRing.recordOffset(produced);
        post(() -> endpoint.write(2, record, ring, offset, INLINE_SILENT));
        produced++;
        memory.buffer().putLong(COUNT, produced);
        post(() -> endpoint.write(3, count, ring, RemoteRing.PRODUCED, INLINE_SILENT));
    }

    /** Reads how far the consumer has come, when the ring may be full. */
    private void awaitRoom(RemoteWindow ring) {
        while (produced - lastConsumed >= RemoteRing.CAPACITY) {
            post(() -> endpoint.read(4, consumed, ring, RemoteRing.CONSUMED, OpFlags.NONE));
            completions.nextSuccess();
            lastConsumed = memory.buffer().getLong(CONSUMED);
        }
    }

    /** Wakes the consumer with a message of no bytes. */
    private void ring() {
        post(() -> endpoint.send(5, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));
        completions.nextSuccess();
    }

    /** Posts when the initiator queue has room, which polls make where requests take their time. */
    private void post(Supplier<NdStatus> request) {
        NdStatus status = request.get();
        while (status == NdStatus.NO_MORE_ENTRIES) {
            completions.requireNone();
            status = request.get();
        }
        accepted(status);
    }
}
