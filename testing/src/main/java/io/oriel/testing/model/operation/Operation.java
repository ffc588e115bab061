// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.operation;

import io.oriel.api.OpFlags;

/**
 * One step of a sequence. It names objects by number, so that it can be run whatever was left out before it; a step that
 * names what is not there is skipped.
 *
 * @param kind what is done
 * @param side whose application does it: 0 the owner, 1 the peer
 * @param pair on which of its endpoints
 * @param what the number of the window, remote window, region or queue that it is about
 * @param span the memory of the request, on its own side
 * @param at   where in the remote window, or a number of the kind's own
 * @param flags of the request, or a choice of the kind's own
 */
public record Operation(Kind kind, int side, int pair, int what, Span span, long at, int flags) {
    /** What is done. */
    public enum Kind {
        SEND,
        SEND_AND_INVALIDATE,
        RECEIVE,
        SHARED_RECEIVE,
        READ,
        WRITE,
        WRITE_WITH_IMMEDIATE,
        FETCH_AND_ADD,
        COMPARE_AND_SWAP,
        BIND,
        INVALIDATE,
        FAST_REGISTER,
        INVALIDATE_TOKEN,
        GET_TOKEN,
        OPEN_WINDOW,
        FILL,
        IDLE,
        SETTLE,
        NOTIFY,
        NOTIFY_SHARED,
        MODIFY_SHARED,
        CLOSE_SHARED,
        RESIZE,
        START_BATCH,
        SUBMIT_BATCH,
        CLOSE_WINDOW,
        DEREGISTER,
        RACE,
        FLUSH,
        DISCONNECT,
        CLOSE,
        RENEW,
        CONNECT
    }

    /**
     * Part of a region, as a list of entries: cut into pieces, the last piece first.
     *
     * @param region  the number of a region; {@link #FOREIGN} or {@link #BUFFER}
     * @param offset  bytes from its start
     * @param length  bytes
     * @param entries how many pieces; none has no bytes
     */
    public record Span(int region, long offset, long length, int entries) {
        /** Instead of a region: one of the other side's adapter. */
        public static final int FOREIGN = 100;

        /** Instead of a region: memory that is not registered. */
        public static final int BUFFER = 101;

        /** No memory. */
        public static final Span NONE = new Span(0, 0, 0, 0);

        public long total() {
            return entries == 0 ? 0 : length;
        }

        /** Returns how long a piece is. */
        public long pieceLength(int index) {
            long piece = length / entries;
            return index < entries - 1 ? piece : length - piece * (entries - 1);
        }

        @Override
        public String toString() {
            return "new Span(" + region + ", " + offset + "L, " + length + "L, " + entries + ")";
        }
    }

    /** Tells whether it binds a window or a token. */
    public boolean binds() {
        return kind == Kind.BIND || kind == Kind.FAST_REGISTER;
    }

    /** Tells whether it takes a window or a token of its own side back. */
    public boolean takesBack() {
        return kind == Kind.INVALIDATE || kind == Kind.INVALIDATE_TOKEN;
    }

    /** Tells whether it sends a message. */
    public boolean sends() {
        return kind == Kind.SEND || kind == Kind.SEND_AND_INVALIDATE;
    }

    /** Tells whether it posts a request that names a remote window. */
    public boolean isRemote() {
        return kind == Kind.SEND_AND_INVALIDATE || brings() || writes();
    }

    /** Tells whether it brings bytes of the peer's memory here. */
    public boolean brings() {
        return kind == Kind.READ || isAtomic();
    }

    /** Tells whether it writes bytes to the peer's memory. */
    public boolean writes() {
        return kind == Kind.WRITE || kind == Kind.WRITE_WITH_IMMEDIATE;
    }

    public boolean isAtomic() {
        return kind == Kind.FETCH_AND_ADD || kind == Kind.COMPARE_AND_SWAP;
    }

    /** Tells whether it takes a Receive of the peer, and waits for one. */
    public boolean takesReceive() {
        return sends() || kind == Kind.WRITE_WITH_IMMEDIATE;
    }

    /** Returns what an atomic adds or stores, of the context of its request. */
    public static long operand(long context) {
        return context * 0x9E3779B97F4A7C15L;
    }

    /** Returns what a Write tells, of the context of its request. */
    public static int immediate(long context) {
        return (int) operand(context);
    }

    /** Tells whether it names a window of the other side, or the token of a region there. */
    public boolean namesForeignWindow() {
        return switch (kind) {
            case BIND, INVALIDATE -> what >= Inventory.WINDOWS;
            case FAST_REGISTER, INVALIDATE_TOKEN -> span.region() == Span.FOREIGN;
            default -> false;
        };
    }

    /** Returns a pair whose endpoints are others than its own. */
    public int otherPair() {
        return (pair + 1) % Inventory.PAIRS;
    }

    /** Tells whether it names a remote window of another endpoint. */
    public boolean namesForeignRemote() {
        return isRemote() && what >= Inventory.REMOTE_WINDOWS;
    }

    public boolean namesForeign() {
        return namesForeignWindow() || namesForeignRemote();
    }

    /** Returns, of a race, what the user of the window does. */
    public Operation use() {
        Kind[] uses = {Kind.SEND_AND_INVALIDATE, Kind.WRITE, Kind.READ};
        return new Operation(uses[flags % uses.length], side, pair, what, span, at, OpFlags.NONE);
    }

    public boolean isFenced() {
        return (flags & OpFlags.READ_FENCE) != 0;
    }

    public boolean isInline() {
        return (flags & OpFlags.INLINE) != 0;
    }

    /** Returns Java that makes it. */
    @Override
    public String toString() {
        return "new Operation(Kind." + kind + ", " + side + ", " + pair + ", " + what + ", " + span + ", " + at + "L, "
                + flags + ")";
    }
}
