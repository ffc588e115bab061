// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.direct.DirectTarget;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.memory.Window;
import org.jspecify.annotations.Nullable;

/** A slot of an initiator queue: one posted request, from the post to its completion. Made once, reused. */
public final class Request {
    /** The memory that it reads or fills. */
    public final SgeList sges;

    /** What kind of request it is. */
    public RequestType type = RequestType.SEND;

    /** Bits of {@link OpFlags}. */
    public int flags;

    /** The caller's. */
    public long context;

    /** Bytes that have been sent, or received by a Read. */
    public long transferred;

    /** The link's sequence of its first frame; 0 before. */
    public long firstSequence;

    /** The link's sequence of its last frame; 0 before. */
    public long lastSequence;

    /** The memory at the peer, if it is reached directly. */
    public final DirectTarget direct = new DirectTarget();

    /** The window at the peer, as its descriptor names it. */
    public int peerWindowId;

    /** Of the window at the peer. */
    public long peerGeneration;

    /** Of the window at the peer. */
    public long peerToken;

    /** Bytes from the start of the window at the peer, or from the start of the region to bind. */
    public long offset;

    /** Bytes to bind. */
    public long length;

    /** The generation assigned to a Bind. */
    public long generation;

    /** The own window of a Bind or Invalidate. */
    public @Nullable Window window;

    /** The region of a Bind. */
    public @Nullable Region region;

    /** Shows the binding of a Bind to a peer that can reach the memory. */
    public @Nullable WindowSlot exposure;

    /** What an atomic adds, or puts in the place of {@link #expected}. */
    public long operand;

    /** What a compare-and-swap replaces. */
    public long expected;

    /** What a Write tells the peer's application, if {@link #hasImmediate}. */
    public int immediate;

    /** What an Invalidate has taken back, until the peer has left it. */
    public final Revocation taken = new Revocation();

    /** Since when an Invalidate has been waiting for the peer to leave the memory. */
    public long waitingSinceNs;

    /** A Send that takes back the peer's window. */
    public boolean invalidates;

    /** A Write that takes a Receive of the peer to tell of itself. */
    public boolean hasImmediate;

    /** A Send that is, or is being, placed into the peer's Receive; or a Write that was carried out and has to be told. */
    public boolean isPlaced;

    /** A Send that cannot be placed. */
    public boolean needsFrames;

    /** A Bind that took effect at its post, or an Invalidate that waits for the peer. */
    public boolean ran;

    /** Ended, with {@link #status}; its completion follows in order. */
    public boolean done;

    /** How it ended, or is bound to end. */
    public NdStatus status = NdStatus.SUCCESS;

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
        hasImmediate = false;
        isPlaced = false;
        needsFrames = false;
        ran = false;
        done = false;
        if (status != NdStatus.SUCCESS) {
            status = NdStatus.SUCCESS;
        }
    }

    /**
     * Names the peer's window.
     *
     * @param target  opened on the endpoint
     * @param atByte  bytes from its start
     */
    public void aimAt(PeerWindow target, long atByte) {
        peerWindowId = target.id();
        peerGeneration = target.generation();
        peerToken = target.token();
        direct.copyFrom(target.direct());
        offset = atByte;
    }

    /**
     * Says what a Bind or FastRegister binds.
     *
     * @param own      the window or token
     * @param numbered the generation assigned at the post
     * @param memory   the region
     * @param atByte   bytes from its start
     * @param bytes    to bind
     */
    public void binds(Window own, long numbered, Region memory, long atByte, long bytes) {
        window = own;
        generation = numbered;
        region = memory;
        offset = atByte;
        length = bytes;
    }

    /**
     * Ends the request.
     *
     * @param result how
     */
    public void end(NdStatus result) {
        if (status != result) {
            status = result;
        }
        done = true;
    }

    /** Returns how many bytes have still to be moved. */
    public long left() {
        return sges.totalLength() - transferred;
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
    public boolean isWrite() {
        return type == RequestType.WRITE;
    }

    /** Tells whether it waits for the Reads and atomics before it. */
    public boolean isFenced() {
        return (flags & OpFlags.READ_FENCE) != 0;
    }

    /** Tells whether its success adds no completion. */
    public boolean isSilent() {
        return (flags & OpFlags.SILENT_SUCCESS) != 0;
    }
}
