// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.ranks.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages with tags. */
public abstract class PointToPointConformanceTest extends ConformanceTest {
    protected PointToPointConformanceTest(Ranks ranks) {
        super(ranks);
    }

    private static long[] message(int length, int seed) {
        long[] message = new long[length];
        Arrays.setAll(message, i -> i * 31L + seed);
        return message;
    }

    @Test
    void passesMessagesAroundARing() {
        for (int size : ranks().sizes()) {
            ranks().run(size, world -> {
                int next = (world.rank() + 1) % size;
                int before = (world.rank() + size - 1) % size;
                for (int length : lengths()) {
                    long[] received = new long[length + 1];
                    int count = world.sendReceive(
                            Span.of(message(length, world.rank())), next, 3, Span.of(received), before, 3);
                    assertThat(count).isEqualTo(length);
                    assertThat(Arrays.copyOf(received, length)).isEqualTo(message(length, before));
                    assertThat(received[length]).isZero();
                }
            });
        }
    }

    @Test
    void findsMessagesByTheirTagsInAnyOrder() {
        ranks().run(2, world -> {
            int messages = 60;
            if (world.rank() == 0) {
                for (int tag = 0; tag < messages; tag++) {
                    world.send(Span.of(message(20, tag)), 1, tag);
                }
            } else {
                for (int tag = messages - 1; tag >= 0; tag--) {
                    long[] received = new long[20];
                    world.receive(Span.of(received), 0, tag);
                    assertThat(received).isEqualTo(message(20, tag));
                }
            }
        });
    }

