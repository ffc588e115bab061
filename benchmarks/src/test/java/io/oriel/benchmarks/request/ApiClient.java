// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;

/** Over the API alone, with Sends. */
final class ApiClient implements Asking {
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int IN_FLIGHT = 16;
    private static final int BATCH = 16;

    private final Provider provider = NetworkDirect.open();
    private final CompletionQueue queue;
    private final Completion[] completions = new Completion[BATCH];
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final UnsafeBuffer request = new UnsafeBuffer(new byte[LENGTH]);
    private final ScatterGatherList requestList = new ScatterGatherList(1).add(request, 0, LENGTH);
    private final ScatterGatherList answerList = new ScatterGatherList(1);
    private final Answers handler;
    private int inFlight;

    ApiClient(InetSocketAddress server, Answers handler) {
        this.handler = handler;
        Adapter adapter = provider.openAdapter();
        queue = adapter.createCompletionQueue(BATCH);
        for (int index = 0; index < BATCH; index++) {
            completions[index] = new Completion();
        }
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        memory = adapter.allocateMemory(IN_FLIGHT * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int slot = 0; slot < IN_FLIGHT; slot++) {
            receive(slot);
        }
        Connector connector = adapter.createConnector();
        connector.connect(endpoint, server).join();
        connector.completeConnect().join();
    }

    private void receive(long slot) {
        NdStatus status = endpoint.receive(slot, answerList.clear().add(memory, slot * LENGTH, LENGTH));
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException("the connection has ended: " + status);
        }
    }

    @Override
    public boolean ask(long id, long number) {
        if (inFlight == IN_FLIGHT) {
            return false;
        }
        request.putLong(0, id);
        request.putLong(Long.BYTES, number);
        NdStatus status = endpoint.send(0, requestList, OpFlags.INLINE | OpFlags.SILENT_SUCCESS);
        if (status == NdStatus.SUCCESS) {
            inFlight++;
        } else if (status != NdStatus.NO_MORE_ENTRIES) {
            throw new IllegalStateException("no more can be asked: " + status);
        }
        return status == NdStatus.SUCCESS;
    }

    @Override
    public int poll() {
        int count = queue.poll(completions, BATCH);
        for (int index = 0; index < count; index++) {
            if (completions[index].status() != NdStatus.SUCCESS) {
                throw new IllegalStateException("the connection has ended: " + completions[index]);
            }
            long slot = completions[index].requestContext();
            int offset = (int) slot * LENGTH;
            long id = memory.buffer().getLong(offset);
            long answer = memory.buffer().getLong(offset + Long.BYTES);
            receive(slot);
            inFlight--;
            handler.onAnswer(id, answer);
        }
        return count;
    }

    @Override
    public void close() {
        provider.close();
    }
}
