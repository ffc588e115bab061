// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.engine.model.operation.Operation;
import org.jspecify.annotations.Nullable;

/** A window of the model. Each of its bindings has a number that no other has. */
public final class ModelWindow {
    /**
     * What a peer has opened: the binding that a descriptor names.
     *
     * @param window  that is named
     * @param side    of its owner
     * @param binding its number
     * @param forged  the token is not the binding's
     */
    public record View(ModelWindow window, int side, int binding, boolean forged) {}

    private final int side;
    private final int number;
    private boolean closed;
    private int pendingInvalidates;
    private @Nullable ModelEndpoint toucher;
    private boolean touchedBySeveral;

    // Of the present binding.
    private @Nullable ModelEndpoint holder;
    private @Nullable ModelMemory memory;
    private int binding;
    private long start;
    private long length;
    private int rights;

    public ModelWindow(int side, int number) {
        this.side = side;
        this.number = number;
    }

    /** Returns what its owner gave it, and gets with the peer's invalidation. */
    public long context() {
        return -1L - number;
    }

    public int side() {
        return side;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isBoundTo(ModelEndpoint endpoint) {
        return holder == endpoint;
    }

    public boolean isBound() {
        return holder != null;
    }

    /** Binds the window; false if it cannot be bound. */
    public boolean bind(ModelEndpoint endpoint, ModelMemory to, Operation operation, int numbered) {
        if (holder != null || closed || !to.isRegistered()) {
            return false;
        }
        holder = endpoint;
        memory = to;
        binding = numbered;
        start = operation.span().offset();
        length = operation.span().length();
        rights = operation.flags();
        to.bound(1);
        return true;
    }

    public void unbind() {
        if (memory != null) {
            memory.bound(-1);
        }
        holder = null;
        memory = null;
    }

    public void close() {
        unbind();
        closed = true;
    }

    /** Tells whether this is the binding that a peer names on an endpoint of the owner's. */
    public boolean isNamedBy(View view, ModelEndpoint owner) {
        return view.window() == this && !view.forged() && holder == owner && binding == view.binding();
    }

    public boolean grants(int right, long offset, long size) {
        return (rights & right) != 0 && offset >= 0 && size <= length && offset <= length - size;
    }

    public ModelMemory memory() {
        if (memory == null) {
            throw new IllegalStateException("the window is not bound");
        }
        return memory;
    }

    public int start() {
        return (int) start;
    }

    public void invalidatePosted() {
        pendingInvalidates++;
    }

    public void invalidateRan() {
        pendingInvalidates--;
    }

    public boolean awaitsInvalidate() {
        return pendingInvalidates > 0;
    }

    /** Notes that a request of an endpoint's queue has changed or used the binding since everything arrived last. */
    public void touch(ModelEndpoint by) {
        touchedBySeveral |= toucher != null && toucher != by;
        toucher = by;
    }

    public void forgetTouches() {
        toucher = null;
        touchedBySeveral = false;
    }

    public boolean isTouchedByOtherThan(ModelEndpoint endpoint) {
        return touchedBySeveral || (toucher != null && toucher != endpoint);
    }
}
