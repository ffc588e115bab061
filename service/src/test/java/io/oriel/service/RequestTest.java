// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.answer;
import static io.oriel.service.bench.Handlers.ask;
import static io.oriel.service.bench.Handlers.part;
import static io.oriel.service.bench.Handlers.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.Handlers.Keeper;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Requests, answers, and messages that are not answered. */
class RequestTest {
    private static final ServerConfig SERVER = ServerConfig.defaults();
    private static final ClientConfig CLIENT = ClientConfig.defaults();

    private final Answers answers = new Answers();

    @OnBothMedia
    void isAnsweredWithItsContext(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(bench.server(SERVER, Handlers.DOUBLE), CLIENT, answers);

            assertThat(ask(client, 21, 7)).isEqualTo(NdStatus.SUCCESS);
            bench.until(() -> answers.count() == 1);

            assertThat(answers.all).containsExactly("7 SUCCESS 42");
            assertThat(client.inFlight()).isZero();
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void carriesAnyLengthFromNothingToTheMost(Medium medium) {
        int most = 100_000;
        List<Integer> lengths = new ArrayList<>(List.of(0, 1, 7, 8, 1000, 1024, 1025, 5000, most - 1, most));
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        new Random(seed).ints(20, 0, most + 1).forEach(lengths::add);
        RequestHandler echo = request -> {
            assertThat(request.claim()).isEqualTo(NdStatus.SUCCESS);
            request.answer().putBytes(0, request.buffer(), 0, request.length());
            assertThat(request.commit(request.length())).isEqualTo(NdStatus.SUCCESS);
        };
        List<Integer> good = new ArrayList<>();
        AnswerHandler checker = answer -> {
            byte fill = (byte) answer.requestContext();
            boolean isGood = answer.length() == answer.requestContext();
            for (int i = 0; i < answer.length(); i++) {
                isGood &= answer.buffer().getByte(i) == fill;
            }
            good.add(isGood ? answer.length() : -1);
        };
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(
                    SERVER.withMaxClients(1).withMaxRequestLength(most).withMaxAnswerLength(most), echo);
            Client client =
                    bench.connected(server, CLIENT.withMaxRequestLength(most).withMaxAnswerLength(most), checker);

            for (int length : lengths) {
                bench.until(() -> client.claim() != NdStatus.NO_MORE_ENTRIES);
                client.buffer().setMemory(0, length, (byte) length);
                assertThat(client.commit(length, length)).isEqualTo(NdStatus.SUCCESS);
            }
            bench.until(() -> good.size() == lengths.size());

            assertThat(good).isEqualTo(lengths);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void isDeclinedWhenAsManyAreInFlightAsWereAgreed(Medium medium) {
        Keeper keeper = new Keeper();
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withRequestsInFlight(3), keeper);
            Client client = bench.connected(server, CLIENT.withRequestsInFlight(5), answers);

            for (int i = 0; i < 3; i++) {
                assertThat(ask(client, i, i)).isEqualTo(NdStatus.SUCCESS);
            }
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            bench.until(() -> keeper.kept.size() == 3);
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            answer(keeper.kept.remove(), 9);
            bench.until(() -> answers.count() == 1);

            assertThat(ask(client, 3, 3)).isEqualTo(NdStatus.SUCCESS);
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            bench.until(() -> keeper.kept.size() == 3);
            keeper.kept.forEach(request -> answer(request, request.buffer().getLong(0)));
            bench.until(() -> answers.count() == 4);
            assertThat(answers.all).containsExactly("0 SUCCESS 9", "1 SUCCESS 1", "2 SUCCESS 2", "3 SUCCESS 3");
        }
    }

