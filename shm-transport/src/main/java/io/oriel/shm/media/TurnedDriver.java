// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.driver.DriverConductor;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.NdException;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;

/**
 * A media driver without a thread: it moves in the calls of those who need it. One of them turns it at a time; whoever comes
 * meanwhile has that one turn it once more, and does not wait.
 */
public final class TurnedDriver implements Driver {
    private static final int IDLE = 0;
    private static final int TURNING = 1;
    /** Somebody came while it was turned. */
    private static final int WANTED = 2;

    private static final int ENDED = 3;
    /** More than the commands of a link take. */
    private static final int MAX_TURNS = 64;

    private final ProcessDirectory process;
    private final Path directory;
    private final Runnable onDeath;
    private final MediaDriver driver;
    private final AgentTurns turns;
    private final DriverClients clients;
    private final UnfinishedCommand unfinished;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    private TurnedDriver(ProcessDirectory process, DriverConfig config, Consumer<Throwable> onError, Runnable onDeath) {
        this.onDeath = onDeath;
        this.process = process;
        directory = process.path().resolve(RandomNames.next("d-"));
        driver = DriverSetup.launch(
                directory, process, config, onError, context -> context.threadingMode(ThreadingMode.INVOKER));
        try {
            turns = new AgentTurns(
                    driver.sharedAgentInvoker(),
                    conductor(driver),
                    driver.context().errorHandler());
            clients = new DriverClients(driver);
            unfinished = UnfinishedCommand.of(driver);
        } catch (RuntimeException | Error e) {
            driver.close();
            process.removeDriver(directory);
            throw e;
        }
    }

    /**
     * Returns the only agent of a driver that logs on one host need. The sender and the receiver, for networks, would allocate
     * iterators in the calls of those who turn it.
     */
    private static Agent conductor(MediaDriver driver) {
        try {
            Field field = CompositeAgent.class.getDeclaredField("agents");
            field.setAccessible(true);
            for (Agent agent : (Agent[]) field.get(driver.sharedAgentInvoker().agent())) {
                if (agent instanceof DriverConductor) {
                    return agent;
                }
            }
            throw new IllegalStateException("this release of Aeron runs no conductor among the driver's agents");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this release of Agrona keeps agents in another way", e);
        }
    }

    /**
     * Starts a driver. Blocks.
     *
     * @param process whose directory its files go to
     * @param config  lengths of its logs
     * @param onError hears of its failures, on the thread that turns it
     * @param onDeath is called if it ends by itself, on that thread, and again whenever it should be turned
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
    public void kick() {
        // There is nobody else to make it move.
    }

    @Override
    public boolean makeRoom() {
        turn(1);
        return true;
    }

    @Override
    public void hurry() {
        turn(MAX_TURNS);
    }

    @Override
    public void introduce(long clientId) {
        // The client ends with the driver.
    }

    private void turn(int limit) {
        int seen = state.get();
        while (seen == IDLE || seen == TURNING) {
            if (seen == IDLE && state.compareAndSet(IDLE, TURNING)) {
                turnAsWanted(limit);
                return;
            }
            if (seen == TURNING && state.compareAndSet(TURNING, WANTED)) {
                return;
            }
            seen = state.get();
        }
    }

    private void turnAsWanted(int limit) {
        boolean isDone = false;
        try {
            do {
                state.set(TURNING); // Pairs with #turn: what was published before WANTED is seen in the next turn.
                turnOnce(limit);
                isDone = state.compareAndSet(TURNING, IDLE);
            } while (!isDone);
        } finally {
            if (!isDone) { // who should hear of a failure has failed: the next one turns again
                state.set(IDLE);
            }
        }
        if (turns.isEnded()) {
            onDeath.run();
        }
    }

    private void turnOnce(int limit) {
        int left = limit;
        while (left > 0 && turns.take() > 0) {
            left--;
        }
        unfinished.skipIfOld();
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
    public void close() {
        while (!state.compareAndSet(IDLE, ENDED)) {
            if (state.get() == ENDED) {
                return;
            }
            Thread.onSpinWait(); // somebody turns it
        }
        clients.close();
        driver.close();
        process.removeDriver(directory);
    }
}
