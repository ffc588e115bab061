// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.meeting.Meeting;
import io.oriel.collectives.process.Pulse;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.collectives.world.Participant;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;
import io.oriel.testing.heap.host.HeapConditions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits with a limit, while a rank takes nothing, or another rank sends without a pause. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UnbrokenWorkTest {
    private static final InetSocketAddress ROOT =
            new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 7000);
    private static final int SIZE = 3;
    private static final int SETTLING_TURNS = 2_000;
    private static final int MANY = 1_000_000;
    private static final long KEY = Key.of(Key.TAGGED, 7, 1);
    private static final Duration STOPPED = Duration.ofMillis(100);
    private static final Duration JOINING = Duration.ofMillis(100);
    private static final long ATTEMPT_NS = 1_000_000;
    private static final OrielConfig PATIENT = OrielConfig.defaults()
            .withTimeouts(OrielConfig.defaults().timeouts().withReceiverNotReady(Duration.ofHours(1)));

    private final World[] worlds = new World[SIZE];
    private HeapMedium medium = new HeapMedium(HeapConditions.calm());
    private int sent;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closeEndsInTimeThoughARankTakesNothingAndNotifiesTheOthers(boolean sharesMemory) {
        meet(sharesMemory);
        fillQueue(lane(0, 1));
        boolean[] closed = new boolean[1];
        Home home = new Home(worlds[0], config(0), Pulse.NONE, surroundings(), () -> closed[0] = true);
        long beganNs = medium.time().clockNs();

        home.close();

        assertThat(closed[0]).isTrue();
        assertThat(Duration.ofNanos(medium.time().clockNs() - beganNs))
                .as("of the simulated clock")
                .isBetween(Duration.ofMillis(1_900), Duration.ofMillis(2_100));
        worlds[2].poll();
        assertThat(lane(2, 0).hasLeft()).isTrue();
    }

    @Test
    void closeEndsInTimeThoughANoticeHasNoPlaceInTheQueue() {
        meet(false);
        fillQueue(lane(0, 1));
        worlds[0].notices().send(lane(0, 1), KEY);
        assertThat(worlds[0].notices().areHeldBack()).isTrue();
        boolean[] closed = new boolean[1];

        new Home(worlds[0], config(0), Pulse.NONE, surroundings(), () -> closed[0] = true).close();

        assertThat(closed[0]).isTrue();
    }

    @Test
    void aMessageHasAnEndThoughTheQueueStaysFull() {
        meet(true);
        fillQueue(lane(0, 1));

        boolean isSent = worlds[0].commit(lane(0, 1), KEY, 0, 0);

        assertThat(isSent).isFalse();
        assertThat(Objects.requireNonNull(worlds[0].troubleOf(1)).status()).isEqualTo(CollectiveStatus.RANK_STOPPED);
    }

    @Test
    void aRankIsDisconnectedThatCannotKnowThatANoticeIsHeldBack() {
        meet(true);
        fillQueue(lane(0, 1));

        worlds[0].notices().send(lane(0, 1), KEY);

        assertThat(lane(0, 1).endpoint().isConnected()).isFalse();
        assertThat(lane(0, 1).isGone()).isTrue();
        assertThat(worlds[0].notices().areHeldBack()).isFalse();
    }

    @Test
    void unwantedMessagesThatComeWithoutAPauseHoldUpNoLook() {
        meet(true);
        worlds[0].communicators().enter(7, new Flooded());
        Lane lane = lane(0, 1);
        flood();

        worlds[0].lookAround();
        lane.setAllAside();
        boolean isFound = lane.find(Key.of(Key.TAGGED, 7, 2));
        while (lane.hasRoom() && sent < MANY) {
            assertThat(lane.commit(KEY, 0, 0)).isTrue();
        }

        assertThat(isFound).isFalse();
        assertThat(sent).as("messages that came").isBetween(4, MANY - 1);
    }

    /** A communicator in which one message of the other rank follows each that is looked at. */
    private final class Flooded implements Participant {
        @Override
        public boolean wants(int kind, int number) {
            flood();
            return false;
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void left(int worldRank) {}

        @Override
        public void failed(int worldRank, Trouble trouble) {}
    }

    private void flood() {
        Lane lane = lane(1, 0);
        if (sent < MANY && lane.hasRoom() && lane.commit(KEY, 0, 0)) {
            sent++;
        }
    }

    @Test
    void joiningEndsInTimeThoughConnectionsAreAskedForWithoutAPause() {
        Provider atRoot = provider();
        Provider atDialler = provider();
        CommunicatorConfig config = config(0).withMeeting(config(0).meeting().withTimeout(JOINING));
        Meeting meeting = new Meeting(atRoot.openAdapter(ROOT.getAddress()), config, surroundings());
        meeting.begin(ROOT.getAddress());
        Adapter adapter = atDialler.openAdapter(ROOT.getAddress());
        CompletionQueue queue = adapter.createCompletionQueue(16);
        Connector connector = adapter.createConnector();
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        int[] attempts = new int[1];

        CollectiveException failure = catchThrowableOfType(CollectiveException.class, () -> {
            while (true) {
                var step = connector.connect(endpoint, ROOT, 1, 1, new byte[] {1});
                while (!step.isDone()) {
                    assertThat(meeting.progress()).isFalse();
                    medium.time().step();
                }
                attempts[0]++;
                medium.time().pass(ATTEMPT_NS);
            }
        });

        assertThat(failure.status()).isEqualTo(CollectiveStatus.RANK_MISSING);
        assertThat(attempts[0]).isGreaterThan(1);
        meeting.close();
        atDialler.close();
        atRoot.close();
    }

    @Test
    void aStoppedRankIsNamedWhileAnotherSendsWithoutAPause() {
        HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
        AtomicLong messages = new AtomicLong();
        AtomicBoolean isNamed = new AtomicBoolean();
        ranks.run(SIZE, config -> config.withStoppedTimeout(STOPPED), world -> {
            world.barrier();
            Span one = Span.of(new long[1]);
            if (world.rank() == 2) {
                while (!isNamed.get()) {
                    world.send(one, 0, 2);
                }
                world.send(one, 0, 3);
            } else if (world.rank() == 1) {
                world.receive(one, 0, 1); // it never comes
            } else {
                ranks.stop(1);
                Request fromStopped = world.iReceive(Span.of(new long[1]), 1, 1);
                CollectiveException failure = catchThrowableOfType(CollectiveException.class, () -> {
                    while (!fromStopped.test()) {
                        world.receive(one, 2, 2);
                        messages.incrementAndGet();
                    }
                });
                isNamed.set(true);
                assertThat(failure.status()).isEqualTo(CollectiveStatus.RANK_STOPPED);
                assertThat(failure.rank()).isEqualTo(1);
                world.receive(one, 2, 3);
            }
        });

        assertThat(messages.get()).isGreaterThan(1);
    }

    private void meet(boolean sharesMemory) {
        medium = new HeapMedium(HeapConditions.calm().withSharedMemory(sharesMemory));
        Meeting[] meetings = new Meeting[SIZE];
        for (int rank = 0; rank < SIZE; rank++) {
            meetings[rank] = new Meeting(provider().openAdapter(ROOT.getAddress()), config(rank), surroundings());
            meetings[rank].begin(ROOT.getAddress());
        }
        boolean[] met = new boolean[SIZE];
        while (!met[0] || !met[1] || !met[2]) {
            for (int rank = 0; rank < SIZE; rank++) {
                met[rank] = met[rank] || meetings[rank].progress();
            }
            medium.time().step();
        }
        for (int rank = 0; rank < SIZE; rank++) {
            worlds[rank] = meetings[rank].world();
        }
    }

    /** Posts Sends that wait for Receives until the endpoint takes nothing more. */
    private void fillQueue(Lane lane) {
        for (int turn = 0; turn < SETTLING_TURNS; turn++) { // the other rank has some Receives
            NdStatus status;
            do {
                status = lane.endpoint().send(0, ScatterGatherList.empty(), OpFlags.SILENT_SUCCESS);
            } while (status == NdStatus.SUCCESS);
            assertThat(status).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            worlds[0].poll();
            worlds[1].poll();
            medium.time().step();
        }
    }

    private Lane lane(int from, int to) {
        return Objects.requireNonNull(worlds[from].lane(to));
    }

    private static CommunicatorConfig config(int rank) {
        return CommunicatorConfig.of(MeetingConfig.of(rank, SIZE, ROOT)).withStoppedTimeout(STOPPED);
    }

    private Provider provider() {
        HeapProcess process = medium.newProcess();
        return EngineProviderFactory.open(PATIENT, process.loop(), process.factory());
    }

    /** Time passes with each moment that somebody waits. */
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
                        medium.time().step();
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
