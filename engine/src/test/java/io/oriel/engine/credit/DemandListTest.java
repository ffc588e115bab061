// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.link.Lanes;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandListTest {
    private static final int STEPS = 20_000;

    private final DemandList list = new DemandList();

    @Test
    void keepsTheOrderOfComingWhoeverLeaves() {
        Random random = SeededRandom.create(DemandListTest.class);
        List<Demand> demands = demands(6);
        Set<Demand> expected = new LinkedHashSet<>();
        for (int step = 0; step < STEPS; step++) {
            Demand any = demands.get(random.nextInt(demands.size()));
            if (random.nextBoolean()) {
                list.add(any.waiting());
                expected.add(any);
            } else {
                list.remove(any.waiting());
                expected.remove(any);
            }
            assertThat(list.first())
                    .isSameAs(
                            expected.isEmpty()
                                    ? null
                                    : expected.iterator().next().waiting());
        }
    }

    private static List<Demand> demands(int count) {
        ManualLoop loop = new ManualLoop();
        Domain domain = new Domain(loop, false);
        EngineSharedReceiveQueue shared =
                new EngineSharedReceiveQueue(domain, loop, new RegionTable(0), 4, 1, 0, closed -> {});
        Lanes lanes = new Lanes(new FakePort());
        CompletionQueues queues = new CompletionQueues();
        List<Demand> demands = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            Slots slots = queues.newSlots(queues.create(domain, loop, 1), 0, 1, 1);
            demands.add(new Demand(shared, slots, lanes.newLane(), null));
        }
        return demands;
    }
}
