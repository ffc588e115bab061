// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eight services on one host connect to each other, exchange, end in all ways, and start again, by seed
 * ({@code oriel.test.seed}); {@code oriel.test.campaignRounds} says how often. A connection ends only when one of its two ends
 * does. And all connect to all at the same time.
 */
class CampaignIT {
    private static final int ROUNDS = Integer.getInteger("oriel.test.campaignRounds", 6);
    private static final int SERVICES = WholeBuild.RUNS ? 8 : 4;
    private static final int MOST_CONNECTIONS = 20;
    private static final int MESSAGES = 200;

    @RegisterExtension
    final Stage stage = new Stage();

    private final Random random = SeededRandom.create(CampaignIT.class);
    private final List<Service> services = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final List<ChildProcess> dead = new ArrayList<>();
    private KillScene.Host host = KillScene.Host.EACH;
    private int connectionsMade;
    private int ends;
    private final List<Long> againNs = new ArrayList<>();

    /** How a process ends. */
    enum End {
        EXIT,
        RETURN,
        TERMINATE,
        KILL;

        void of(ChildProcess child) {
            switch (this) {
                case EXIT -> child.tell("exit");
                case RETURN -> child.tell("return");
                case TERMINATE -> child.terminate();
                case KILL -> child.kill();
            }
            child.awaitEnd();
        }
    }

    private static final class Service {
        ChildProcess child;
        int port;

        Service(ChildProcess child) {
            this.child = child;
        }
    }

    private record Connection(String name, Service from, Service to) {
        boolean hasEnd(Service service) {
            return from == service || to == service;
        }
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("io.oriel.shm.process.KillScene$Host#tried")
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void aConnectionEndsOnlyWhenOneOfItsEndsDoes(KillScene.Host of) {
        host = of;
        startAll();
        for (int round = 0; round < ROUNDS; round++) {
            switch (random.nextInt(4)) {
                case 0 -> exchange(connections);
                case 1, 2 -> connect();
                default -> endAndStartAgain();
            }
        }
        exchange(connections);
        System.out.printf(
                Locale.ROOT,
                "CampaignIT %s: %d rounds, %d connections, %d ends; from a start to a connection: %s ms%n",
                host,
                ROUNDS,
                connectionsMade,
                ends,
                timesAgain());
        endAll();
    }

    @Test
    @Timeout(120)
    void allConnectToAllAtOnce() {
        startAll();
        long beginNs = System.nanoTime();
        for (Service each : services) {
            String others = services.stream()
                    .filter(other -> other != each)
                    .map(other -> Integer.toString(other.port))
                    .collect(Collectors.joining(" "));
            each.child.tell("connect-to-all " + others);
        }
        for (Service each : services) {
            assertThat(each.child.answer()).isEqualTo("done");
        }
        System.out.printf(
                Locale.ROOT,
                "CampaignIT: %d connections at once took %.0f ms%n",
                SERVICES * (SERVICES - 1),
                (System.nanoTime() - beginNs) / 1e6);
        for (Service each : services) {
            for (Service other : services) {
                if (other != each) {
                    assertThat(each.child.ask("ping " + other.port + " 1")).isEqualTo("done");
                }
            }
        }
    }

    private void startAll() {
        for (int i = 0; i < SERVICES; i++) {
            Service service = new Service(newChild());
            services.add(service);
            listen(service);
        }
    }

    private ChildProcess newChild() {
        return stage.newService(host);
    }

    private void listen(Service service) {
        service.port = Integer.parseInt(service.child.ask("listen " + service.port));
    }

    private void exchange(List<Connection> all) {
        for (Connection each : all) {
            assertThat(each.from().child.ask(ping(each))).as(each.name()).isEqualTo("done");
        }
    }

    private String ping(Connection connection) {
        return "ping " + connection.name() + " " + (1 + random.nextInt(MESSAGES));
    }

    private void connect() {
        if (connections.size() < MOST_CONNECTIONS) {
            int from = random.nextInt(SERVICES);
            int to = (from + 1 + random.nextInt(SERVICES - 1)) % SERVICES;
            exchange(List.of(connect(services.get(from), services.get(to))));
        }
    }

    private Connection connect(Service from, Service to) {
        Connection made = new Connection("c" + connectionsMade++, from, to);
        assertThat(from.child.ask("connect " + made.name() + " " + to.port)).contains("shared memory");
        connections.add(made);
        return made;
    }

    /** The median, the 99th percentile and the longest. */
    private String timesAgain() {
        long[] sorted = againNs.stream().mapToLong(Long::longValue).sorted().toArray();
        return DoubleStream.of(0.5, 0.99, 1)
                .filter(share -> sorted.length > 0)
                .mapToObj(share -> Long.toString(sorted[(int) ((sorted.length - 1) * share)] / 1_000_000))
                .collect(Collectors.joining(", "));
    }

    private void endAndStartAgain() {
        Service victim = services.get(random.nextInt(SERVICES));
        end(victim, End.values()[random.nextInt(End.values().length)]);
        exchange(connections);
        long beginNs = System.nanoTime();
        victim.child = newChild();
        listen(victim);
        Service other = services.get((services.indexOf(victim) + 1 + random.nextInt(SERVICES - 1)) % SERVICES);
        Connection again = connect(other, victim);
        againNs.add(System.nanoTime() - beginNs);
        exchange(List.of(again));
        exchange(List.of(connect(victim, other)));
    }

    /** Ends a process amid the others' requests; its connections are told at the other end, and the others' go on. */
    private void end(Service victim, End how) {
        List<Connection> busy =
                connections.stream().filter(each -> each.from() != victim).toList();
        for (Connection each : busy) {
            each.from().child.tell(ping(each));
        }
        dead.add(victim.child);
        how.of(victim.child);
        victim.child.close();
        ends++;
        for (Connection each : busy) {
            assertThat(each.from().child.answer())
                    .as("%s amid %s", each.name(), how)
                    .matches(each.to() == victim ? "done|ended.*" : "done");
        }
        List<Connection> ended =
                connections.stream().filter(each -> each.hasEnd(victim)).toList();
        connections.removeAll(ended);
        for (Connection each : ended) {
            if (each.to() == victim) {
                assertThat(each.from().child.ask("await-end " + each.name()))
                        .as("%s after %s", each.name(), how)
                        .isEqualTo("done");
            }
        }
        for (Service each : services) {
            if (each != victim) {
                long accepted = connections.stream()
                        .filter(connection -> connection.to() == each)
                        .count();
                assertThat(each.child.ask("await-accepted " + accepted))
                        .as("connections left after %s", how)
                        .isEqualTo("done");
            }
        }
    }

    /** Who comes next finds nothing of them. */
    private void endAll() {
        while (services.size() > 1) {
            Service victim = services.remove(random.nextInt(services.size()));
            end(victim, End.values()[random.nextInt(End.values().length)]);
            exchange(connections);
        }
        end(services.remove(0), End.TERMINATE);

        stage.newProvider().openAdapter();
        for (ChildProcess each : dead) {
            assertThat(stage.remainsOf(each)).as("of %d", each.pid()).isEmpty();
        }
    }
}
