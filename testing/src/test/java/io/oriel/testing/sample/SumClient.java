// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.sample;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Has the numbers from 1 on added up: some at a time, until it has all answers or the service has gone. */
final class SumClient {
    private static final int LENGTH = Long.BYTES;

    private final int count;
    private final Connector connector;
    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final MemoryRegion numbers;
    private final MemoryRegion sums;
    private final Completion[] one = {new Completion()};
    private final Deque<Integer> free = new ArrayDeque<>();
    private final List<Long> answers = new ArrayList<>();
    private final boolean isHasty;
    private CompletableFuture<Void> step;
    private boolean isConnecting = true;
    private boolean hasFailed;
    private long sent;

    /**
     * Begins to connect.
     *
     * @param provider of its process
     * @param service  where to
     * @param count    how many numbers to send
     * @param isHasty  true for a defect: it writes the next number to where the one before may still be sent from
     */
    SumClient(Provider provider, InetSocketAddress service, int count, boolean isHasty) {
        this.count = count;
        this.isHasty = isHasty;
        Adapter adapter = provider.openAdapter();
        queue = adapter.createCompletionQueue(2 * SumService.REQUESTS);
        endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        numbers = adapter.allocateMemory(SumService.REQUESTS * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        sums = adapter.allocateMemory(SumService.REQUESTS * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int i = 0; i < SumService.REQUESTS; i++) {
            receive(i);
            free.add(i);
        }
        connector = adapter.createConnector();
        step = connector.connect(endpoint, service);
    }

    List<Long> answers() {
        return answers;
    }

    /** Tells whether it has all answers. */
    boolean isDone() {
        return answers.size() == count;
    }

    /** Tells whether it knows that some will never come. */
    boolean hasFailed() {
        return hasFailed;
    }

    boolean hasEnded() {
        return isDone() || hasFailed;
    }

    /** One turn of its loop. */
    void poll() {
        if (isConnecting) {
            goOnConnecting();
            return;
        }
        while (sent < count && !hasFailed && !free.isEmpty() && sent - answers.size() < SumService.REQUESTS) {
            int slot = free.remove();
            int place = isHasty ? 0 : slot;
            numbers.buffer().putLong(place * LENGTH, ++sent);
            posted(endpoint.send(slot, ScatterGatherList.of(numbers, (long) place * LENGTH, LENGTH), OpFlags.NONE));
        }
        while (queue.poll(one, 1) == 1) {
            take(one[0]);
        }
    }

    private void goOnConnecting() {
        if (step.isCompletedExceptionally()) {
            hasFailed = true;
        } else if (step.isDone() && !endpoint.isConnected()) {
            step = connector.completeConnect();
        } else if (step.isDone()) {
            isConnecting = false;
        }
    }

    private void take(Completion completion) {
        int slot = (int) completion.requestContext();
        if (completion.status() != NdStatus.SUCCESS) {
            hasFailed = true;
        } else if (completion.requestType() == RequestType.RECEIVE) {
            answers.add(sums.buffer().getLong(slot * LENGTH));
            receive(slot);
        } else {
            free.add(slot);
        }
    }

    private void receive(int slot) {
        posted(endpoint.receive(slot, ScatterGatherList.of(sums, (long) slot * LENGTH, LENGTH)));
    }

    private void posted(NdStatus status) {
        hasFailed |= status != NdStatus.SUCCESS;
    }
}
