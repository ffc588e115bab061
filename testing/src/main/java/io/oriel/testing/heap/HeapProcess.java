// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.heap.failure.Failures;
import io.oriel.testing.heap.host.HeapHabits;
import io.oriel.testing.heap.host.VirtualLoop;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A process of the simulated host, as an operating system sees it: it can be killed. What its code does after its death
 * has no effect on the others.
 */
public final class HeapProcess {
    private final HeapMedium medium;
    private final VirtualLoop loop;
    private final Map<CrashPoint, Long> counts = new EnumMap<>(CrashPoint.class);
    private final List<HeapPort> ports = new ArrayList<>();
    private CrashPoint crashPoint = CrashPoint.COMMIT;
    private long crashAt;
    private boolean alive = true;
    private final Failures failures;
    private Runnable onTouch = () -> {};
    private Runnable onControlSent = () -> {};

    HeapProcess(HeapMedium medium, long number) {
        this.medium = medium;
        HeapHabits habits = medium.conditions().habits();
        failures = new Failures(medium.conditions().seed() + number, habits.failures(), habits.failsOnceIn());
        loop = new VirtualLoop(medium.time(), medium.dice(), failures, medium::report);
    }

    /**
     * Returns the process's control agent.
     *
     * @return the loop
     */
    public VirtualLoop loop() {
        return loop;
    }

    /**
     * Returns what a provider of this process opens the medium with.
     *
     * @return the factory
     */
    public TransportFactory factory() {
        return new TransportFactory() {
            @Override
            public String medium() {
                return "heap";
            }

            @Override
            public Transport open(OrielConfig config, ControlLoop agent) {
                return new HeapTransport(HeapProcess.this, config);
            }
        };
    }

    /**
     * Tells whether the process runs.
     *
     * @return false once it was killed
     */
    public boolean isAlive() {
        return alive;
    }

    /**
     * Stops the process as a signal does: its agent and its workers do nothing until {@link #goOn}. What is in the memory
     * that it shares stays as it is. Its application has to be left alone by the test.
     */
    public void stop() {
        loop.suspend();
    }

    /** Lets a stopped process do what it has missed. */
    public void goOn() {
        loop.resume();
    }

    /**
     * Sets what happens at each access of this process to memory that it shares, each frame and each word: where it can be
     * stopped.
     *
     * @param hook run on the thread of the access
     */
    public void onTouch(Runnable hook) {
        onTouch = hook;
    }

    /**
     * Sets what happens after each control message: where the agent can lose the processor.
     *
     * @param hook run by the agent
     */
    public void onControlSent(Runnable hook) {
        onControlSent = hook;
    }

    /**
     * Runs what the application does while the agent has lost the processor, in {@link #onControlSent}.
     *
     * @param task of the application
     */
    public void runAsApplication(Runnable task) {
        loop.runAsApplication(task);
    }

    /**
     * Returns what fails in this process.
     *
     * @return the failures
     */
    public Failures failures() {
        return failures;
    }

    /**
     * Tells whether the process is inside the memory of another, as far as that one knows.
     *
     * @return true if a hazard of one of its links is set
     */
    public boolean isInside() {
        return ports.stream().flatMap(port -> port.links().stream()).anyMatch(link -> {
            LinkMemory memory = link.memory();
            return memory != null && DirectLayout.isHazardSet(memory.own());
        });
    }

    /**
     * Tells what the process's open adapters hold.
     *
     * @return how many links there are
     */
    public int openLinks() {
        return ports.stream().mapToInt(port -> port.links().size()).sum();
    }

    /**
     * Tells what the process's open adapters hold.
     *
     * @return how many pieces of mapped memory there are
     */
    public int allocatedRegions() {
        return ports.stream().mapToInt(port -> port.regions().count()).sum();
    }

    /** Kills the process: what it has published stays, what it does from now on is lost. */
    public void kill() {
        if (alive) {
            alive = false;
            loop.stop();
            List.copyOf(ports).forEach(HeapPort::die);
        }
    }

    /**
     * Kills the process just after it has done something for the n-th time from its start.
     *
     * @param point what
     * @param n     how often, from 1
     */
    public void crashAfter(CrashPoint point, long n) {
        crashPoint = point;
        crashAt = n;
    }

    /**
     * Returns how often the process has passed a crash point.
     *
     * @param point which
     * @return the count
     */
    public long count(CrashPoint point) {
        return counts.getOrDefault(point, 0L);
    }

    /**
     * Takes the medium away from the process's adapters, as the death of a driver does.
     *
     * @param reason one sentence
     */
    public void removeMedium(String reason) {
        List.copyOf(ports).forEach(port -> port.remove(reason));
    }

    HeapMedium medium() {
        return medium;
    }

    /** Returns this process's ends of its links to another. */
    List<HeapLink> linksTo(HeapProcess other) {
        return ports.stream()
                .flatMap(port -> port.links().stream())
                .filter(link -> link.leadsTo(other))
                .toList();
    }

    List<HeapPort> ports() {
        return ports;
    }

    void touched() {
        onTouch.run();
    }

    void controlSent() {
        onControlSent.run();
    }

    void passed(CrashPoint point) {
        long count = counts.merge(point, 1L, Long::sum);
        if (point == crashPoint && count == crashAt) {
            kill();
        }
        medium.stepped(this, point);
    }
}
