// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import io.aeron.ExclusivePublication;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverMode;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.media.Driver;
import io.oriel.shm.media.DriverClient;
import io.oriel.shm.media.DriverSetup;
import io.oriel.shm.media.PublisherLimit;
import io.oriel.shm.media.TurnedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A process' use of the media driver that carries its logs, until it leaves or the driver ends. After such an end it is of no
 * more use, but may not be closed before the last who touches its logs has gone.
 */
public final class DriverSession implements AutoCloseable {
    /** Longer than a thread is in a call that touches a log. */
    private static final long TOUCH_NS = Duration.ofSeconds(3).toNanos();

    private final ProcessHome home;
    private final Driver driver;
    private final String driverName;
    private final DriverDeath death;
    private final DriverClient client;
    private final Settling settling;
    private final AtomicInteger openLogs = new AtomicInteger();
    // Of links that somebody may still touch.
    private final Set<PeerDriver> lingering = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private DriverSession(ProcessHome home, Driver driver, DriverDeath death, DriverClient client) {
        this.home = home;
        this.driver = driver;
        this.death = death;
        this.client = client;
        driverName = DriverName.of(home.base(), driver.directory());
        settling = new Settling(home.loop(), this::hurry, () -> driver.logs() <= openLogs.get());
    }

    /**
     * Starts a driver for this process, or joins the one that runs on its own, and becomes its client. Blocks; on a worker.
     *
     * @param home of this process
     * @return the session, to be closed by the caller
     * @throws NdException DEVICE_NOT_READY, INSUFFICIENT_RESOURCES
     */
    public static DriverSession open(ProcessHome home) {
        DriverDeath death = new DriverDeath();
        boolean isOwn = home.config().driver().mode() == DriverMode.AUTO;
        Driver driver = isOwn ? launch(home, death) : new DriverSearch(home).find(death);
        try {
            DriverClient client = death.interruptible(
                    () -> isOwn ? connectTurned(home, driver, death) : connect(home, driver, death));
            driver.introduce(client.aeron().clientId());
            return new DriverSession(home, driver, death, client);
        } catch (NdException | Error e) {
            driver.close();
            throw e;
        } catch (RuntimeException e) {
            driver.close();
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY,
                    "the media driver in " + driver.directory() + " cannot be joined: "
                            + SystemFailure.of(e).reason(),
                    e);
        }
    }

    private static Driver launch(ProcessHome home, DriverDeath death) {
        return TurnedDriver.launch(
                home.process(),
                home.config().driver(),
                error -> DriverErrors.report(home, "the media driver", error),
                () -> death.accept("the media driver of this process has ended"));
    }

    private static DriverClient connect(ProcessHome home, Driver driver, DriverDeath death) {
        return DriverClient.connect(
                driver.directory(), error -> report(home, death, error), () -> death.accept(clientHasEnded()));
    }

    private static DriverClient connectTurned(ProcessHome home, Driver driver, DriverDeath death) {
        long timeoutNs = home.config().timeouts().handshake().toNanos();
        return DriverClient.connectTurned(
                driver.directory(),
                error -> report(home, death, error),
                () -> death.accept(clientHasEnded()),
                System.nanoTime() + timeoutNs);
    }

    private static String clientHasEnded() {
        return "the media driver's client in this process has ended";
    }

    private static void report(ProcessHome home, DriverDeath death, Throwable error) {
        if (!death.hasOccurred()) {
            DriverErrors.report(home, "the media driver's client", error);
        }
    }

    /**
     * Returns where the driver has its files.
     *
     * @return its directory, in this process's directory or its host's
     */
    public Path directory() {
        return driver.directory();
    }

    /**
     * Returns the driver's name, which is the same in all its processes.
     *
     * @return its directory, below Oriel's
     */
    public String driverName() {
        return driverName;
    }

    /**
     * Returns the driver's client.
     *
     * @return for the control plane; its calls may block
     */
    public Aeron aeron() {
        return client.aeron();
    }

    /**
     * Joins the driver that carries the peer's log of a link. Blocks; on a worker.
     *
     * @param name       of the driver, as the peer gave it
     * @param deadlineNs until when it must have been joined
     * @return to be closed with the link
     * @throws IOException if there is no such driver
     * @throws NdException CONNECTION_ABORTED if it does not let us join; DEVICE_REMOVED if it runs on its own and another has
     *     taken its place
     */
    public PeerDriver join(String name, long deadlineNs) throws IOException {
        return name.equals(driverName) ? PeerDriver.shared(client) : PeerDriver.join(home, name, deadlineNs);
    }

    /**
     * Returns this process' own client of its driver, in the place of one of a peer's.
     *
     * @return to be closed with a link, which changes nothing
     */
    public PeerDriver own() {
        return PeerDriver.shared(client);
    }

    /**
     * Gives a log of this process a name by which a peer of another user reads it. Blocks; on a worker.
     *
     * @param registrationId of the log at the driver
     * @return the name, to be taken back
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room for it
     */
    public String show(long registrationId) {
        return home.process().show(DriverSetup.log(driver.directory(), registrationId));
    }

    /**
     * Takes back the name of a log. Blocks; on a worker. Idempotent.
     *
     * @param name that {@link #show} gave
     */
    public void hide(String name) {
        home.process().hide(name);
    }

    /** Has a driver that runs on its own look for work soon. From any thread; neither allocates nor blocks. */
    public void kick() {
        driver.kick();
    }

    /**
     * Takes the limit of a log that has its reader, so that its writer moves it. Blocks; on a worker.
     *
     * @param log of this process
     * @return the limit; null if the driver runs on its own, and moves it
     */
    public @Nullable PublisherLimit takeLimit(ExclusivePublication log) {
        return driver.takeLimit(log, aeron().countersReader().valuesBuffer());
    }

    /**
     * Has the driver and this process's client do their work: before this returns, or soon if they have threads. Blocks; on a
     * worker.
     */
    public void hurry() {
        driver.hurry();
        client.hurry();
    }

    /**
     * Returns at which position a log begins.
     *
     * @param termLength of the log
     * @return 0, but in tests
     */
    public long firstPosition(int termLength) {
        return home.trial().firstPosition().applyAsLong(termLength);
    }

    /** A log is about to be asked for. */
    public void takeLog() {
        openLogs.incrementAndGet();
    }

    /**
     * A log was given back. On a worker.
     *
     * @param peersClient the peer's client, that was the only reader; {@link io.oriel.shm.meeting.LinkOffer#NO_CLIENT} if it has
     *     none of its own, or is not known
     */
    public void giveBackLog(long peersClient) {
        openLogs.decrementAndGet();
        if (peersClient >= 0 && peersClient != client.aeron().clientId()) {
            driver.expire(peersClient);
        }
        hurry();
        if (!driver.hasThread()) {
            settling.gaveBack();
        }
    }

    /**
     * Leaves a peer's driver once nobody can be in a call any more that touches its logs, which have been closed.
     *
     * @param peer is closed then, or with this
     */
    public void leaveLater(PeerDriver peer) {
        lingering.add(peer);
        leaveInAWhile(peer);
    }

    private void leaveInAWhile(PeerDriver peer) {
        try {
            home.loop().scheduleSurely(TOUCH_NS, () -> leaveByWorker(peer));
        } catch (RejectedExecutionException e) {
            // the agent has been closed: with this, then
        }
    }

    /** On the agent. */
    private void leaveByWorker(PeerDriver peer) {
        try {
            home.loop().executeBlocking(() -> leave(peer));
        } catch (RejectedExecutionException e) {
            // as above
        } catch (OutOfMemoryError e) {
            leaveInAWhile(peer); // no worker for it now
        }
    }

    private void leave(PeerDriver peer) {
        peer.close();
        lingering.remove(peer);
    }

    /**
     * Returns the cause of a wait for the driver, or a peer's, that took too long.
     *
     * @param startNs when it began
     * @return of a shortage that was met since then, with the remedy; null if there was none
     */
    public @Nullable String shortageSince(long startNs) {
        return home.shortages().since(startNs);
    }

    /**
     * Tells whether the driver's files were removed, so that no client can join it any more. Those that have joined use it as
     * before. May block.
     *
     * @return true if new links need another session
     */
    public boolean isLost() {
        return Files.notExists(driver.directory().resolve(CncFileDescriptor.CNC_FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the directories again in which the driver makes its logs. Blocks; on a worker. */
    public void restore() {
        driver.restore();
    }

    /**
     * Tells whether the driver has ended.
     *
     * @return true if the session is of no more use
     */
    public boolean isDead() {
        return death.hasOccurred();
    }

    /**
     * Calls a listener when the driver ends by itself, or at once if it has.
     *
     * @param listener gets the reason, in one sentence, on any thread
     */
    public void onDeath(Consumer<String> listener) {
        death.then(listener);
    }

    /** Leaves the driver; ends it, if it is this process' own. Nobody may touch its logs any more. Blocks; idempotent. */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            // Whoever would still look for the end has left already.
            death.ignore();
            settling.close();
            lingering.forEach(this::leave);
            client.close();
            driver.close();
        }
    }
}
