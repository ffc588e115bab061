// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.StorageSpaceException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Uninterruptibly;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.transport.LocalAddresses;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.udp.aeron.AdapterDriver;
import io.oriel.udp.aeron.DataSocket;
import io.oriel.udp.aeron.DriverCounters;
import io.oriel.udp.aeron.FreePorts;
import io.oriel.udp.aeron.SocketAlarm;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.ExposureWarning;
import io.oriel.udp.directory.TransportDirectory;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** UDP as one provider uses it. Each port has sockets and a media driver of its own. */
final class UdpTransport implements Transport {
    private static final int MAX_TURNS = 1_000_000;
    private static final long PARK_NS = 20_000;

    private final Home home;
    private final Set<UdpPort> ports = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /**
     * What the ports of a transport share.
     *
     * @param config       how to work
     * @param loop         the agent
     * @param directory    of their media drivers
     * @param announcement of their addresses
     * @param exposure     of their listeners
     */
    record Home(
            OrielConfig config,
            ControlLoop loop,
            TransportDirectory directory,
            Announcement announcement,
            ExposureWarning exposure) {}

    private UdpTransport(Home home) {
        this.home = home;
    }

    static UdpTransport open(
            OrielConfig config, ControlLoop loop, Announcement announcement, ExposureWarning exposure) {
        return Uninterruptibly.call(loop, () -> {
            TransportDirectory directory =
                    TransportDirectory.create(config.sharedMemory().directory());
            return new UdpTransport(new Home(config, loop, directory, announcement, exposure));
        });
    }

    @Override
    public List<InetAddress> addresses() {
        return LocalAddresses.list();
    }

    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        return Uninterruptibly.call(home.loop(), () -> {
            if (isClosed) {
                throw new IllegalStateException("the transport has been closed");
            }
            return open(address, owner);
        });
    }

    private UdpPort open(InetAddress address, PortOwner owner) {
        AtomicReference<@Nullable UdpPort> opened = new AtomicReference<>();
        AdapterDriver driver = AdapterDriver.open(
                home.config().udp(),
                home.directory(),
                new SocketAlarm(home.loop()),
                this::report,
                () -> onAgent(() -> {
                    UdpPort port = opened.get();
                    if (port != null) {
                        port.remove("the media driver has ended, or its client");
                    }
                }));
        try {
            UdpPort port = new UdpPort(home, address, owner, medium(address, driver), ports::remove);
            opened.set(port);
            ports.add(port);
            home.loop().execute(port::start);
            return port;
        } catch (RuntimeException e) {
            boolean isGone = driver.isEnded();
            driver.close();
            throw isGone
                    ? new NdException(
                            NdStatus.DEVICE_NOT_READY, "the media driver has ended, or does not answer; restart it", e)
                    : e;
        }
    }

    private UdpPort.Medium medium(InetAddress address, AdapterDriver driver) {
        FreePorts free = FreePorts.of(home.config().udp());
        DataSocket data = DataSocket.open(driver, address, free);
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
        ControlSocket control = free.bind(address, wanted -> ControlSocket.bind(home.loop(), wanted));
        return new UdpPort.Medium(driver, data, control, counters);
    }

    // Trouble of the network, or of a full file system, is no defect: whoever waits is told.
    private void report(Throwable error) {
        boolean isTrouble = error instanceof StorageSpaceException
                || (error instanceof AeronException e && e.category() == AeronException.Category.WARN);
        if (!isTrouble) {
            onAgent(() -> {
                throw new IllegalStateException("the media driver reports: " + error, error);
            });
        }
    }

    private void onAgent(Runnable task) {
        try {
            home.loop().execute(task);
        } catch (RejectedExecutionException e) {
            assert e != null; // the provider is closed: nobody listens any more
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            List.copyOf(ports).forEach(UdpPort::close);
            Uninterruptibly.run(home.loop(), home.directory()::close);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: what can be removed without it is.
            home.directory().close();
        }
    }
}