    @OnBothMedia
    void staysAsItIsWhileItIsKeptAndOthersAreAnswered(Medium medium) {
        List<Request> kept = new ArrayList<>();
        RequestHandler handler = request -> {
            if (request.buffer().getLong(0) < 0) {
                kept.add(request);
            } else {
                answer(request, request.buffer().getLong(0));
            }
        };
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(bench.server(SERVER, handler), CLIENT, answers);
            ask(client, -5, -1);
            ask(client, -6, -2);
            for (int i = 0; i < 500; i++) {
                bench.until(() -> client.claim() != NdStatus.NO_MORE_ENTRIES);
                client.buffer().putLong(0, i);
                assertThat(client.commit(Long.BYTES, i)).isEqualTo(NdStatus.SUCCESS);
            }
            bench.until(() -> answers.count() == 500);

            assertThat(kept).extracting(request -> request.buffer().getLong(0)).containsExactly(-5L, -6L);
            answer(kept.get(1), 60);
            answer(kept.get(0), 50);
            bench.until(() -> answers.count() == 502);
            assertThat(answers.all.subList(500, 502)).containsExactly("-2 SUCCESS 60", "-1 SUCCESS 50");
        }
    }

    @OnBothMedia
    void isDeclinedWithTheStatusThatTheServerChooses(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, request -> {
                assertThatThrownBy(() -> request.decline(NdStatus.PENDING)).hasMessageContaining("PENDING");
                assertThat(request.decline(NdStatus.ACCESS_VIOLATION)).isEqualTo(NdStatus.SUCCESS);
                assertThat(request.decline(NdStatus.ACCESS_VIOLATION)).isEqualTo(NdStatus.INVALID_DEVICE_REQUEST);
                assertThat(request.claim()).isEqualTo(NdStatus.INVALID_DEVICE_REQUEST);
                assertThat(request.claimPart()).isEqualTo(NdStatus.INVALID_DEVICE_REQUEST);
            });
            Client client = bench.connected(server, CLIENT, answers);

            ask(client, 1, 1);
            bench.until(() -> answers.count() == 1);

            assertThat(answers.all).containsExactly("1 ACCESS_VIOLATION");
            assertThat(answers.declined).containsExactly(1L);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void failsWhenTheHandlerThrowsAndTheServerGoesOn(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, request -> {
                switch ((int) request.buffer().getLong(0)) {
                    case 1 -> throw new IllegalStateException("first");
                    case 2 -> throw new StackOverflowError("second");
                    case 3 -> {
                        answer(request, 30);
                        throw new IllegalStateException("third");
                    }
                    case 4 -> {
                        assertThat(request.claimPart()).isEqualTo(NdStatus.SUCCESS);
                        throw new IllegalStateException("fourth");
                    }
                    default -> answer(request, 50);
                }
            });
            Client client = bench.connected(server, CLIENT, answers);

            for (int i = 1; i <= 5; i++) {
                ask(client, i, i);
            }
            tell(client, 1);
            bench.until(() -> answers.count() == 5 && bench.errors.size() == 5);

            assertThat(answers.all)
                    .containsExactly(
                            "1 REMOTE_ERROR", "2 REMOTE_ERROR", "3 SUCCESS 30", "4 REMOTE_ERROR", "5 SUCCESS 50");
            assertThat(answers.declined).containsExactly(1L, 2L, 4L);
            assertThat(bench.errors)
                    .extracting(Throwable::getMessage)
                    .containsExactly("first", "second", "third", "fourth", "first");
        }
    }

    @OnBothMedia
    void makesTheNextRequestFromWithinTheAnswer(Medium medium) {
        List<Long> numbers = new ArrayList<>();
        Client[] client = new Client[1];
        AnswerHandler next = answer -> {
            numbers.add(answer.buffer().getLong(0));
            if (numbers.size() < 300) {
                assertThat(ask(client[0], numbers.size(), 0)).isEqualTo(NdStatus.SUCCESS);
            }
        };
        try (Bench bench = new Bench(medium)) {
            client[0] = bench.connected(bench.server(SERVER, Handlers.DOUBLE), CLIENT.withRequestsInFlight(1), next);
            ask(client[0], 0, 0);
            bench.until(() -> numbers.size() == 300);

            assertThat(numbers.get(299)).isEqualTo(598);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void needsNoAnswerAndHoldsBackTheSenderNevertheless(Medium medium) {
        List<Long> told = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withRequestsInFlight(4), request -> {
                assertThat(request.isOneWay()).isTrue();
                assertThat(request.claim()).isEqualTo(NdStatus.INVALID_DEVICE_REQUEST);
                assertThat(request.decline(NdStatus.CANCELED)).isEqualTo(NdStatus.INVALID_DEVICE_REQUEST);
                told.add(request.buffer().getLong(0));
            });
            Client client = bench.connected(server, CLIENT, answers);
            bench.stop(server);
            int declined = 0;
            for (int i = 0; i < 10; i++) {
                declined += tell(client, i) == NdStatus.NO_MORE_ENTRIES ? 1 : 0;
            }
            assertThat(declined).isEqualTo(6);

            bench.polled(server);
            for (int i = 4; i < 1000; i++) {
                bench.until(() -> client.claim() != NdStatus.NO_MORE_ENTRIES);
                client.buffer().putLong(0, i);
                assertThat(client.commitOneWay(Long.BYTES)).isEqualTo(NdStatus.SUCCESS);
            }
            bench.until(() -> told.size() == 1000);

            assertThat(told).isSorted();
            assertThat(answers.all).isEmpty();
            client.drain();
            bench.until(client::isDrained);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void isNotSentWhenItIsAborted(Medium medium) {
        List<Long> seen = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(
                    bench.server(SERVER, request -> seen.add(request.buffer().getLong(0))),
                    CLIENT.withRequestsInFlight(1),
                    answers);
            for (int i = 0; i < 5; i++) {
                assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
                assertThat(client.claim()).isEqualTo(NdStatus.DEVICE_BUSY);
                client.abort();
            }
            assertThatThrownBy(client::buffer).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> client.commit(1, 1)).isInstanceOf(IllegalStateException.class);
            assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
            assertThatThrownBy(() -> client.commit(1025, 1)).hasMessage("bytes must be in 0..1024, was 1025");
            assertThatThrownBy(() -> client.commit(-1, 1)).hasMessage("bytes must be in 0..1024, was -1");
            assertThatThrownBy(() -> client.commit(1, 1, 0)).hasMessageContaining("timeoutNs");
            client.buffer().putLong(0, 8);
            assertThat(client.commit(8, 1)).isEqualTo(NdStatus.SUCCESS);
            bench.until(() -> !seen.isEmpty());

            assertThat(seen).containsExactly(8L);
        }
    }

    /** Where what can be under way is as little as the queues of both sides can be. */
    @OnBothMedia
    void canAlwaysBeAnsweredHoweverFewAreAgreed(Medium medium) {
        int[] told = new int[1];
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withRequestsInFlight(1).withPartsInFlight(1), request -> {
                if (request.isOneWay()) {
                    told[0]++;
                    return;
                }
                assertThat(part(request, 1)).isEqualTo(NdStatus.SUCCESS);
                answer(request, 2);
            });
            Client client = bench.connected(server, CLIENT, answers);
            for (int i = 0; i < 3000; i++) {
                bench.until(() -> client.claim() != NdStatus.NO_MORE_ENTRIES);
                client.buffer().putLong(0, i);
                assertThat(i % 3 == 0 ? client.commitOneWay(8) : client.commit(8, i))
                        .isEqualTo(NdStatus.SUCCESS);
            }
            client.drain();
            bench.until(client::isDrained);

            assertThat(told[0]).isEqualTo(1000);
            assertThat(answers.all).hasSize(4000).allMatch(each -> each.contains("SUCCESS"));
            assertThat(bench.errors).isEmpty();
        }
    }
}
