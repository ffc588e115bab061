// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.RemoteWindow;
import io.oriel.engine.direct.DirectTarget;
import io.oriel.engine.memory.DescriptorLayout;
import org.agrona.DirectBuffer;

/** A window of the peer's, as a descriptor names it. */
public final class PeerWindow implements RemoteWindow {
    private final PeerWindowTable table;
    private final DirectTarget direct = new DirectTarget();
    private int id;
    private long generation;
    private long token;
    private long length;
    private boolean invalidated;
    private int checkedVersion;

    PeerWindow(PeerWindowTable table) {
        this.table = table;
    }

    @Override
    public long length() {
        return length;
    }

    /**
     * Tells whether an endpoint may name this window.
     *
     * @param owner the endpoint's table
     * @return true if it was opened there
     */
    public boolean isUsableIn(PeerWindowTable owner) {
        return table == owner;
    }

    /**
     * Returns the owner's id of the window.
     *
     * @return as in the descriptor
     */
    public int id() {
        return id;
    }

    /**
     * Returns the generation of the binding.
     *
     * @return as in the descriptor
     */
    public long generation() {
        return generation;
    }

    /**
     * Returns the token of the binding.
     *
     * @return as in the descriptor
     */
    public long token() {
        return token;
    }

    /**
     * Tells whether a SendAndInvalidate of this side has taken the binding back.
     *
     * @return true from its post on
     */
    public boolean isInvalidated() {
        if (checkedVersion != table.version()) {
            checkedVersion = table.version();
            invalidated = table.isInvalidated(id, generation);
        }
        return invalidated;
    }

    /**
     * Returns how the binding is reached through mapped memory.
     *
     * @return the same for the life of this object; not direct if it is not reached so
     */
    public DirectTarget direct() {
        return direct;
    }

    /** Becomes what a checked descriptor names. */
    void open(DirectBuffer descriptor, int offset) {
        id = DescriptorLayout.id(descriptor, offset);
        generation = DescriptorLayout.generation(descriptor, offset);
        token = DescriptorLayout.token(descriptor, offset);
        length = DescriptorLayout.length(descriptor, offset);
        DescriptorLayout.describe(descriptor, offset, direct);
        checkedVersion = table.version();
        invalidated = table.isInvalidated(id, generation);
    }
}
