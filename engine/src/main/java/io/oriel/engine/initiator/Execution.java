// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.credit.Credit;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.initiator.RequestFrames.OutboundReads;
import io.oriel.engine.link.Lane;
import io.oriel.engine.protocol.AtomicOperation;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of one endpoint, one after the other: directly, or by frames. By the domain's owner.
 *
 * <p>What a binding does not grant directly is put before the peer's responder, as if there were no direct path: it alone
 * decides how a request fails.
 */
final class Execution {
    private final Lane lane;
    private final InitiatorQueue queue;
    private final Credit credit;
    private final RequestFrames frames;
    private final WindowRequests windows;
    private final OutboundReads reads;
    private final Placement placement;

    // Written by the agent, before the endpoint is connected.
    private @Nullable DirectTransfer transfer;

    Execution(
            Lane lane,
            InitiatorQueue queue,
            Credit credit,
            RequestFrames frames,
            WindowRequests windows,
            OutboundReads reads,
            Placement placement) {
        this.lane = lane;
        this.queue = queue;
        this.credit = credit;
        this.frames = frames;
        this.windows = windows;
        this.reads = reads;
        this.placement = placement;
    }

    /** The endpoint gets its peer; null if its memory cannot be reached. On the agent. */
    void attach(@Nullable DirectTransfer direct) {
        transfer = direct;
    }

    /** Tells whether a direct access keeps the order of Reads, Writes and atomics. */
    boolean isNothingFramed() {
        return reads.isEmpty() && frames.areWritesExecuted();
    }

    /** Runs a request; false if it has to wait. */
    boolean run(Request request) {
        if (request.status != NdStatus.SUCCESS) {
            request.done = true;
            return true;
        }
        if (request.isFenced() && !reads.isEmpty()) {
            return false;
        }
        return switch (request.type) {
            case SEND -> send(request);
            case WRITE -> write(request);
            case READ -> read(request);
            case FETCH_AND_ADD -> atomic(request, AtomicOperation.ADD);
            case COMPARE_AND_SWAP -> atomic(request, AtomicOperation.SWAP);
            case BIND, FAST_REGISTER -> windows.bind(request);
            case INVALIDATE -> windows.invalidate(request);
            case RECEIVE, RECEIVE_WITH_IMMEDIATE -> throw new IllegalStateException("a Receive in the initiator queue");
        };
    }

    private boolean send(Request request) {
        if (!request.sges.isReadable()) {
            request.end(NdStatus.ACCESS_VIOLATION);
            return true;
        }
        if (!hasReceive(request)) {
            return request.done;
        }
        return place(request) && frames.send(request);
    }

    /** Tells whether the peer has a Receive for a request; otherwise it has to wait, or has ended after too long. */
    private boolean hasReceive(Request request) {
        if (request.firstSequence != 0 || credit.isThere()) {
            return true;
        }
        if (credit.isOverdue()) {
            request.end(NdStatus.IO_TIMEOUT);
        }
        return false;
    }

    /** Places a long Send into the peer's Receive, if it can be; false if something is left. */
    private boolean place(Request request) {
        while (placement.isDue(request)) {
            int bytes = lane.takePlaced((int) Math.min(request.left(), DirectAccess.MAX_CHUNK));
            if (bytes == 0) {
                return false;
            }
            placement.placeChunk(request, credit.nextIndex(), bytes);
        }
        return true;
    }

    /** Carries out a Write; one that has an immediate value and went directly is told by a frame that follows. */
    private boolean write(Request request) {
        if (request.hasImmediate && !hasReceive(request)) {
            return request.done;
        }
        boolean goesDirectly = request.target.reaches(OpFlags.ALLOW_WRITE) && !request.isPlaced;
        return goesDirectly ? transfer(request) : frames.write(request);
    }

    private boolean read(Request request) {
        if (!reads.mayBegin(request)) {
            return true;
        }
        if (request.target.isDirect()) {
            return transfer(request);
        }
        if (reads.isFull() || !frames.read(request, (int) queue.nextIndex())) {
            return false;
        }
        reads.sent();
        return true;
    }

    private boolean atomic(Request request, AtomicOperation operation) {
        if (!reads.mayBegin(request)) {
            return true;
        }
        if (request.target.reaches(OpFlags.ALLOW_ATOMIC)) {
            if (!isNothingFramed()) {
                return false;
            }
            DirectTransfer by = transfer;
            if (by != null && by.execute(request, operation)) {
                request.end(NdStatus.SUCCESS);
                return true;
            }
            request.target.renounce();
        }
        if (reads.isFull() || !frames.atomic(request, operation, (int) queue.nextIndex())) {
            return false;
        }
        reads.sent();
        return true;
    }

    /** Carries out a Read or Write without the peer; false if something is left. */
    private boolean transfer(Request request) {
        DirectTransfer by = transfer;
        if (!isNothingFramed()) {
            return false;
        }
        boolean isWrite = request.isWrite();
        long total = request.sges.totalLength();
        do {
            if (!(isWrite ? request.sges.isReadable() : request.sges.isWritable())) {
                request.end(NdStatus.ACCESS_VIOLATION);
                return true;
            }
            if (!lane.spend(Math.min(request.left(), DirectAccess.MAX_CHUNK))) {
                return false;
            }
            if (by == null || !by.move(request)) {
                request.target.renounce();
                request.transferred = 0;
                return isWrite ? frames.write(request) : read(request);
            }
        } while (request.transferred < total);
        if (request.hasImmediate) {
            request.isPlaced = true;
            return frames.write(request);
        }
        request.end(NdStatus.SUCCESS);
        return true;
    }
}
