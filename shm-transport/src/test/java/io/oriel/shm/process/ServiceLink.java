// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.util.concurrent.CompletableFuture;

/** One connection of a service: the side that asks counts its messages, the other answers each with the same. */
final class ServiceLink {
    private static final int SLOTS = 16;
    private static final int LENGTH = 64;

    private final Connector connector;
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final boolean isActive;
    private CompletableFuture<Void> end = new CompletableFuture<>();
    private String failure = "";
    private long toSend;
    private long sent;
    private long answered;
    private int inFlight;

    ServiceLink(Adapter adapter, CompletionQueue queue, Connector connector, long context, boolean isActive) {
        this.connector = connector;
        this.isActive = isActive;
        endpoint = adapter.createEndpoint(
                queue,
                queue,
                EndpointConfig.defaults().withQueueDepth(2 * SLOTS).withContext(context));
        memory = adapter.allocateMemory(2L * SLOTS * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int slot = 0; slot < SLOTS; slot++) {
            receive(slot);
        }
    }

    Endpoint endpoint() {
        return endpoint;
    }

    boolean isActive() {
        return isActive;
    }

    void connected() {
        end = connector.notifyDisconnect();
    }

    boolean isEnded() {
        return end.isDone();
    }

    /** Tells whether every message was answered, and taken. */
    boolean isDone() {
        return answered == toSend && inFlight == 0 && failure.isEmpty();
    }

    void begin(int count) {
        toSend += count;
        sendNext();
    }

    private void sendNext() {
        while (sent < toSend && sent - answered < SLOTS && inFlight < SLOTS) {
            int slot = SLOTS + (int) (sent % SLOTS);
            memory.buffer().putLong(slot * LENGTH, sent);
            sent++;
            send(slot);
        }
    }

    private void send(int slot) {
        inFlight++;
        require("send", endpoint.send(slot, list(slot), OpFlags.NONE));
    }

    private void receive(int slot) {
        require("receive", endpoint.receive(slot, list(slot)));
    }

    private ScatterGatherList list(int slot) {
        return ScatterGatherList.of(memory, (long) slot * LENGTH, LENGTH);
    }

    void completed(Completion completion) {
        int slot = (int) completion.requestContext();
        if (completion.requestType() == RequestType.SEND) {
            inFlight--;
        }
        if (completion.status() != NdStatus.SUCCESS) {
            if (!isEnded() && endpoint.isConnected()) {
                failure = completion.requestType() + " " + completion.status();
            }
        } else if (completion.requestType() == RequestType.RECEIVE) {
            received(slot);
        } else if (isActive) {
            sendNext();
        } else {
            receive(slot);
        }
    }

    private void received(int slot) {
        if (isActive) {
            long number = memory.buffer().getLong(slot * LENGTH);
            if (number != answered) {
                failure = "answer " + answered + " was " + number;
            }
            answered++;
            receive(slot);
            sendNext();
        } else {
            send(slot);
        }
    }

    private void require(String call, NdStatus status) {
        if (status != NdStatus.SUCCESS && status != NdStatus.CONNECTION_INVALID) {
            failure = call + " " + status;
        }
    }

    /** Closes what an ended connection has; tells whether it has ended. */
    boolean closeIfEnded() {
        if (isEnded()) {
            close();
            return true;
        }
        return false;
    }

    void close() {
        endpoint.close();
        connector.close();
        memory.deregister();
    }

    @Override
    public String toString() {
        return sent + " of " + toSend + " sent, " + answered + " answered, " + inFlight + " under way " + failure;
    }
}
