// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverSession;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
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
    private static final long CHECK_PERIOD_NS = Duration.ofSeconds(1).toNanos();

    private final ProcessHome home;
    private final ControlLoop.Timer directoryCheck;
    private final ShmPort.Keeper keeper = new ShmPort.Keeper(this::restoreForCall, this::onClosed);

    // Changed under the lock; read by the agent without it.
    private final Set<ShmPort> ports = ConcurrentHashMap.newKeySet();

    // Guarded by the lock, which workers hold while they wait for a driver.
    private final Object lock = new Object();
    private @Nullable DriverSession current;
    // Whose files were removed: links of before use them.
    private final Set<DriverSession> former = new HashSet<>();
    private boolean isClosed;

    private ShmTransport(ProcessHome home) {
        this.home = home;
        directoryCheck = home.loop().checkPeriodically(CHECK_PERIOD_NS, this::restoreAll);
    }

    static ShmTransport open(OrielConfig config, ControlLoop loop) {
        return open(config, loop, ProcessHome.Trial.NONE);
    }

    /** Opens one as a test wants it. */
    static ShmTransport open(OrielConfig config, ControlLoop loop, ProcessHome.Trial trial) {
        return loop.callBlocking(() -> new ShmTransport(ProcessHome.open(config, loop, trial)));
    }

    /** Makes removed files of the directory again, so that peers can connect to this process. Threading: worker. */
    private void restoreAll() {
        NdException failure = restore();
        if (failure != null) {
            throw failure;
        }
    }

    /** Makes them again for one call; the failure of another port is the periodic check's. */
    private void restoreForCall() {
        NdException unused = restore();
    }

    /** Returns the failure of a port, which keeps no other port from what it needs. */
    private @Nullable NdException restore() {
        synchronized (lock) {
            if (isClosed) {
                return null;
            }
            if (home.restore()) {
                report(new NdException(NdStatus.DEVICE_NOT_READY, home.removal()));
            }
            DriverSession session = current;
            if (session != null && session.isLost()) {
                session.restore();
                former.add(session);
                current = null;
            }
            former.removeIf(this::closeIfUnused);
            NdException failure = null;
            for (ShmPort port : ports) {
                try {
                    boolean needsSession =
                            former.contains(port.session()) && !port.session().isDead();
                    port.restore(needsSession ? session() : port.session());
                } catch (NdException e) {
                    failure = e;
                }
            }
            return failure;
        }
    }

    private void report(NdException failure) {
        home.loop().executeSurely(() -> {
            throw failure;
        });
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
            restoreForCall();
            home.clearDead();
            DriverSession session = session();
            ShmPort port = ShmPort.open(home, session, owner, keeper);
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
            boolean unused = closeIfUnused(session);
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
                .filter(port -> port.uses(session))
                .forEach(port -> home.loop().executeSurely(() -> port.remove(reason)));
    }

    /** A port has closed. On a worker. */
    private void onClosed(ShmPort port) {
        synchronized (lock) {
            ports.remove(port);
            for (DriverSession session : port.sessions()) {
                if (session.isDead() || former.contains(session)) {
                    boolean unused = closeIfUnused(session);
                }
            }
        }
    }

    // An ended driver's logs stay mapped until the last port that may touch them has gone.
    private boolean closeIfUnused(DriverSession session) {
        boolean isUnused = ports.stream().noneMatch(port -> port.uses(session));
        if (isUnused) {
            session.close();
            if (session.equals(current)) {
                current = null;
            }
        }
        return isUnused;
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
            former.forEach(DriverSession::close);
            former.clear();
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
                directoryCheck.cancel();
                return List.copyOf(ports);
            }
        });
    }
}