    @Test
    void keepsTheOrderOfMessagesOfOneTag() {
        ranks().run(2, world -> {
            int messages = 50;
            int most = ranks().many();
            List<Request> requests = new ArrayList<>();
            List<long[]> received = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                int length = i % 7 == 0 ? most : i * 3;
                if (world.rank() == 0) {
                    requests.add(world.iSend(Span.of(message(length, i)), 1, 5));
                } else {
                    received.add(new long[length]);
                    requests.add(world.iReceive(Span.of(received.get(i)), 0, 5));
                }
            }
            requests.forEach(Request::await);
            for (int i = 0; i < received.size(); i++) {
                assertThat(received.get(i)).isEqualTo(message(received.get(i).length, i));
            }
        });
    }

    @Test
    void sendsToItself() {
        ranks().run(2, world -> {
            long[] received = new long[10];
            world.send(Span.of(message(10, 1)), world.rank(), 1);
            world.receive(Span.of(received), world.rank(), 1);
            assertThat(received).isEqualTo(message(10, 1));
            Request receiving = world.iReceive(Span.of(received), world.rank(), 2);
            world.iSend(Span.of(message(10, 2)), world.rank(), 2).await();
            receiving.await();
            assertThat(received).isEqualTo(message(10, 2));
        });
    }

    @Test
    void receivesLongMessagesWhileOthersWait() {
        ranks().run(3, world -> {
            int length = ranks().many();
            long[] received = new long[length];
            Request sending = world.iSend(Span.of(message(length, world.rank())), (world.rank() + 1) % 3, 1);
            world.barrier(); // nobody has asked for them
            world.receive(Span.of(received), (world.rank() + 2) % 3, 1);
            sending.await();
            assertThat(received).isEqualTo(message(length, (world.rank() + 2) % 3));
        });
    }

    @Test
    void namesWhoHasSentMoreThanHasRoomAndGoesOn() {
        ranks().run(2, world -> {
            for (int length : new int[] {11, 20_000}) {
                if (world.rank() == 0) {
                    world.send(Span.of(message(length, 1)), 1, 1);
                    world.send(Span.of(message(10, 2)), 1, 1);
                } else {
                    long[] received = new long[10];
                    assertThatThrownBy(() -> world.receive(Span.of(received), 0, 1))
                            .isInstanceOfSatisfying(CollectiveException.class, e -> {
                                assertThat(e.status()).isEqualTo(CollectiveStatus.TRUNCATED);
                                assertThat(e.rank()).isZero();
                            });
                    world.receive(Span.of(received), 0, 1);
                    assertThat(received).isEqualTo(message(10, 2));
                }
            }
        });
    }

    @Test
    void takesAReceiveBackThatNothingHasComeFor() {
        ranks().run(2, world -> {
            long[] received = new long[10];
            if (world.rank() == 1) {
                Request request = world.iReceive(Span.of(new long[10]), 0, 1);
                assertThat(request.cancel()).isTrue();
                assertThat(request.cancel()).isFalse();
            }
            world.barrier();
            if (world.rank() == 0) {
                world.send(Span.of(message(10, 4)), 1, 1);
            } else {
                world.receive(Span.of(received), 0, 1);
                assertThat(received).isEqualTo(message(10, 4));
            }
        });
    }

    @Test
    void sendsNothingIfWhatItIsToReceiveDoesNotFit() {
        ranks().run(2, world -> {
            Span one = Span.of(message(1, 1));
            Span received = Span.of(new long[1]);
            for (int destination = 0; destination < 2; destination++) {
                int to = destination;
                assertThatThrownBy(() -> world.sendReceive(one, to, 1, received, 2, 1))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("source must be in 0..1, was 2");
            }
            for (int destination = 0; destination < 2; destination++) {
                world.send(Span.of(message(1, 7 + world.rank())), destination, 1);
            }
            for (int source = 0; source < 2; source++) {
                long[] data = new long[1];
                world.receive(Span.of(data), source, 1);
                assertThat(data).isEqualTo(message(1, 7 + source));
            }
        });
    }

    @Test
    void givesTheMemoryOfAMessageBackThoughTheOtherCouldNotBeReceived() {
        ranks().run(2, world -> {
            long[] data = message(20_000, 1);
            if (world.rank() == 0) {
                assertThatThrownBy(() -> world.sendReceive(Span.of(data), 1, 1, Span.of(new long[1]), 1, 2))
                        .isInstanceOfSatisfying(
                                CollectiveException.class,
                                e -> assertThat(e.status()).isEqualTo(CollectiveStatus.TRUNCATED));
                Arrays.fill(data, -1);
                world.send(Span.of(new long[1]), 1, 3);
            } else {
                world.send(Span.of(new long[2]), 0, 2);
                world.receive(Span.of(new long[1]), 0, 3);
                long[] received = new long[20_000];
                world.receive(Span.of(received), 0, 1);
                assertThat(received).isEqualTo(data);
            }
            world.barrier();
        });
    }

    @Test
    void namesWhoHasSentElementsOfAnotherTypeAndGoesOn() {
        ranks().run(2, world -> {
            int other = 1 - world.rank();
            for (int to : new int[] {world.rank(), other}) {
                for (int length : new int[] {3, 21}) {
                    int from = to;
                    world.send(Span.of(new int[length]), to, 1);
                    world.send(Span.of(message(length, to)), to, 1);
                    long[] received = new long[length];
                    assertThatThrownBy(() -> world.receive(Span.of(received), from, 1))
                            .isInstanceOfSatisfying(CollectiveException.class, e -> {
                                assertThat(e.status()).isEqualTo(CollectiveStatus.MISMATCH);
                                assertThat(e.rank()).isEqualTo(from);
                            });
                    world.receive(Span.of(received), from, 1);
                    assertThat(received).isEqualTo(message(length, world.rank()));
                }
            }
        });
    }

    @Test
    void takesNothingBackThatItHasReceivedItself() {
        ranks().run(2, world -> {
            long[] received = new long[10];
            Request sending = world.iSend(Span.of(message(10, 3)), world.rank(), 1);
            Request receiving = world.iReceive(Span.of(received), world.rank(), 1);
            assertThat(sending.cancel()).isFalse();
            receiving.await();
            sending.await();
            assertThat(received).isEqualTo(message(10, 3));
        });
    }

    @Test
    void sendsTheRestOfWhatHasBegunThoughThereIsNoMemoryForOtherMessages() {
        int others = 60;
        ranks().run(2, config -> config.withUnexpectedLimit(65536), world -> {
            long[] other = new long[30];
            long[] data = message(100_000, 1);
            if (world.rank() == 1) {
                boolean isSent = isDone(world.iSend(Span.of(data), 0, 1));
                Arrays.fill(data, -1);
                for (int i = 0; i < others; i++) {
                    world.receive(Span.of(other), 0, 2);
                }
                world.send(Span.of(message(10, isSent ? 2 : 3)), 0, 1);
            } else {
                long[] received = new long[data.length];
                Request receiving = world.iReceive(Span.of(received), 1, 1);
                for (int i = 0; i < others; i++) {
                    world.send(Span.of(other), 1, 2);
                }
                receiving.await();
                assertThat(receiving.count()).isEqualTo(data.length);
                assertThat(received).isEqualTo(data);
                assertThat(world.receive(Span.of(received), 1, 1)).isEqualTo(10);
            }
        });
    }

    @Test
    void takesTheRestOfAMessageForNoOtherIfThereIsNoMemory() {
        int others = 9; // more than are kept, by one
        ranks().run(2, config -> config.withUnexpectedLimit(65536), world -> {
            Span other = Span.of(new long[30]);
            if (world.rank() == 1) {
                Request sending = world.iSend(Span.of(message(400_000, 1)), 0, 1);
                boolean isSent = false;
                for (int i = 0; i < others; i++) {
                    world.broadcast(other, 1);
                    isSent = isSent || sending.test();
                }
                if (!isSent) {
                    sending.await();
                }
                world.send(Span.of(message(10, 2)), 0, 1);
            } else {
                long[] received = new long[400_000];
                boolean isReceived = isDone(world.iReceive(Span.of(received), 1, 1));
                assertThat(received).satisfies(all -> assertThat(isReceived).isEqualTo(all[399_999] != 0));
                for (int i = 0; i < others; i++) {
                    world.broadcast(other, 1);
                }
                assertThat(world.receive(Span.of(received), 1, 1)).isEqualTo(10);
                assertThat(Arrays.copyOf(received, 10)).isEqualTo(message(10, 2));
            }
        });
    }

    /** Tells whether a message has come or gone, and not failed for want of memory for others. */
    private static boolean isDone(Request request) {
        try {
            request.await();
            return true;
        } catch (CollectiveException e) {
            assertThat(e.status()).isEqualTo(CollectiveStatus.TOO_MUCH_UNEXPECTED);
            return false;
        }
    }
}
