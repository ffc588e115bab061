// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.oriel.api.NdException;
import io.oriel.engine.control.SystemFailure;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.frame.FrameLayout;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The port at which an adapter takes frames: kept open by a subscription of its own, which never hears anything. */
public final class DataSocket {
    private static final int MAX_TURNS = 1_000_000;
    private static final long OPENING_PARK_NS = 20_000;
    /** What the system, in words that the driver passes on, says of a port that somebody has taken meanwhile. */
    private static final String TAKEN = "Address already in use";

    private final InetSocketAddress address;
    private final Subscription subscription;

    private DataSocket(InetSocketAddress address, Subscription subscription) {
        this.address = address;
        this.subscription = subscription;
    }

    /**
     * Opens it. Blocks; on a worker, before the domain is used.
     *
     * @param driver of the adapter
     * @param ip     of this host
     * @param ports  that it may have
     * @return the socket, which ends with the driver
     * @throws NdException TOO_MANY_ADDRESSES, INVALID_ADDRESS, INSUFFICIENT_RESOURCES
     */
    public static DataSocket open(AdapterDriver driver, InetAddress ip, FreePorts ports) {
        // Looked at first: the driver reports it as an error of its own when a port is taken.
        return ports.bind(ip, wanted -> open(driver, new InetSocketAddress(ip, FreePorts.probe(wanted))));
    }

    private static DataSocket open(AdapterDriver driver, InetSocketAddress address) throws IOException {
        Aeron aeron = driver.aeron();
        try {
            String channel = channel(address, RandomNumbers.nextInt());
            long id = aeron.asyncAddSubscription(channel, FrameLayout.STREAM_ID);
            for (int turn = 0; turn < MAX_TURNS; turn++) {
                int work = driver.turn(true);
                @Nullable Subscription added = aeron.getSubscription(id);
                if (added != null) {
                    return new DataSocket(address, added);
                }
                if (work == 0) {
                    LockSupport.parkNanos(OPENING_PARK_NS);
                }
            }
            throw new IOException("the media driver did not open the port " + address);
        } catch (AeronException e) {
            if (String.valueOf(e.getMessage()).contains(TAKEN)) {
                throw new IOException(e.getMessage(), e);
            }
            throw SystemFailure.exception("the media driver cannot open its port", null, e);
        }
    }

    /** Names what comes to an address by a session. */
    static String channel(InetSocketAddress to, int sessionId) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(text(to))
                .sessionId(sessionId)
                .build();
    }

    /** Writes an address as Aeron reads it. */
    static String text(InetSocketAddress address) {
        String ip = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? '[' + ip + ']' : ip) + ':' + address.getPort();
    }

    /**
     * Returns where frames are taken.
     *
     * @return the address
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Tells whether the port is open.
     *
     * @return false after the driver has ended
     */
    public boolean isOpen() {
        return !subscription.isClosed();
    }
}
