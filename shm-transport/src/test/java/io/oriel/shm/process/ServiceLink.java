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
import io.oriel.testing.process.Outcomes;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** One connection of a service: the side that asks counts its messages, the other answers each with the same. */
final class ServiceLink {
    private static final int SLOTS = 16;
    private static final int LENGTH = 64;

    private final Connector connector;
    private final Endpoint endpoint;
    private final MemoryRegion memory;
    private final boolean isActive;
    private final Runnable wakes;
    private CompletableFuture<Void> step = new CompletableFuture<>();
    private Runnable afterStep = () -> {};
    private boolean isConnected;
    private CompletableFuture<Void> end = new CompletableFuture<>();
    private String failure = "";
    private long toSend;
    private long sent;
    private long answered;
    private int inFlight;

    ServiceLink(Adapter adapter, CompletionQueue queue, Connector connector, long context, boolean isActive) {
        wakes = adapter::wakeup;
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

    /** Begins to connect. */
    void dial(InetSocketAddress destination) {
        step(connector.connect(endpoint, destination), () -> step(connector.completeConnect(), this::connected));
    }

    /** Begins to accept. */
    void accept() {
        step(connector.accept(endpoint), this::connected);
    }

    /** What is to be done when a step has succeeded; the application is woken for it. */
    private void step(CompletableFuture<Void> made, Runnable next) {
        step = made;
        afterStep = next;
        CompletableFuture<Void> unused = made.whenComplete((done, error) -> wakes.run());
    }

    private void connected() {
        end = connector.notifyDisconnect();
        isConnected = true;
    }

    /** Takes the next step if there is one. */
    void goOn() {
        while (step.isDone() && !isConnected && !hasFailed()) {
            NdStatus status = Outcomes.of(step);
            if (status == NdStatus.SUCCESS) {
                afterStep.run();
            } else {
                failure = "connecting " + status;
            }
        }
    }

    boolean isConnected() {
        return isConnected;
    }

    boolean hasFailed() {
        return !failure.isEmpty();
    }

    String explain() {
        return connector.explain();
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

    /** Closes what a connection has that has ended, or was not made; tells whether it was so. */
    boolean closeIfEnded() {
        if (isEnded() || (!isConnected && hasFailed())) {
            close();
            return true;
        }
        return false;
    }

    private void close() {
        endpoint.close();
        connector.close();
        memory.deregister();
    }

    @Override
    public String toString() {
        return sent + " of " + toSend + " sent, " + answered + " answered, " + inFlight + " under way " + failure;
    }
}
