// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.CrashPoint;
import io.oriel.testing.heap.HeapProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of a simulation: it opens providers, is run by the simulation, and can die or stand still. There is no thread
 * behind it, and no memory of its own: what the objects of its program do after its death has no effect on others.
 *
 * <p>Threading: the test's thread, as everything of a simulation.
 */
public final class SimulatedProcess {
    private final Simulation simulation;
    private final String name;
    private final HeapProcess process;
    private final List<Provider> providers = new ArrayList<>();
    private final List<Runnable> applications = new ArrayList<>();
    private boolean isStopped;

    SimulatedProcess(Simulation simulation, String name, HeapProcess process) {
        this.simulation = simulation;
        this.name = name;
        this.process = process;
    }

    /**
     * Returns the name by which traces and failures call the process.
     *
     * @return as the simulation was told
     */
    public String name() {
        return name;
    }

    /**
     * Opens Oriel in this process. Its medium is the simulated network, whatever the configuration says, and its address the
     * loopback address. The simulation closes the provider at its end, unless somebody has.
     *
     * <p>Nothing that parks a thread can be used: of {@link io.oriel.api.CompletionQueue} and {@link io.oriel.api.WaitSet} the
     * calls that wait. Poll instead, in {@link #runs}; what {@link java.util.concurrent.CompletableFuture}s bring can be
     * waited for with {@link Simulation#get}.
     *
     * @param config how; its time-outs are in simulated time
     * @return the provider
     * @throws IllegalStateException if the process is dead
     */
    public Provider open(OrielConfig config) {
        requireAlive("opens no provider");
        Provider provider = EngineProviderFactory.open(config, process.loop(), process.factory());
        providers.add(provider);
        return provider;
    }

    /**
     * Gives the process something to do: the simulation calls it again and again, by turns with the other processes, as long
     * as this one lives and is not stopped. What it throws ends the run and fails the test.
     *
     * @param application one turn of its loop: it polls, does what there is to do, and returns
     */
    public void runs(Runnable application) {
        applications.add(application);
    }

    /**
     * Tells whether the process lives.
     *
     * @return false after its death
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process, as {@code kill -9} does: what others can see of it by now stays, they learn of its death soon. */
    public void kill() {
        if (isAlive()) {
            simulation.note(this, "is killed");
            process.kill();
        }
    }

    /**
     * Lets the process die just after it has done something for the n-th time since its start. Only one such death is
     * pending: a later call replaces it.
     *
     * @param step what
     * @param n    how often, from 1; a number that the run does not reach lets it live
     * @throws IllegalArgumentException if n is less than 1
     */
    public void dieAfter(SimulatedStep step, long n) {
        if (n < 1) {
            throw new IllegalArgumentException("a process dies after its first step or a later one, not after " + n);
        }
        process.crashAfter(step.point(), n);
    }

    /**
     * Tells how often the process has done something. A run without a death tells so how many there can be.
     *
     * @param step what
     * @return how often since its start
     */
    public long count(SimulatedStep step) {
        return process.count(step.point());
    }

    /**
     * Stops the process as SIGSTOP does: neither its applications nor Oriel in it do anything until {@link #resume}. Others
     * are not told, for it is not dead. A stopped process stays stopped.
     */
    public void stop() {
        if (!isStopped) {
            simulation.note(this, "is stopped");
            isStopped = true;
            process.stop();
        }
    }

    /** Lets a stopped process go on. */
    public void resume() {
        if (isStopped) {
            simulation.note(this, "goes on");
            isStopped = false;
            process.goOn();
        }
    }

    /**
     * Tells whether the process is stopped.
     *
     * @return true from {@link #stop} to {@link #resume}
     */
    public boolean isStopped() {
        return isStopped;
    }

    /**
     * Takes the medium away from the process's adapters, as the death of a media driver does: their requests complete, and
     * their calls fail, with DEVICE_REMOVED.
     *
     * @param reason one sentence, for messages
     */
    public void removeMedium(String reason) {
        simulation.note(this, "loses its medium");
        process.removeMedium(reason);
    }

    HeapProcess process() {
        return process;
    }

    /** Lets the applications have a turn. */
    void turn() {
        for (Runnable each : applications) {
            if (!isAlive() || isStopped) {
                return;
            }
            each.run();
        }
    }

    /** Closes what is open, if it lives: not amid its orderly end shall it die. */
    void close() {
        process.crashAfter(CrashPoint.COMMIT, Long.MAX_VALUE);
        resume();
        if (isAlive()) {
            providers.forEach(Provider::close);
        }
    }

    private void requireAlive(String consequence) {
        if (!isAlive()) {
            throw new IllegalStateException("the simulated process " + name + " is dead, and " + consequence);
        }
    }
}
