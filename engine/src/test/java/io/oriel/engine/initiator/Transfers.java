// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.AccessFlags;
import io.oriel.api.CompletionQueue;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.testing.ManualLoop;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of this side, with a Read and a Write of all of it that go chunk by chunk. */
public final class Transfers {
    private final RegionTable regions = new RegionTable(0);
    private final Region region;
    private final DirectTransfer transfer;
    private final Request read;
    private final Request write;
    private final Request atomic;
    private Request current;

    /**
     * Creates memory of zeros.
     *
     * @param link       to the peer
     * @param id         of this side's endpoint
     * @param generation of that id
     * @param bytes      how many
     */
    public Transfers(DirectLink link, int id, int generation, int bytes) {
        transfer = new DirectTransfer(link, id, generation);
        region = regions.add(new UnsafeBuffer(ByteBuffer.allocateDirect(bytes)), AccessFlags.ALLOW_LOCAL_WRITE);
        read = newRequest(RequestType.READ);
        write = newRequest(RequestType.WRITE);
        atomic = newRequest(RequestType.FETCH_AND_ADD);
        current = read;
    }

    private Request newRequest(RequestType type) {
        ManualLoop loop = new ManualLoop();
        CompletionQueues queues = new CompletionQueues();
        CompletionQueue completions = queues.create(new Domain(loop, false), loop, 16);
        InitiatorQueue queue = new InitiatorQueue(
                EndpointConfig.defaults().withQueueDepth(1), regions, queues.newSlots(completions, 0, 1, 1));
        Request request = queue.claim(type, 0, OpFlags.NONE);
        queue.capture(request, ScatterGatherList.of(region, 0, region.length()), false);
        queue.enter();
        return request;
    }

    /** Returns the memory. */
    public UnsafeBuffer memory() {
        return region.memory();
    }

    Region region() {
        return region;
    }

    /** Fills the memory. */
    public void fill(byte value) {
        for (int i = 0; i < region.length(); i++) {
            memory().putByte(i, value);
        }
    }

    /** Writes the first bytes of the memory at once; false if that is not granted. */
    public boolean write(PeerBinding target, long at, int bytes) {
        return transfer.write(target, at, region, 0, bytes);
    }

    /** Reads the first bytes of the memory at once; false if that is not granted. */
    public boolean read(PeerBinding target, long at, int bytes) {
        return transfer.read(target, at, region, 0, bytes);
    }

    /** Begins to read all of it. */
    public void beginRead(PeerBinding target, long at) {
        begin(read, target, at);
    }

    /** Begins to write all of it. */
    public void beginWrite(PeerBinding target, long at) {
        begin(write, target, at);
    }

    /** Adds one atomically, and puts what was there into the first eight bytes of the memory; false if it may not. */
    public boolean add(PeerBinding target, long at) {
        begin(atomic, target, at);
        atomic.operand = 1;
        return transfer.execute(atomic, AtomicOperation.ADD);
    }

    private void begin(Request request, PeerBinding target, long at) {
        current = request;
        request.target.copyFrom(target);
        request.offset = at;
        request.transferred = 0;
    }

    /** Moves the next chunk of what was begun last. */
    public boolean move() {
        return transfer.move(current);
    }

    /** Returns how many bytes were moved. */
    public long moved() {
        return current.transferred;
    }

    /** Moves what is left; false if it was stopped. */
    public boolean moveAll() {
        while (moved() < region.length()) {
            if (!move()) {
                return false;
            }
        }
        return true;
    }
}
