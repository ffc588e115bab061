// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.member.Opening;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import io.oriel.testing.heap.failure.Failure;
import io.oriel.testing.heap.failure.Failures;
import io.oriel.testing.heap.host.HeapConditions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Ranks on a simulated host: one of their threads runs at a time, and time passes when they wait. By seed, always the same. */
public final class HeapRanks implements Ranks {
    private static final int MANY = 4_000;
    private static final InetSocketAddress ROOT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);

    private final HeapConditions conditions;
    private Set<Integer> stopped = new HashSet<>();
    private final List<HeapProcess> processes = new ArrayList<>();

    /**
     * Ranks on a host.
     *
     * @param conditions how it behaves
     */
    public HeapRanks(HeapConditions conditions) {
        this.conditions = conditions;
    }

    @Override
    public List<Integer> sizes() {
        return List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Override
    public int many() {
        return MANY;
    }

    @Override
    public boolean isDirect() {
        return conditions.sharesMemory();
    }

    @Override
    public void run(int size, UnaryOperator<CommunicatorConfig> changes, Body body) {
        HeapMedium medium = new HeapMedium(conditions);
        Baton baton = new Baton(size, conditions.seed());
        stopped = baton.stopped();
        processes.clear();
        for (int rank = 0; rank < size; rank++) {
            processes.add(medium.newProcess());
        }
        new RankThreads(size, rank -> stopped.contains(rank), rank -> {
                    baton.begin(rank);
                    try {
                        CommunicatorConfig config = CommunicatorConfig.of(MeetingConfig.of(rank, size, ROOT));
                        run(medium, processes.get(rank), baton, changes.apply(config), body);
                    } finally {
                        baton.end(rank);
                    }
                })
                .join();
    }

    private static void run(HeapMedium medium, HeapProcess process, Baton baton, CommunicatorConfig config, Body body) {
        Provider provider = EngineProviderFactory.open(OrielConfig.defaults(), process.loop(), process.factory());
        HeapSurroundings surroundings =
                new HeapSurroundings(medium, process, baton, config.meeting().rank());
        Runnable closing = () -> {
            if (process.isAlive()) {
                provider.close();
            }
        };
        try (Communicator world = Opening.open(provider, closing, config, surroundings)) {
            body.run(world);
        } catch (RuntimeException | Error e) {
            if (process.isAlive()) { // else it does nothing any more
                throw e;
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the thread of a process that was killed. */
    static final class KilledError extends Error {
        private static final long serialVersionUID = 1;

        KilledError() {
            super("the process was killed");
        }
    }

    /**
     * Kills a rank's process when it has done so much from now on that others could see.
     *
     * @param rank of a run that is under way
     * @param acts accesses to others' memory, frames and words
     */
    public void killAfter(int rank, int acts) {
        HeapProcess process = processes.get(rank);
        int[] left = {acts};
        process.onTouch(() -> {
            if (--left[0] <= 0) {
                process.kill();
                throw new KilledError(); // nothing of what it would have done later is seen
            }
        });
    }

    /**
     * Lets a rank's process fail to map memory of another.
     *
     * @param rank of a run that is under way
     * @param n    which mapping fails from now on, from 1
     */
    public void failMapping(int rank, int n) {
        Failures failures = processes.get(rank).failures();
        failures.strikeAt(Failure.MAPPING, failures.count(Failure.MAPPING) + n);
    }

    /**
     * Tells how often something has failed in a rank's process.
     *
     * @param rank of the last run
     * @return the count
     */
    public long failures(int rank) {
        return processes.get(rank).failures().struck();
    }

    /**
     * Tells whether a rank's process runs.
     *
     * @param rank of the last run
     * @return false once it was killed
     */
    public boolean isAlive(int rank) {
        return processes.get(rank).isAlive();
    }

    /**
     * Stops a rank's process for ever, as a signal does. Not to be called by its own thread, which has to be left alone.
     *
     * @param rank of a run that is under way
     */
    public void stop(int rank) {
        processes.get(rank).stop();
        stopped.add(rank);
    }

    /**
     * Lets a rank's process go on that was stopped.
     *
     * @param rank of a run that is under way
     */
    public void goOn(int rank) {
        processes.get(rank).goOn();
        stopped.remove(rank);
    }
}
