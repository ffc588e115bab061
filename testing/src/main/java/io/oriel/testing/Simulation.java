// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.testing.heap.CrashPoint;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/**
 * Processes on a simulated network, in one thread and in simulated time. It is real Oriel that runs in them, on a medium in
 * the heap: what is left to chance elsewhere (which process does something next, how late a message is, whether a queue is
 * full) follows from one seed here, and a fault comes where the test puts it.
 *
 * <pre>{@code
 * try (Simulation simulation = Simulation.open(SimulationConfig.of(seed))) {
 *     SimulatedProcess server = simulation.newProcess("server");
 *     Provider provider = server.open(OrielConfig.defaults());
 *     server.runs(new Server(provider)::poll);
 *     ...
 *     simulation.runUntil("the client has its answer", client::hasAnswer);
 * }
 * }</pre>
 *
 * <p>Time passes, and things happen, only while the test waits: in {@link #step}, {@link #runFor}, {@link #runUntil},
 * {@link #get}, {@link #statusOf} and {@link #close}, and in calls of Oriel that wait for its control agent, as the closing of
 * a provider. {@link #play} adds the seed to what fails.
 *
 * <p>Threading: all of a simulation, and all that its providers made, belongs to the thread that opened it.
 */
public final class Simulation implements AutoCloseable {
    private static final long SETTLING_NS = 20_000_000;
    private static final long IDLE_PASS_NS = 500_000;
    private static final int IDLE_STEPS = 200;

    /** A run, as a test tells it. */
    @FunctionalInterface
    public interface Play {
        /**
         * Plays it.
         *
         * @param simulation new, closed after this call
         * @throws Exception if anything goes wrong
         */
        void run(Simulation simulation) throws Exception;
    }

    private final SimulationConfig config;
    private final HeapMedium medium;
    private final Random order;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<SimulatedProcess> turns = new ArrayList<>();
    private final SimulationTrace trace = new SimulationTrace();
    private boolean isInTurn;
    private int idleSteps;

    private Simulation(SimulationConfig config) {
        this.config = config;
        medium = new HeapMedium(config.conditions());
        medium.onStep(this::stepped);
        order = new Random(config.seed());
    }

    /**
     * Opens a simulation without processes.
     *
     * @param config what it is like
     * @return the simulation, to be closed
     */
    public static Simulation open(SimulationConfig config) {
        return new Simulation(config);
    }

    /**
     * Opens a simulation, plays a run in it, and closes it.
     *
     * @param config what it is like
     * @param play   the run
     * @throws SimulationFailure with the seed and what happened last, if the run or the end throws anything
     */
    public static void play(SimulationConfig config, Play play) {
        Simulation simulation = open(config);
        try (simulation) {
            play.run(simulation);
        } catch (Throwable e) {
            throw simulation.failure(e);
        }
    }

    /**
     * Adds to something thrown in this simulation with which seed it was, and what happened last.
     *
     * @param cause what was thrown
     * @return to be thrown in its place; the same if it tells that already
     */
    public SimulationFailure failure(Throwable cause) {
        return cause instanceof SimulationFailure told ? told : new SimulationFailure(seed(), trace(), cause);
    }

    /**
     * Returns the seed from which everything follows.
     *
     * @return of the configuration
     */
    public long seed() {
        return config.seed();
    }

    /**
     * Starts a process.
     *
     * @param name for traces and failures, one that no other has
     * @return the process
     * @throws IllegalArgumentException if another has the name
     */
    public SimulatedProcess newProcess(String name) {
        if (processes.stream().anyMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException(
                    "there is a simulated process '" + name + "' already: take another name");
        }
        SimulatedProcess process = new SimulatedProcess(this, name, medium.newProcess());
        processes.add(process);
        turns.add(process);
        return process;
    }

    /**
     * Returns the simulated time.
     *
     * @return nanoseconds since the beginning, never less than before
     */
    public long nanoTime() {
        return medium.time().nanoTime();
    }

    /**
     * Lets each process have a turn, in an order that follows from the seed, and then the next thing happen or a moment pass.
     *
     * @throws IllegalStateException inside a turn: an application does not run the simulation
     */
    public void step() {
        if (isInTurn) {
            throw new IllegalStateException("an application does not run its simulation: it polls, and returns");
        }
        isInTurn = true;
        try {
            if (seed() != 0) {
                Collections.shuffle(turns, order);
            }
            turns.forEach(SimulatedProcess::turn);
        } finally {
            isInTurn = false;
        }
        idleSteps = medium.time().step() ? 0 : idleSteps + 1;
        if (idleSteps > IDLE_STEPS) {
            medium.time().pass(IDLE_PASS_NS); // nothing is near: time passes faster
        }
    }

    /**
     * Lets a span of simulated time pass, with all that happens in it.
     *
     * @param duration how long
     */
    public void runFor(Duration duration) {
        long endNs = nanoTime() + duration.toNanos();
        while (nanoTime() < endNs) {
            step();
        }
    }

    /**
     * Runs the processes until something is so.
     *
     * @param what      it is, for the message
     * @param condition tells whether it is so; asked before each step
     * @throws AssertionError if it is not so when the patience of the configuration is over
     */
    public void runUntil(String what, BooleanSupplier condition) {
        long beginNs = nanoTime();
        while (!condition.getAsBoolean()) {
            if (nanoTime() - beginNs > config.patience().toNanos()) {
                throw new AssertionError("waited " + config.patience() + " of simulated time, and still not: " + what);
            }
            step();
        }
    }

    /**
     * Runs the processes until a control operation has succeeded.
     *
     * @param future of the operation
     * @param <T>    of its result
     * @return its result
     * @throws NdException    if it failed, as the operation says
     * @throws AssertionError if it has not ended when the patience of the configuration is over
     */
    public <T> T get(CompletableFuture<T> future) {
        runUntil("a control operation has ended", future::isDone);
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NdException failure) {
                throw failure;
            }
            throw new AssertionError("a control operation ended with something else than a status", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted, though the operation had ended", e);
        }
    }

    /**
     * Runs the processes until a control operation has ended.
     *
     * @param future of the operation
     * @return SUCCESS, or the status with which it failed
     * @throws AssertionError if it has not ended when the patience of the configuration is over
     */
    public NdStatus statusOf(CompletableFuture<?> future) {
        try {
            get(future);
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        }
    }

    /**
     * Cuts the network between two processes: nothing that one sends reaches the other. What is on its way arrives after
     * {@link #heal}, in order; unless the cut lasts longer than {@code deadPeer} of
     * {@link io.oriel.api.config.TimeoutConfig}, from when on each takes the other for dead. A Connect waits for the
     * {@code handshake} time-out and fails with IO_TIMEOUT.
     *
     * @param one   of this simulation
     * @param other of this simulation
     * @throws IllegalStateException if they share memory: there is no network between them
     */
    public void cut(SimulatedProcess one, SimulatedProcess other) {
        if (config.sharesMemory()) {
            throw new IllegalStateException(
                    "processes that share memory are on one host, and no network is between them;"
                            + " cut what has withSharedMemory(false)");
        }
        note(one, "is cut off from " + other.name());
        medium.network().cut(one.process(), other.process());
    }

    /**
     * Mends the network between two processes. What is not cut stays as it is.
     *
     * @param one   of this simulation
     * @param other of this simulation
     */
    public void heal(SimulatedProcess one, SimulatedProcess other) {
        note(one, "reaches " + other.name() + " again");
        medium.network().heal(one.process(), other.process());
    }

    /**
     * Returns what happened last.
     *
     * @return up to 100 lines, each with the simulated time, the process and what it did
     */
    public List<String> trace() {
        return trace.lines();
    }

    /**
     * Returns a number for all that has happened: two runs that differ anywhere have different ones, but for an accident.
     *
     * @return any number
     */
    public long fingerprint() {
        return trace.fingerprint();
    }

    /**
     * Closes the providers of the processes that live.
     *
     * @throws AssertionError if Oriel has broken a rule of its medium meanwhile
     */
    @Override
    public void close() {
        medium.network().healAll();
        processes.forEach(SimulatedProcess::close);
        medium.time().pass(SETTLING_NS);
        if (!medium.violations().isEmpty()) {
            throw new AssertionError("rules of the medium were broken: " + medium.violations());
        }
    }

    void note(SimulatedProcess process, String event) {
        trace.add(nanoTime(), process.name(), event);
    }

    private void stepped(HeapProcess process, CrashPoint point) {
        for (SimulatedProcess each : processes) {
            if (each.process() == process) {
                note(each, SimulatedStep.of(point) + " " + process.count(point) + (process.isAlive() ? "" : ", dies"));
            }
        }
    }
}
