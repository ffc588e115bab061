// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.api.AccessFlags;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.world.Doorway;
import java.net.InetAddress;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Another rank while the two meet: first the connection is made, then each sends the window on its memory for the other. By the
 * domain's owner.
 */
final class Acquaintance {
    /** One for the window, one for what rank 0 tells, and one that stays: it ends with the connection. */
    private static final int RECEIVES = 3;

    private static final int DEPTH = 64;

    private final int rank;
    private final Doorway doorway;
    private final MemoryRegion own;
    private final Endpoint endpoint;
    private final Connector connector;
    private final MemoryRegion messages;
    private final UnsafeBuffer memory;
    private final int messageLength;
    private @Nullable RemoteWindow window;
    private byte @Nullable [] told;
    private int received;
    private int unsent;
    private boolean introduced;
    private boolean ended;

    /** Prepares to meet a rank, with a connector of this adapter; messages have so many bytes at most. */
    Acquaintance(int rank, Doorway doorway, MemoryRegion own, Connector connector, int messageLength) {
        this.rank = rank;
        this.doorway = doorway;
        this.own = own;
        this.connector = connector;
        this.messageLength = messageLength;
        EndpointConfig config = EndpointConfig.defaults().withQueueDepth(DEPTH).withContext(rank);
        endpoint = doorway.adapter().createEndpoint(doorway.queue(), doorway.queue(), config);
        memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned((RECEIVES + 1) * messageLength, Long.BYTES));
        messages = doorway.adapter().registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        for (int slot = 0; slot < RECEIVES; slot++) {
            require(endpoint.receive(slot, ScatterGatherList.of(messages, (long) slot * messageLength, messageLength)));
        }
    }

    int rank() {
        return rank;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Connector connector() {
        return connector;
    }

    /** The connection is made: grants the other rank its part of this one's memory. */
    void introduce() {
        int descriptorAt = RECEIVES * messageLength;
        require(endpoint.bind(
                0,
                own,
                doorway.adapter().createMemoryWindow(rank),
                (long) rank * LaneLayout.LENGTH,
                LaneLayout.LENGTH,
                OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE | OpFlags.SILENT_SUCCESS,
                memory,
                descriptorAt));
        send(WindowDescriptor.LENGTH);
        introduced = true;
    }

    /** Sends a message of another kind, after the window. */
    void tell(byte[] message) {
        memory.putBytes(RECEIVES * messageLength, message);
        send(message.length);
    }

    private void send(int length) {
        unsent++;
        require(endpoint.send(
                0, ScatterGatherList.of(messages, (long) RECEIVES * messageLength, length), OpFlags.NONE));
    }

    /** Something that was sent has come. */
    void sent() {
        unsent--;
    }

    /** Tells whether the other rank has all that it needs of this one. */
    boolean hasSentAll() {
        return introduced && unsent == 0;
    }

    /** A message has come into a place. */
    void receive(int slot, int length) {
        int at = slot * messageLength;
        if (received++ == 0) {
            window = endpoint.openWindow(memory, at);
        } else {
            byte[] message = new byte[length];
            memory.getBytes(at, message);
            told = message;
        }
    }

    /** Returns the window on the other rank's memory; null until it has come. */
    @Nullable
    RemoteWindow window() {
        return window;
    }

    /** Returns what the other rank has told after the window; null if nothing. */
    byte @Nullable [] told() {
        byte[] message = told;
        return message == null ? null : Arrays.copyOf(message, message.length);
    }

    /** Tells whether the other rank is on this host, as far as addresses tell. */
    boolean isHere() {
        InetAddress theirs = connector.peerAddress().getAddress();
        return theirs.isLoopbackAddress()
                || theirs.equals(connector.localAddress().getAddress());
    }

    /** The connection has ended. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new NdException(status, "a request of the meeting was refused");
        }
    }
}
