// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverSession;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory as one provider uses it. The media driver is started or found for the first port, and again after it has
 * ended.
 */
final class ShmTransport implements Transport {
    private final ProcessHome home;

    // Changed under the lock; read by the agent without it.
    private final Set<ShmPort> ports = ConcurrentHashMap.newKeySet();

    // Guarded by the lock, which workers hold while they wait for a driver.
    private final Object lock = new Object();
    private @Nullable DriverSession current;
    private boolean isClosed;

    private ShmTransport(ProcessHome home) {
        this.home = home;
    }

    static ShmTransport open(OrielConfig config, ControlLoop loop) {
        return open(config, loop, ProcessHome.Trial.NONE);
    }

    /** Opens one as a test wants it. */
    static ShmTransport open(OrielConfig config, ControlLoop loop, ProcessHome.Trial trial) {
        return loop.callBlocking(() -> new ShmTransport(ProcessHome.open(config, loop, trial)));
    }

    @Override
    public List<InetAddress> addresses() {
        return LocalAddresses.list();
    }

    /**
     * {@inheritDoc}
     *
     * <p>The address makes no difference: the port can listen on all of the host's.
     */
    @Override
    public Port openPort(InetAddress address, PortOwner owner) {
        return home.loop().callBlocking(() -> openPort(owner));
    }

    private ShmPort openPort(PortOwner owner) {
        synchronized (lock) {
            if (isClosed) {
                throw new IllegalStateException("the transport has been closed");
            }
            home.clearDead();
            DriverSession session = session();
            ShmPort port = ShmPort.open(home, session, owner, this::onClosed);
            ports.add(port);
            if (session.isDead()) {
                bury(session, "the media driver has ended");
            }
            return port;
        }
    }

    private DriverSession session() {
        DriverSession session = current;
        if (session != null && session.isDead()) {
            closeIfUnused(session);
            session = null;
        }
        if (session == null) {
            DriverSession next = DriverSession.open(home);
            next.onDeath(reason -> bury(next, reason));
            current = next;
            session = next;
        }
        return session;
    }

    private void bury(DriverSession session, String reason) {
        ports.stream()
                .filter(port -> port.session().equals(session))
                .forEach(port -> home.loop().executeSurely(() -> port.remove(reason)));
    }

    /** A port has closed. On a worker. */
    private void onClosed(ShmPort port) {
        synchronized (lock) {
            ports.remove(port);
            if (port.session().isDead()) {
                closeIfUnused(port.session());
            }
        }
    }

    // An ended driver's logs stay mapped until the last port that may touch them has gone.
    private void closeIfUnused(DriverSession session) {
        if (ports.stream().noneMatch(port -> port.session().equals(session))) {
            session.close();
            if (session.equals(current)) {
                current = null;
            }
        }
    }

    @Override
    public void close() {
        try {
            portsAtClose().forEach(ShmPort::close);
            home.loop().runBlocking(this::leave);
        } catch (RejectedExecutionException e) {
            // The agent was closed first: what can be removed without it is.
            home.close();
        }
    }

    private void leave() {
        synchronized (lock) {
            if (current != null) {
                current.close();
                current = null;
            }
        }
        home.close();
    }

    private List<ShmPort> portsAtClose() {
        return home.loop().callBlocking(() -> {
            synchronized (lock) {
                isClosed = true;
                return List.copyOf(ports);
            }
        });
    }
}
