// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.meeting.Meeting;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import io.oriel.testing.heap.host.HeapConditions;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two ranks of which one has a communicator before the other. */
final class GroupTest {
    private static final InetSocketAddress ROOT =
            new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 7000);
    private static final int ID = 7;

    private final HeapMedium medium = new HeapMedium(HeapConditions.calm().withSharedMemory(true));
    private final Provider[] providers = {provider(), provider()};
    private final Meeting[] meetings = {meeting(0), meeting(1)};
    private final World[] worlds = new World[2];

    @BeforeEach
    void meet() {
        for (Meeting meeting : meetings) {
            meeting.begin(ROOT.getAddress());
        }
        boolean[] met = new boolean[2];
        while (!met[0] || !met[1]) {
            for (int rank = 0; rank < 2; rank++) {
                met[rank] = met[rank] || meetings[rank].progress();
            }
            medium.time().step();
        }
        for (int rank = 0; rank < 2; rank++) {
            worlds[rank] = meetings[rank].world();
        }
    }

    @AfterEach
    void leave() {
        for (int rank = 0; rank < 2; rank++) {
            meetings[rank].close();
            providers[rank].close();
        }
    }

    @Test
    void hearsOfALossThatWasToldBeforeItWasThere() {
        Trouble loss = Trouble.of(CollectiveStatus.RANK_STOPPED, 1, "has given no sign of life");
        new Group(worlds[0], ID, new int[] {0, 1}).tell(Key.of(Key.COLLECTIVE, ID, 0), loss);
        worlds[1].lookAround(); // while it waits for something else

        Group late = new Group(worlds[1], ID, new int[] {0, 1});
        long later = Key.of(Key.COLLECTIVE, ID, 1);

        assertThat(late.obstacle(0, later, later))
                .isNotNull()
                .satisfies(trouble -> assertThat(trouble.status()).isEqualTo(CollectiveStatus.RANK_STOPPED));
    }

    private Provider provider() {
        HeapProcess process = medium.newProcess();
        return EngineProviderFactory.open(OrielConfig.defaults(), process.loop(), process.factory());
    }

    private Meeting meeting(int rank) {
        CommunicatorConfig config = CommunicatorConfig.of(MeetingConfig.of(rank, 2, ROOT));
        return new Meeting(providers[rank].openAdapter(ROOT.getAddress()), config, surroundings());
    }

    private Surroundings surroundings() {
        return new Surroundings() {
            @Override
            public long counterStart() {
                return 0;
            }

            @Override
            public long nanoTime() {
                return medium.time().clockNs();
            }

            @Override
            public Patience patience(int ranksHere) {
                return new Patience() {
                    @Override
                    public void pause(int turn) {
                        throw new UnsupportedOperationException("nobody waits here");
                    }

                    @Override
                    public boolean isTimeToLook(int turn) {
                        return true;
                    }

                    @Override
                    public boolean isAlone() {
                        return false;
                    }
                };
            }

            @Override
            public Repetition repeat(String name, long periodNs, Runnable task) {
                return () -> {};
            }
        };
    }
}
