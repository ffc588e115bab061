// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.sample;

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
import io.oriel.api.Provider;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** Adds up the numbers that one client sends, and answers each with the sum. */
final class SumService {
    static final int REQUESTS = 8;
    private static final int LENGTH = Long.BYTES;

    private final Listener listener;
    private final Connector connector;
    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final MemoryRegion requests;
    private final MemoryRegion answers;
    private final Completion[] one = {new Completion()};
    private final CompletableFuture<Void> request;
    private boolean isAccepted;
    private boolean hasEnded;
    private long sum;

    SumService(Provider provider) {
        Adapter adapter = provider.openAdapter();
        queue = adapter.createCompletionQueue(2 * REQUESTS);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        requests = adapter.allocateMemory(REQUESTS * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        answers = adapter.allocateMemory(REQUESTS * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int i = 0; i < REQUESTS; i++) {
            receive(i);
        }
        connector = adapter.createConnector();
        listener = adapter.createListener();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(1);
        request = listener.getConnectionRequest(connector);
    }

    InetSocketAddress address() {
        return listener.localAddress();
    }

    /** Tells what was added up by now. */
    long sum() {
        return sum;
    }

    /** Tells whether the client has gone. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** One turn of its loop. */
    void poll() {
        if (!isAccepted && request.isDone()) {
            isAccepted = true;
            var unused = connector.accept(endpoint);
        }
        while (queue.poll(one, 1) == 1) {
            take(one[0]);
        }
    }

    private void take(Completion completion) {
        int slot = (int) completion.requestContext();
        if (completion.status() != NdStatus.SUCCESS) {
            hasEnded = true;
        } else if (completion.requestType() == RequestType.RECEIVE) {
            sum += requests.buffer().getLong(slot * LENGTH);
            answers.buffer().putLong(slot * LENGTH, sum);
            posted(endpoint.send(slot, ScatterGatherList.of(answers, (long) slot * LENGTH, LENGTH), OpFlags.NONE));
        } else {
            receive(slot); // the answer has gone: its place is free
        }
    }

    private void receive(int slot) {
        posted(endpoint.receive(slot, ScatterGatherList.of(requests, (long) slot * LENGTH, LENGTH)));
    }

    private void posted(NdStatus status) {
        hasEnded |= status != NdStatus.SUCCESS;
    }
}
