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
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.meeting.Meeting;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import io.oriel.testing.heap.host.HeapConditions;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ranks of which one has a communicator before the other; operations begin at 0, or two before it is time to look. */
@ParameterizedClass
@ValueSource(longs = {0, (1L << 30) - 2})
final class GroupTest {
    private static final InetSocketAddress ROOT =
            new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 7000);
    private static final int ID = 7;

    private final HeapMedium medium = new HeapMedium(HeapConditions.calm().withSharedMemory(true));
    private final Provider[] providers = {provider(), provider()};
    private final Meeting[] meetings = {meeting(0), meeting(1)};
    private final World[] worlds = new World[2];
    private final long start;

    GroupTest(long start) {
        this.start = start;
    }

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

    @Test
    void givesItsIdToAnotherOnlyWhenAllHaveClosedIt() {
        long number = start + ID;
        Group former = new Group(worlds[0], number, new int[] {0, 1});
        Group formerThere = new Group(worlds[1], number, new int[] {0, 1});
        long again = number + Key.MAX_COMMUNICATOR + 1;
        assertThat(worlds[0].communicators().free(again)).isEqualTo(again + 1);
        long tagged = former.tagged(1);
        former.close();
        assertThat(worlds[0].communicators().free(again))
                .as("while the other rank may send to it")
                .isEqualTo(again + 1);
        assertThat(worlds[1].communicators().free(again)).isEqualTo(again + 1);
        sendTo(0, formerThere.tagged(1));
        formerThere.close();

        worlds[0].lookAround();
        worlds[1].lookAround();

        for (World world : worlds) {
            assertThat(world.communicators().free(again)).isEqualTo(again);
        }
        Group later = new Group(worlds[0], again, new int[] {0, 1});
        assertThat(later.tagged(1)).isEqualTo(tagged);
        assertThat(later.lane(1).find(later.tagged(1)))
                .as("what was sent to the former")
                .isFalse();
        assertThat(later.troubleOf(1)).isNull();
        Group laterThere = new Group(worlds[1], again, new int[] {0, 1});
        sendTo(0, laterThere.tagged(1));
        assertThat(later.lane(1).find(later.tagged(1))).isTrue();
    }

    @Test
    void getsWhatCameWhileItWasAgreedOnAndNothingElse() {
        for (World world : worlds) {
            new Group(world, 0, new int[] {0, 1});
        }
        sendTo(0, Key.of(Key.TAGGED, ID, 1)); // nobody here knows it
        worlds[0].lookAround();
        worlds[0].communicators().beginEntering();
        sendTo(0, Key.of(Key.TAGGED, ID, 2));
        worlds[0].lookAround();

        Group group = new Group(worlds[0], ID, new int[] {0, 1});

        assertThat(group.lane(1).find(group.tagged(1))).isFalse();
        assertThat(group.lane(1).find(group.tagged(2))).isTrue();
    }

    @Test
    void looksForWhatNobodyWantsLongBeforeItsNumberComesAgain() {
        Group group = new Group(worlds[0], ID, new int[] {0, 1});
        long key = group.begin();
        group.end(key);
        for (int message = 0; message < LaneLayout.SLOTS / 2; message++) { // after so many they are acknowledged
            sendTo(0, key); // too late
        }
        assertThat(lane(1, 0).isDrained()).isFalse();

        for (int operation = 0; operation < 2; operation++) {
            group.end(group.begin());
        }

        assertThat(lane(1, 0).isDrained()).isEqualTo(start != 0);
    }

    /** A message of the other rank. */
    private void sendTo(int rank, long key) {
        assertThat(worlds[1 - rank].commit(lane(1 - rank, rank), key, 0, 0)).isTrue();
    }

    private Lane lane(int from, int to) {
        return Objects.requireNonNull(worlds[from].lane(to));
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
                return start;
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
