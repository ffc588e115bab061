// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.OpFlags;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.SmallCopy;
import io.oriel.engine.protocol.AtomicOperation;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out Reads, Writes and atomics of one endpoint in the peer's memory, without the peer. By the domain's owner.
 *
 * <p>The last bytes of a Write, eight of them if there are so many, become visible after all others: who polls memory may
 * wait for the last.
 */
final class DirectTransfer {
    private static final int LAST = Long.BYTES;

    private final long user;
    private final DirectAccess access;
    private final UnsafeBuffer former = new UnsafeBuffer(new byte[Long.BYTES]);

    /**
     * Creates the transfers of one endpoint.
     *
     * @param link         to the peer
     * @param endpointId   of this side
     * @param generation   of that id
     */
    DirectTransfer(DirectLink link, int endpointId, int generation) {
        access = link.access();
        user = DirectLayout.user(endpointId, generation);
    }

    /**
     * Writes a few bytes at once.
     *
     * @param target the binding
     * @param at     bytes from its start
     * @param source holds the bytes; checked
     * @param from   where
     * @param bytes  how many, at most {@link DirectAccess#MAX_CHUNK}
     * @return false if the binding does not grant that: nothing was written
     */
    boolean write(PeerBinding target, long at, Region source, long from, long bytes) {
        if (!access.isGranted(target, user, OpFlags.ALLOW_WRITE, at, bytes)) {
            return false;
        }
        UnsafeBuffer memory = target.confirmedMemory();
        byte @Nullable [] fromArray = source.array();
        byte @Nullable [] toArray = memory.byteArray();
        long fromAt = source.address(from);
        long toAt = memory.addressOffset() + target.start + at;
        if (!access.hold(target)) { // with everything at hand: a fence waits for what was loaded before
            return false;
        }
        try {
            SmallCopy.copyLastLast(fromArray, fromAt, toArray, toAt, (int) bytes);
        } finally {
            Reference.reachabilityFence(memory); // or the collector might unmap it
            access.leave();
        }
        return true;
    }

    /**
     * Reads a few bytes at once.
     *
     * @param target the binding
     * @param at     bytes from its start
     * @param sink   takes the bytes; checked
     * @param to     where
     * @param bytes  how many, at most {@link DirectAccess#MAX_CHUNK}
     * @return false if the binding does not grant that: nothing was read
     */
    boolean read(PeerBinding target, long at, Region sink, long to, long bytes) {
        if (!access.isGranted(target, user, OpFlags.ALLOW_READ, at, bytes)) {
            return false;
        }
        UnsafeBuffer memory = target.confirmedMemory();
        byte @Nullable [] fromArray = memory.byteArray();
        byte @Nullable [] toArray = sink.array();
        long fromAt = memory.addressOffset() + target.start + at;
        long toAt = sink.address(to);
        if (!access.hold(target)) {
            return false;
        }
        try {
            SmallCopy.copyAt(fromArray, fromAt, toArray, toAt, (int) bytes);
        } finally {
            Reference.reachabilityFence(memory);
            access.leave();
        }
        return true;
    }

    /**
     * Carries out an atomic, whose list was checked, and fills in the former bytes.
     *
     * @param request   reaches its target directly
     * @param operation what to do
     * @return false if the binding does not grant that: nothing was changed
     */
    boolean execute(Request request, AtomicOperation operation) {
        PeerBinding target = request.target;
        UnsafeBuffer memory = target.memory;
        if (memory == null || !access.enter(target, user, OpFlags.ALLOW_ATOMIC, request.offset, Long.BYTES)) {
            return false;
        }
        try {
            int at = (int) (target.start + request.offset);
            if (!AtomicOperation.isAligned(memory, at)) {
                return false;
            }
            former.putLong(0, operation.execute(memory, at, request.operand, request.expected));
        } finally {
            access.leave();
        }
        request.sges.scatter(0, former, 0, Long.BYTES);
        return true;
    }

    /**
     * Moves the next chunk of a Read or Write, whose list was checked, and counts it in {@link Request#transferred}.
     *
     * @param request reaches its target directly
     * @return false if the binding does not grant that, or no longer
     */
    boolean move(Request request) {
        PeerBinding target = request.target;
        UnsafeBuffer memory = target.memory;
        if (memory == null) {
            return false;
        }
        boolean writes = request.isWrite();
        long total = request.sges.totalLength();
        long done = request.transferred;
        int bytes = request.nextLength(DirectAccess.MAX_CHUNK);
        boolean entered = done == 0
                ? access.enter(target, user, writes ? OpFlags.ALLOW_WRITE : OpFlags.ALLOW_READ, request.offset, total)
                : access.enterAgain(target);
        if (!entered) {
            return false;
        }
        try {
            int at = (int) (target.start + request.offset + done);
            if (writes) {
                write(request, memory, at, bytes, done + bytes == total);
            } else {
                request.sges.scatter(done, memory, at, bytes);
            }
        } finally {
            access.leave();
        }
        request.transferred = done + bytes;
        return true;
    }

    private static void write(Request request, UnsafeBuffer memory, int at, int bytes, boolean isLast) {
        int first = isLast && bytes > LAST ? bytes - LAST : bytes;
        request.sges.gather(request.transferred, memory, at, first);
        if (first < bytes) {
            VarHandle.releaseFence(); // Pairs with whoever polls the last bytes.
            request.sges.gather(request.transferred + first, memory, at + first, bytes - first);
        }
    }
}
