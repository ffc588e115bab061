// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
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

    HeapProcess(HeapMedium medium) {
        this.medium = medium;
        loop = new VirtualLoop(medium.time(), medium.dice());
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
                return new HeapTransport(HeapProcess.this);
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

    List<HeapPort> ports() {
        return ports;
    }

    void passed(CrashPoint point) {
        long count = counts.merge(point, 1L, Long::sum);
        if (point == crashPoint && count == crashAt) {
            kill();
        }
    }
}
