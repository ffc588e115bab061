// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.address;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a connector connects from: the address that the application has bound it to, or one that the adapter has chosen and may
 * change. From any thread.
 */
public final class LocalAddress {
    private final BoundAddresses all;

    // Written under this.
    private volatile @Nullable InetSocketAddress address;
    private volatile boolean isBound;

    private LocalAddress(BoundAddresses all) {
        this.all = all;
    }

    /**
     * Returns what makes the addresses of one adapter's connectors, none of which is another's.
     *
     * @param adapter the adapter's own address
     * @return gives one that is neither bound nor chosen
     */
    public static Supplier<LocalAddress> ofConnectors(InetAddress adapter) {
        BoundAddresses all = new BoundAddresses(adapter);
        return () -> new LocalAddress(all);
    }

    /**
     * Returns the address.
     *
     * @return null before there is one
     */
    public @Nullable InetSocketAddress get() {
        return address;
    }

    /** Tells whether the application has bound it. */
    public boolean isBound() {
        return isBound;
    }

    /**
     * Takes the address that the application asks for.
     *
     * @param wanted port 0 is any
     * @throws NdException if it cannot be had
     */
    public synchronized void bind(InetSocketAddress wanted) {
        if (address != null) {
            throw new NdException(
                    NdStatus.STATUS_ADDRESS_ALREADY_ASSOCIATED, "the connector is bound to " + address + " already");
        }
        if (wanted.isUnresolved()) {
            throw new NdException(NdStatus.INVALID_ADDRESS, wanted + " is not resolved");
        }
        if (!wanted.getAddress().isAnyLocalAddress() && !isLocal(wanted)) {
            throw new NdException(NdStatus.INVALID_ADDRESS, wanted + " is not an address of this host");
        }
        address = reserve(wanted);
        isBound = true;
    }

    /**
     * Returns the address, which is chosen now if there is none.
     *
     * @return never null
     * @throws NdException if no port is left
     */
    public synchronized InetSocketAddress require() {
        InetSocketAddress current = address;
        if (current == null) {
            current = reserve(new InetSocketAddress(all.own(), 0));
            address = current;
        }
        return current;
    }

    /**
     * Chooses another address.
     *
     * @return false if the application has bound it, it is released, or no port is left
     */
    public synchronized boolean change() {
        InetSocketAddress former = address;
        if (isBound || former == null) {
            return false;
        }
        InetSocketAddress next = all.reserve(new InetSocketAddress(former.getAddress(), 0));
        if (next == null) {
            return false;
        }
        address = next;
        all.unreserve(former);
        return true;
    }

    /** Gives the address back. */
    public synchronized void release() {
        InetSocketAddress reserved = address;
        if (reserved != null) {
            address = null; // once: it may be another's next
            all.unreserve(reserved);
        }
    }

    private InetSocketAddress reserve(InetSocketAddress wanted) {
        InetSocketAddress reserved = all.reserve(wanted);
        if (reserved == null) {
            boolean isAny = wanted.getPort() == 0;
            NdStatus status = isAny ? NdStatus.TOO_MANY_ADDRESSES : NdStatus.SHARING_VIOLATION;
            throw new NdException(status, wanted + " is in use");
        }
        return reserved;
    }

    private boolean isLocal(InetSocketAddress wanted) {
        return wanted.getAddress().isLoopbackAddress()
                || wanted.getAddress().equals(all.own())
                || LocalAddresses.contain(wanted.getAddress());
    }
}
