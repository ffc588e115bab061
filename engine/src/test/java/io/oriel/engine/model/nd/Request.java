// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.model.operation.Operation;
import org.jspecify.annotations.Nullable;

/** A request that waits for its turn. */
public final class Request {
    private static final byte[] NOTHING = {};

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
