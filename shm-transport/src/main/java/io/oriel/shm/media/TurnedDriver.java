// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.ExclusivePublication;
import io.aeron.driver.DriverConductor;
import io.aeron.driver.IpcPublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.NdException;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.agrona.concurrent.status.ReadablePosition;

/**
 * A media driver without a thread: workers that wait for it run its duty cycle, one at a time, each for itself. Threads that post
 * or poll never do: a duty cycle executes commands of clients, which map files and allocate. They move the limits of their own
 * logs ({@link PublisherLimit}).
 */
public final class TurnedDriver implements Driver {
    /** More than the commands of a link take. */
    static final int MAX_CYCLES = 64;

    private final ProcessDirectory process;
    private final Path directory;
    private final Runnable onDeath;
    private final MediaDriver driver;
    private final AeronInternals internals;
    private final DriverConductor conductor;
    private final AgentTurns turns;
    private final DriverClients clients;
    private final UnfinishedCommand unfinished;

    // Guarded by this, as everything that the conductor touches.
    private boolean isClosed;

    private TurnedDriver(ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        this.onDeath = onDeath;
        this.process = process;
        directory = process.path().resolve(RandomNames.next("d-"));
        driver = DriverSetup.launch(
                directory, process, config, onError, context -> context.threadingMode(ThreadingMode.INVOKER));
        try {
            internals = new AeronInternals();
            // The sender and the receiver, for networks, have nothing to do.
            conductor = internals.conductor(driver);
            turns = new AgentTurns(
                    driver.sharedAgentInvoker(), conductor, driver.context().errorHandler());
            clients = new DriverClients(driver);
            unfinished = new UnfinishedCommand(internals.commands(driver));
        } catch (RuntimeException | Error e) {
            driver.close();
            process.removeDriver(directory);
            throw e;
        }
    }

    /**
     * Starts a driver. Blocks.
     *
     * @param process whose directory its files go to
     * @param config  lengths of its logs
     * @param onError is given its failures, on the thread that runs it
     * @param onDeath is called if it fails, on that thread, and again whenever it should be run
     * @return the driver
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room for its files
     */
    public static TurnedDriver launch(
            ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        return new TurnedDriver(process, config, onError, onDeath);
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public boolean hasThread() {
        return false;
    }

    @Override
    public void kick() {
        // Nobody but workers runs it, and they do not sleep until a kick.
    }

    @Override
    public synchronized PublisherLimit takeLimit(ExclusivePublication log, AtomicBuffer counters) {
        IpcPublication known = internals.log(conductor, log.registrationId());
        ReadablePosition[] readers = internals.readers(known);
        if (readers.length != 1) {
            throw new IllegalStateException("a log whose limit is taken must have one reader, had " + readers.length);
        }
        return new PublisherLimit(
                internals.terms(log),
                counters,
                CountersReader.counterOffset(readers[0].id()),
                CountersReader.counterOffset(log.positionLimitId()),
                internals.stopLimiting(known));
    }

    @Override
    public void hurry() {
        if (!runCycles()) {
            return;
        }
        if (turns.isEnded()) {
            onDeath.run();
        }
    }

    /** Runs the duty cycle until nothing is left to do; false if the driver was closed. */
    private synchronized boolean runCycles() {
        int left = isClosed ? 0 : MAX_CYCLES;
        while (left > 0 && turns.take() > 0) {
            left--;
        }
        if (!isClosed) {
            unfinished.skipIfOld();
        }
        return !isClosed;
    }

    @Override
    public void introduce(long clientId) {
        // The client ends with the driver.
    }

    @Override
    public void expire(long clientId) {
        hurry(); // a command of the client's would revive it
        clients.expire(clientId);
    }

    @Override
    public int logs() {
        return clients.logs();
    }

    @Override
    public synchronized void restore() {
        if (!isClosed) {
            DriverSetup.restore(directory);
        }
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        clients.close();
        driver.close();
        process.removeDriver(directory);
    }
}
