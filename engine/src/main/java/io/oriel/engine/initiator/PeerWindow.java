// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.memory.DescriptorLayout;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/** A window of the peer's, as a descriptor names it. */
final class PeerWindow implements RemoteWindow {
    private static final long NEVER = -1;

    private final Table table;
    private final PeerBinding binding = new PeerBinding();
    private long length;
    private long checkedVersion = NEVER; // of the table, when it said last that the binding has not been taken back

    /**
     * What one endpoint knows of its peer's windows: which bindings it has taken back itself, so that every remote window
     * opened from such a descriptor is closed.
     */
    static final class Table {
        private static final long NONE = 0; // generations begin with 1

        private final Long2LongHashMap invalidatedGenerations = new Long2LongHashMap(Long.MIN_VALUE);
        private long version;

        /**
         * Opens the window that a descriptor names.
         *
         * @param descriptor holds what the peer sent
         * @param offset     where
         * @param reuse      a window of this table to open anew, or null
         * @return the window
         * @throws NdException as {@link DescriptorLayout#check}; INVALID_HANDLE if reuse is not of this table
         */
        PeerWindow open(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
            PeerWindow window = reuse == null ? new PeerWindow(this) : own(reuse);
            DescriptorLayout.check(descriptor, offset);
            window.open(descriptor, offset);
            invalidatedGenerations.putIfAbsent(
                    window.binding().windowId, NONE); // so that taking it back allocates nothing
            return window;
        }

        /**
         * Closes every window that was opened from the same descriptor.
         *
         * @param window one of them
         */
        void invalidate(PeerWindow window) {
            long former = invalidatedGenerations.get(window.binding().windowId);
            invalidatedGenerations.put(window.binding().windowId, Math.max(former, window.binding().generation));
            version++;
        }

        /** Tells how often a binding has been taken back. */
        long version() {
            return version;
        }

        /** Tells whether a binding has been taken back; generations of a window only grow. */
        boolean isInvalidated(int windowId, long generation) {
            return generation <= invalidatedGenerations.get(windowId);
        }

        private PeerWindow own(RemoteWindow window) {
            if (window instanceof PeerWindow peerWindow && peerWindow.isUsableIn(this)) {
                return peerWindow;
            }
            throw new NdException(NdStatus.INVALID_HANDLE, "reuse must be a remote window of the same endpoint");
        }
    }

    PeerWindow(Table table) {
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
    boolean isUsableIn(Table owner) {
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
