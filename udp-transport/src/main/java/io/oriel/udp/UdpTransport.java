// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.aeron.ErrorCode;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.ControlProtocolException;
import io.aeron.exceptions.StorageSpaceException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Shortages;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.udp.aeron.AdapterDriver;
import io.oriel.udp.aeron.DataPlane;
import io.oriel.udp.aeron.DataSocket;
import io.oriel.udp.aeron.DriverCounters;
import io.oriel.udp.aeron.FreePorts;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.ExposureWarning;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.directory.TransportDirectory;
import io.oriel.udp.gate.SocketAlarm;
import io.oriel.udp.meeting.Security;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** UDP as one provider uses it. Each port has sockets and a media driver of its own. */
final class UdpTransport implements Transport {
    private static final Set<ErrorCode> UNKNOWN =
            Set.of(ErrorCode.UNKNOWN_PUBLICATION, ErrorCode.UNKNOWN_SUBSCRIPTION, ErrorCode.UNKNOWN_COUNTER);
    private static final int MAX_TURNS = 1_000_000;
    private static final long PARK_NS = 20_000;
    private static final long KEYS_PERIOD_NS = 500_000_000;
    private static final long DIRECTORY_PERIOD_NS = 1_000_000_000;

    private final Home home;
    private final Set<UdpPort> ports = ConcurrentHashMap.newKeySet();
    private final ControlLoop.Timer directoryCheck;
    private final ControlLoop.Timer keyCheck;
    private volatile boolean isClosed;

    // Guarded by this object: made by the first media driver's opening, on any worker.
    private @Nullable TransportDirectory directory;

    /**
     * What the ports of a transport share.
     *
     * @param config       how to work
     * @param loop         the agent
     * @param announcement of their addresses
     * @param exposure     of their listeners
     * @param firstPosition at which streams begin, by the length of their terms
     * @param security      of their datagrams
     * @param shortages     of the operating system, where no call waits
     */
    record Home(
            OrielConfig config,
            ControlLoop loop,
            Announcement announcement,
            ExposureWarning exposure,
            IntToLongFunction firstPosition,
            Security security,
            Shortages shortages) {
        Home(
                OrielConfig config,
                ControlLoop loop,
                Announcement announcement,
                ExposureWarning exposure,
                IntToLongFunction firstPosition) {
            this(
                    config,
                    loop,
                    announcement,
                    exposure,
                    firstPosition,
                    Security.open(config.udp(), exposure::warn),
                    new Shortages(loop));
        }
    }

    private UdpTransport(Home home) {
        this.home = home;
        directoryCheck = home.loop().checkPeriodically(DIRECTORY_PERIOD_NS, this::restoreDirectory);
        keyCheck = home.security().isSealed()
                ? home.loop().checkPeriodically(KEYS_PERIOD_NS, this::lookForKeys)
                : () -> {};
    }

    static UdpTransport open(Home home) {
        return new UdpTransport(home);
    }

    /** Threading: worker. */
    private synchronized void restoreDirectory() {
        TransportDirectory made = directory;
        if (made != null && made.restore()) {
            onAgent(() -> {
                throw new NdException(NdStatus.DEVICE_NOT_READY, made.removal());
            });
        }
    }

    /** Threading: worker. */
    private void lookForKeys() {
        if (home.security().refresh()) {
            onAgent(() -> List.copyOf(ports).forEach(UdpPort::keysChanged));
        }
    }

