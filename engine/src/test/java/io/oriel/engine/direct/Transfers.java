// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.AccessFlags;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.CompletionOwner;
import io.oriel.engine.completion.EngineCompletionQueue;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.DirectTarget;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.queue.InitiatorQueue;
import io.oriel.engine.queue.Request;
import io.oriel.engine.testing.ManualLoop;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of the peer's, with a Read and a Write of all of it that go chunk by chunk. */
final class Transfers {
    private final RegionTable regions = new RegionTable(0);
    private final Region region;
    private final DirectTransfer transfer;
    private final Request read;
    private final Request write;
    private final Request atomic;
    private Request current;

    /** Its requests never complete. */
    private static final class NoOwner implements CompletionOwner {
        @Override
        public long context() {
            return 0;
        }

        @Override
        public void initiatorReaped() {}

        @Override
        public void receiveReaped() {}

        @Override
        public void closeHeld() {}
    }

    Transfers(TwoEnds ends, int bytes) {
        this(ends.newTransfer(), bytes);
    }

    Transfers(DirectTransfer transfer, int bytes) {
        this.transfer = transfer;
        region = regions.add(new UnsafeBuffer(ByteBuffer.allocateDirect(bytes)), AccessFlags.ALLOW_LOCAL_WRITE);
        read = newRequest(RequestType.READ);
        write = newRequest(RequestType.WRITE);
        atomic = newRequest(RequestType.FETCH_AND_ADD);
        current = read;
    }

    /** Makes a Write, or what is placed like one, of some zeros. */
    static Request newWrite(int bytes) {
        RegionTable regions = new RegionTable(0);
        Region region = regions.add(new UnsafeBuffer(new byte[bytes]), AccessFlags.ALLOW_LOCAL_WRITE);
        return newRequest(RequestType.WRITE, regions, region);
    }

    private Request newRequest(RequestType type) {
        return newRequest(type, regions, region);
    }

    private static Request newRequest(RequestType type, RegionTable regions, Region region) {
        ManualLoop loop = new ManualLoop();
        EngineCompletionQueue completions = new EngineCompletionQueue(new Domain(loop, false), loop, 16);
        InitiatorQueue queue = new InitiatorQueue(1, 1, 0, regions, completions, new NoOwner());
        Request request = queue.claim(type, 0, OpFlags.NONE);
        queue.capture(request, ScatterGatherList.of(region, 0, region.length()), false);
        queue.enter();
        return request;
    }

    UnsafeBuffer memory() {
        return region.memory();
    }

    void fill(byte value) {
        for (int i = 0; i < region.length(); i++) {
            memory().putByte(i, value);
        }
    }

    void beginRead(DirectTarget target, long at) {
        begin(read, target, at);
    }

    void beginWrite(DirectTarget target, long at) {
        begin(write, target, at);
    }

    /** Adds one atomically, and puts what was there into the first eight bytes of the memory; false if it may not. */
    boolean add(DirectTarget target, long at) {
        begin(atomic, target, at);
        atomic.operand = 1;
        return transfer.execute(atomic, AtomicOperation.ADD);
    }

    private void begin(Request request, DirectTarget target, long at) {
        current = request;
        request.direct.copyFrom(target);
        request.offset = at;
        request.transferred = 0;
    }

    /** Moves the next chunk of what was begun last. */
    boolean move() {
        return transfer.move(current);
    }

    long moved() {
        return current.transferred;
    }

    /** Moves what is left; false if it was stopped. */
    boolean moveAll() {
        while (moved() < region.length()) {
            if (!move()) {
                return false;
            }
        }
        return true;
    }
}
