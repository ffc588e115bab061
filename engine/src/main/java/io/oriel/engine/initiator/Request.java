// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.memory.SgeList;

/**
 * A slot of an initiator queue: one posted request, from the post to its completion. Made once, reused; its fields belong to
 * the room.
 */
final class Request {
    /** The memory that it reads or fills. */
    final SgeList sges;

    // As it was posted.
    RequestType type = RequestType.SEND;
    int flags;
    long context;

    /** The memory at the peer, from which {@link #offset} counts. */
    final PeerBinding target = new PeerBinding();

    long offset;

    /** What an atomic adds, or puts in the place of {@link #expected}. */
    long operand;

    long expected;

    /** What a Write tells the peer's application, if {@link #hasImmediate}: then it takes a Receive of the peer. */
    int immediate;

    boolean hasImmediate;

    /** A Send that takes back the peer's window. */
    boolean invalidates;

    /** What it does to a window of this side, if {@link #changesWindow}. */
    final WindowRequests.Change change = new WindowRequests.Change();

    boolean changesWindow;

    // How far it has come.

    /** Bytes that have been sent, or received by a Read. */
    long transferred;

    /** The link's sequences of its first and last frame; 0 before. */
    long firstSequence;

    long lastSequence;

    /** A Send that is, or is being, placed into the peer's Receive; or a Write that was carried out and has to be told. */
    boolean isPlaced;

    /** A Send that cannot be placed. */
    boolean needsFrames;

    /** Ended, with {@link #status}; its completion follows in order. */
    boolean done;

    /** How it ended, or is bound to end. */
    NdStatus status = NdStatus.SUCCESS;

    Request(SgeList sges) {
        this.sges = sges;
    }

    void begin(RequestType kind, long requestContext, int requestFlags) {
        if (type != kind) { // storing a reference costs a barrier of the collector
            type = kind;
        }
        context = requestContext;
        flags = requestFlags;
        transferred = 0;
        firstSequence = 0;
        lastSequence = 0;
        invalidates = false;
        changesWindow = false;
        hasImmediate = false;
        isPlaced = false;
        needsFrames = false;
        done = false;
        if (status != NdStatus.SUCCESS) {
            status = NdStatus.SUCCESS;
        }
    }

    /** Names the peer's window, opened on the endpoint, and where in it the request begins. */
    void aimAt(PeerWindow window, long at) {
        target.copyFrom(window.binding());
        offset = at;
    }

    /** Returns what it does to a window of this side, to be filled in. */
    WindowRequests.Change changesWindow() {
        changesWindow = true;
        return change;
    }

    void end(NdStatus result) {
        if (status != result) {
            status = result;
        }
        done = true;
    }

    /** Returns how many bytes have still to be moved. */
    long left() {
        return sges.totalLength() - transferred;
    }

    /**
     * Says how many bytes go next, where no more than some, at least 16, can go at once: so that the last eight go together, for
     * which others may poll.
     */
    int nextLength(int most) {
        long left = left();
        return (int) (left <= most ? left : Math.min(most, left - Long.BYTES));
    }

    /** Tells whether its completion counts bytes. */
    boolean movesBytes() {
        return endsByAcknowledgement() || endsByResponse();
    }

    /** Tells whether its frames, all of them, are acknowledged together with {@link #lastSequence}. */
    boolean endsByAcknowledgement() {
        return type == RequestType.SEND || type == RequestType.WRITE;
    }

    /** Tells whether it is a Read or an atomic, which the peer answers with what it brings back. */
    boolean endsByResponse() {
        return type == RequestType.READ || type == RequestType.FETCH_AND_ADD || type == RequestType.COMPARE_AND_SWAP;
    }

    /** Tells whether it takes a Receive of the peer. */
    boolean takesReceive() {
        return type == RequestType.SEND || hasImmediate;
    }

    /** Tells whether it is a Write, with or without an immediate value. */
    boolean isWrite() {
        return type == RequestType.WRITE;
    }

    /** Tells whether it waits for the Reads and atomics before it. */
    boolean isFenced() {
        return (flags & OpFlags.READ_FENCE) != 0;
    }

    /** Tells whether its success adds no completion. */
    boolean isSilent() {
        return (flags & OpFlags.SILENT_SUCCESS) != 0;
    }
}