    @Override
    public List<InetAddress> addresses() {
        return LocalAddresses.list();
    }

    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        return home.loop().callBlocking(() -> {
            if (isClosed) {
                throw new IllegalStateException("the transport has been closed");
            }
            return open(address, owner);
        });
    }

    /** Adapters that may have links on this host alone open their data plane when it is wanted. */
    private boolean opensLate() {
        return home.config().medium() == Medium.AUTO;
    }

    private UdpPort open(InetAddress address, PortOwner owner) {
        if (!LocalAddresses.isOfInterface(address)) { // the driver could not send from it
            throw new NdException(
                    NdStatus.INVALID_ADDRESS,
                    "no interface of this host has the address " + address.getHostAddress()
                            + "; those that are up have " + addresses());
        }
        FreePorts free = FreePorts.of(home.config().udp());
        ControlSocket control =
                free.bind(address, wanted -> ControlSocket.bind(home.loop(), wanted, LinkOffer.Stream.MAX_MTU_LENGTH));
        UdpPort port = newPort(address, owner, control);
        try {
            if (!opensLate()) {
                port.plane().openNow();
            }
            port.start();
            ports.add(port);
            return port;
        } catch (RuntimeException | Error e) {
            port.close();
            throw e;
        }
    }

    private UdpPort newPort(InetAddress address, PortOwner owner, ControlSocket control) {
        try {
            return new UdpPort(home, address, owner, control, this::openPlane, ports::remove);
        } catch (RuntimeException | Error e) {
            control.discard();
            throw e;
        }
    }

    private DataPlane.Parts openPlane(UdpPort port, SocketAlarm alarm) {
        AdapterDriver driver = AdapterDriver.open(
                home.config().udp(), directory(), alarm, this::report, () -> onAgent(() -> port.remove(end())));
        try {
            return openPlane(port.address(), driver);
        } catch (RuntimeException | Error e) {
            boolean isGone = driver.isEnded();
            driver.close();
            if (isGone) {
                throw new NdException(
                        NdStatus.DEVICE_NOT_READY, "the media driver has ended, or does not answer; restart it", e);
            }
            throw e;
        }
    }

    private String end() {
        String end = "the media driver has ended, or its client";
        return home.config().udp().driverMode() == UdpDriverMode.EXTERNAL
                ? end + ", as after a step of the wall clock forward; reopen the adapter"
                : end;
    }

    private DataPlane.Parts openPlane(InetAddress address, AdapterDriver driver) {
        DataSocket data =
                DataSocket.open(driver, address, FreePorts.of(home.config().udp()));
        int port = data.address().getPort();
        String label = "adapter at " + address.getHostAddress() + " port " + port;
        DriverCounters counters = DriverCounters.add(driver, AdapterCounter.values(), label, new long[] {port});
        for (int turn = 0; !counters.areAdded(); turn++) {
            if (turn > MAX_TURNS) {
                throw new NdException(NdStatus.DEVICE_NOT_READY, "the media driver did not make a counter");
            }
            if (driver.turn(true) == 0) {
                LockSupport.parkNanos(PARK_NS);
            }
        }
        return new DataPlane.Parts(driver, data, counters);
    }

    /** Returns where the media drivers have their files. */
    private synchronized TransportDirectory directory() {
        restoreDirectory();
        TransportDirectory made = directory;
        if (made == null) {
            made = TransportDirectory.create(home.config().sharedMemory().ownDirectory());
            directory = made;
        }
        return made;
    }

    private synchronized void closeDirectory() {
        if (directory != null) {
            directory.close();
        }
    }

    // Failures of the network, a full file system and the removal of a stream that was not made are no defects: the
    // waiting side gets a status.
    private void report(Throwable error) {
        boolean isTrouble = error instanceof StorageSpaceException
                || (error instanceof ControlProtocolException unknown && UNKNOWN.contains(unknown.errorCode()))
                || (error instanceof AeronException e && e.category() == AeronException.Category.WARN);
        if (!isTrouble && !home.shortages().note("the media driver", error)) {
            onAgent(() -> {
                throw new IllegalStateException("the media driver reports: " + error, error);
            });
        }
    }

    private void onAgent(Runnable task) {
        try {
            home.loop().executeSurely(task);
        } catch (RejectedExecutionException e) {
            // the provider is closed: nobody listens any more
        }
    }

    @Override
    public void close() {
        isClosed = true;
        directoryCheck.cancel();
        keyCheck.cancel();
        try {
            List.copyOf(ports).forEach(UdpPort::close);
            home.loop().runBlocking(this::closeDirectory);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: what can be removed without it is.
            closeDirectory();
        }
    }
}
