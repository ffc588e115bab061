// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.testing.model.operation.Operation;
import org.jspecify.annotations.Nullable;

/** A request that waits for its turn. */
public final class Request {
    private static final byte[] NOTHING = {};

    /** A completion that must appear; in the order of the queue that its request was in. */
    public record Expected(RequestType type, NdStatus status, long bytes, long context, int immediate) {
        public Expected(RequestType type, NdStatus status, long bytes, long context) {
            this(type, status, bytes, context, 0);
        }

        /** Tells whether it is that of a Receive. */
        public boolean isOfReceive() {
            return type == RequestType.RECEIVE || type == RequestType.RECEIVE_WITH_IMMEDIATE;
        }
    }

    public final Operation operation;
    public final long context;
    final @Nullable ModelMemory memory;
    final @Nullable ModelWindow window;
    final ModelWindow.@Nullable View remote;
    byte @Nullable [] inline;
    NdStatus early = NdStatus.SUCCESS;
    int binding;
    boolean bound;

    /** What a CompareAndSwap compares with. */
    long expected;

    /** Of one that was carried out: how it completes. */
    @Nullable
    Expected completion;

    /** Of one that was carried out: the Receive that it took. */
    @Nullable
    Request taken;

    /** Of one that takes a token back: what was granted until then. */
    ModelWindow.@Nullable Grant former;

    /** The author of what it changes on its own side. */
    final Object sink = new Object();

    Request(
            Operation operation,
            long context,
            @Nullable ModelMemory memory,
            @Nullable ModelWindow window,
            ModelWindow.@Nullable View remote) {
        this.operation = operation;
        this.context = context;
        this.memory = memory;
        this.window = window;
        this.remote = remote;
    }

    /** Takes inline data; false if it is not all there. */
    boolean captureInline() {
        if (operation.isInline() && memory != null) {
            boolean isInside = operation.span().entries() == 0
                    || memory.contains(
                            operation.span().offset(), operation.span().length());
            if (!isInside) {
                return false;
            }
            inline = memory.gather(operation.span());
        }
        return true;
    }

    /** Tells whether what it sends or writes can be read. */
    boolean isReadable() {
        return inline != null
                || memory == null
                || operation.span().entries() == 0
                || memory.isReadable(operation.span());
    }

    /** Tells whether what it receives or brings can be stored. */
    boolean isFillable() {
        return memory == null || operation.span().entries() == 0 || memory.isFillable(operation.span());
    }

    /** Tells whether its own memory can be used as it uses it. */
    boolean isGoodHere() {
        return operation.brings() ? isFillable() : isReadable();
    }

    /** Tells whether it completes only if it does not succeed. */
    public boolean isSilent() {
        return (operation.flags() & OpFlags.SILENT_SUCCESS) != 0 && operation.kind() != Operation.Kind.RECEIVE;
    }

    /** Returns how it completes, if everything before the end of its connection was carried out. */
    public @Nullable Expected completion() {
        return completion;
    }

    /** Returns the Receive that it took, if everything before the end of its connection was carried out. */
    public @Nullable Request taken() {
        return taken;
    }

    void isDone() {
        if (window != null) {
            window.isDone(this);
        }
        if (remote != null) {
            remote.window().isDone(this);
        }
    }

    byte[] message() {
        if (inline != null) {
            return inline;
        }
        return memory == null ? NOTHING : memory.gather(operation.span());
    }

    /** Returns the right that it needs of the peer. */
    int right() {
        return switch (operation.kind()) {
            case READ -> OpFlags.ALLOW_READ;
            case WRITE, WRITE_WITH_IMMEDIATE -> OpFlags.ALLOW_WRITE;
            case FETCH_AND_ADD, COMPARE_AND_SWAP -> OpFlags.ALLOW_ATOMIC;
            default -> OpFlags.NONE;
        };
    }

    /** Tells whether it may take a window back, or bind it anew; a token's window is not looked for. */
    boolean mayChange(ModelWindow of) {
        return switch (operation.kind()) {
            case BIND, INVALIDATE -> window == of;
            case SEND_AND_INVALIDATE -> remote != null && remote.window() == of;
            case INVALIDATE_TOKEN, FAST_REGISTER -> of.isToken();
            default -> false;
        };
    }
}
