// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.RemoteWindow;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.memory.DescriptorLayout;
import org.agrona.DirectBuffer;

/** A window of the peer's, as a descriptor names it. */
final class PeerWindow implements RemoteWindow {
    private static final long NEVER = -1;

    private final PeerWindowTable table;
    private final PeerBinding binding = new PeerBinding();
    private long length;
    private long checkedVersion = NEVER; // of the table, when it said last that the binding has not been taken back

    PeerWindow(PeerWindowTable table) {
        this.table = table;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isDirect() {
        return binding.isDirect();
    }

    /** Tells whether an endpoint may name this window: if it was opened in the endpoint's table. */
    boolean isUsableIn(PeerWindowTable owner) {
        return table == owner;
    }

    /** Returns the binding; the same for the life of this object. */
    PeerBinding binding() {
        return binding;
    }

    /** Tells whether a SendAndInvalidate of this side has taken the binding back, from its post on. */
    boolean isInvalidated() {
        return checkedVersion != table.version() && !learnsThatItIsNot();
    }

    /** Becomes what a checked descriptor names. */
    void open(DirectBuffer descriptor, int offset) {
        DescriptorLayout.read(descriptor, offset, binding);
        length = DescriptorLayout.length(descriptor, offset);
        checkedVersion = NEVER;
    }

    private boolean learnsThatItIsNot() {
        boolean isValid = !table.isInvalidated(binding.windowId, binding.generation);
        checkedVersion = isValid ? table.version() : NEVER;
        return isValid;
    }
}
