// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/** Over the API alone, with Sends. */
final class ApiServer implements Answering {
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int IN_FLIGHT = 16;
    private static final int BATCH = 16;

    private final Provider provider = NetworkDirect.open();
    private final Adapter adapter;
    private final Listener listener;
    private final CompletionQueue queue;
    private final Completion[] completions = new Completion[BATCH];
    private final Long2ObjectHashMap<Guest> guests = new Long2ObjectHashMap<>();
    private final ScatterGatherList requestList = new ScatterGatherList(1);
    private final UnsafeBuffer answer = new UnsafeBuffer(new byte[LENGTH]);
    private final ScatterGatherList answerList = new ScatterGatherList(1).add(answer, 0, LENGTH);
    private Connector connector;
    private CompletableFuture<Void> arrival;
    private long guestCount;

    /** A client that has come: its requests arrive in the slots of its memory. */
    private record Guest(Connector connector, CompletableFuture<Void> end, Endpoint endpoint, MemoryRegion memory) {}

    ApiServer(InetSocketAddress address) {
        adapter = provider.openAdapter(address.getAddress());
        queue = adapter.createCompletionQueue(BATCH);
        for (int index = 0; index < BATCH; index++) {
            completions[index] = new Completion();
        }
        listener = adapter.createListener();
        listener.bind(address);
        listener.listen(BATCH);
        connector = adapter.createConnector();
        arrival = listener.getConnectionRequest(connector);
    }

    @Override
    public int poll() {
        int count = queue.poll(completions, BATCH);
        for (int index = 0; index < count; index++) {
            Guest guest = guests.get(completions[index].endpointContext());
            if (guest != null && completions[index].status() == NdStatus.SUCCESS) {
                answer(guest, completions[index].requestContext());
            }
        }
        if (count == 0) {
            guests.values().removeIf(this::closeIfGone);
            if (arrival.isDone()) {
                accept();
            }
        }
        return count;
    }

    private void answer(Guest guest, long slot) {
        int offset = (int) slot * LENGTH;
        answer.putLong(0, guest.memory().buffer().getLong(offset));
        answer.putLong(Long.BYTES, guest.memory().buffer().getLong(offset + Long.BYTES) + 1);
        // Before the answer, which lets the client ask again.
        NdStatus status = receive(guest.endpoint(), guest.memory(), slot);
        if (status == NdStatus.SUCCESS) {
            status = guest.endpoint().send(0, answerList, OpFlags.INLINE | OpFlags.SILENT_SUCCESS);
        }
        if (status != NdStatus.SUCCESS) {
            guest.connector().close(); // gone, or takes no answers
        }
    }

    private NdStatus receive(Endpoint endpoint, MemoryRegion memory, long slot) {
        return endpoint.receive(slot, requestList.clear().add(memory, slot * LENGTH, LENGTH));
    }

    private void accept() {
        EndpointConfig config = EndpointConfig.defaults().withContext(++guestCount);
        Endpoint endpoint = adapter.createEndpoint(queue, queue, config);
        MemoryRegion memory = adapter.allocateMemory(IN_FLIGHT * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int slot = 0; slot < IN_FLIGHT; slot++) {
            receive(endpoint, memory, slot);
        }
        var unused = connector.accept(endpoint); // how it ends, notifyDisconnect tells as well
        guests.put(guestCount, new Guest(connector, connector.notifyDisconnect(), endpoint, memory));
        connector = adapter.createConnector();
        arrival = listener.getConnectionRequest(connector);
    }

    private boolean closeIfGone(Guest guest) {
        if (!guest.end().isDone()) {
            return false;
        }
        guest.endpoint().close();
        queue.discard(guest.endpoint());
        guest.memory().deregister();
        guest.connector().close();
        return true;
    }

    @Override
    public void close() {
        provider.close();
    }
}
