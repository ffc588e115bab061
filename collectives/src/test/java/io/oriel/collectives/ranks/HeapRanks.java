// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.member.Opening;
import io.oriel.engine.EngineProvider;
import io.oriel.engine.heap.HeapConditions;
import io.oriel.engine.heap.HeapMedium;
import io.oriel.engine.heap.HeapProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ranks on a simulated host: one of their threads runs at a time, and time passes when they wait. By seed, always the same. */
public final class HeapRanks implements Ranks {
    private static final int MANY = 4_000;
    private static final InetSocketAddress ROOT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);

    private final HeapConditions conditions;

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
        List<HeapProcess> processes = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            processes.add(medium.newProcess());
        }
        new RankThreads(size, rank -> {
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
        EngineProvider provider = new EngineProvider(OrielConfig.defaults(), process.loop(), process.factory());
        HeapSurroundings surroundings =
                new HeapSurroundings(medium, process, baton, config.meeting().rank());
        try (Communicator world = Opening.open(provider, provider::close, config, surroundings)) {
            body.run(world);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
