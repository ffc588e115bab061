// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import static io.oriel.examples.MortalProcesses.PATIENCE_SECONDS;
import static io.oriel.examples.MortalProcesses.SECONDS;
import static io.oriel.examples.MortalProcesses.kill;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.examples.MortalProcesses;
import io.oriel.service.table.LookupStatus;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The store and its clients in processes of their own, of which one after the other is killed and started again under load. */
@WholeBuild
@Timeout(7200)
class KeyValueSoakIT {
    private static final int CLIENTS = 2;
    private static final int SIDES = 2;
    private static final int MORE_NEWS = 5;
    private static final String HAS_PUT = "client: has put 1000 keys";

    @RegisterExtension
    final MortalProcesses processes = new MortalProcesses();

    private final Random random = SeededRandom.create(getClass());
    private final List<ChildJvm> stores = new ArrayList<>();
    private final List<LedgerCheck.Death> storeDeaths = new ArrayList<>();
    private final List<List<Path>> ledgers = new ArrayList<>();
    private final ChildJvm[] clients = new ChildJvm[CLIENTS];
    private final int port = MortalProcesses.freePort();

    private void startStore() {
        stores.add(processes.start(KeyValue.class, "--listen", "127.0.0.1:" + port, "--wait", "sleep", "--attended"));
    }

    private ChildJvm store() {
        return stores.get(stores.size() - 1);
    }

    private void killStore() {
        long beginNs = System.nanoTime();
        kill(store());
        storeDeaths.add(new LedgerCheck.Death(beginNs, System.nanoTime()));
        startStore();
    }

    private void startClient(int client) {
        List<Path> lives = ledgers.get(client);
        Path ledger = processes.file("ledger-" + client + "-" + lives.size());
        clients[client] = processes.start(
                LedgerClientMain.class,
                "" + port,
                "" + client,
                "" + lives.size(),
                ledger.toString(),
                "" + random.nextLong());
        lives.add(ledger);
    }

    private void killClient(int client) {
        kill(clients[client]);
        startClient(client);
    }

    /** Waits until each client has been answered everything for some rounds. */
    private void awaitWork() {
        long nowNs = System.nanoTime();
        for (ChildJvm client : clients) {
            while (busySinceNs(client) < nowNs) {
                // It has said that before.
            }
        }
    }

    private static long busySinceNs(ChildJvm client) {
        String news = client.answer();
        assertThat(news).startsWith("busy ");
        return Long.parseLong(news.substring("busy ".length()));
    }

    private int killOneAfterTheOther() {
        int first = random.nextInt(SIDES);
        int deaths = 0;
        long endNs = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (System.nanoTime() < endNs || deaths < SIDES) {
            awaitWork();
            int client = random.nextInt(CLIENTS);
            for (int i = random.nextInt(MORE_NEWS); i > 0; i--) {
                var unused = busySinceNs(clients[client]);
            }
            int side = deaths < SIDES ? (first + deaths) % SIDES : random.nextInt(SIDES);
            if (side == 0) {
                killStore();
            } else {
                killClient(client);
            }
            deaths++;
        }
        return deaths;
    }

    @ParameterizedTest
    @MethodSource("io.oriel.examples.MortalProcesses#media")
    void eachRequestEndsOnceAndEachValueIsTheOneThatWasPutWhoeverDies(String on) throws Exception {
        processes.meetBy(on);
        startStore();
        for (int client = 0; client < CLIENTS; client++) {
            ledgers.add(new ArrayList<>());
            startClient(client);
        }
        int deaths = killOneAfterTheOther();
        awaitWork();
        for (ChildJvm client : clients) {
            client.endInput();
            var unused = client.awaitSuccess(PATIENCE_SECONDS);
        }
        store().endInput();
        assertThat(store().awaitSuccess(PATIENCE_SECONDS)).last().asString().startsWith("store: ");

        assertThat(stores).allSatisfy(store -> assertThat(store.errors()).isEmpty());
        checkLedgers(deaths);
        assertThat(processes.remains()).isEmpty();
    }

    private void checkLedgers(int deaths) throws IOException {
        List<String> violations = new ArrayList<>();
        Map<NdStatus, Long> requests = new EnumMap<>(NdStatus.class);
        Map<LookupStatus, Long> lookups = new EnumMap<>(LookupStatus.class);
        Map<String, Long> cutOff = new TreeMap<>();
        for (int client = 0; client < CLIENTS; client++) {
            LedgerCheck check = new LedgerCheck(client, storeDeaths, violations);
            List<Path> lives = ledgers.get(client);
            for (int life = 0; life < lives.size(); life++) {
                checkLife(check, lives.get(life), life < lives.size() - 1);
            }
            add(requests, check.requests());
            add(lookups, check.lookups());
            add(cutOff, check.cutOff());
        }
        System.out.println(processes.medium() + ": " + deaths + " deaths, " + storeDeaths.size()
                + " of them of the store; requests " + requests + ", lookups " + lookups + ", cut off " + cutOff);
        assertThat(violations).isEmpty();
        assertThat(requests).containsKey(NdStatus.SUCCESS).hasSizeGreaterThan(1);
        assertThat(lookups).containsKeys(LookupStatus.FOUND, LookupStatus.ENDED);
    }

    private static <K> void add(Map<K, Long> sums, Map<K, Long> counts) {
        counts.forEach((what, count) -> sums.merge(what, count, Long::sum));
    }

    private static void checkLife(LedgerCheck check, Path ledger, boolean wasKilled) throws IOException {
        check.begin();
        MortalProcesses.wholeLines(ledger).forEach(check::line);
        check.end(wasKilled);
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("io.oriel.examples.MortalProcesses#media")
    void theExampleComesToItsEndThoughItsStoreIsKilled(String on) throws Exception {
        processes.meetBy(on);
        startStore();
        ChildJvm client =
                processes.start(KeyValue.class, "--connect", "127.0.0.1:" + port, "--wait", "sleep", "--seconds", "1");
        awaitLine(client, HAS_PUT);

        killStore();
        awaitLine(client, HAS_PUT);
        awaitLine(client, "lookups by request and answer");
        killStore();
        awaitLine(client, HAS_PUT);

        assertThat(client.awaitSuccess(PATIENCE_SECONDS))
                .contains("client: key 7 has 70, key 1000 is absent")
                .anyMatch(
                        line -> line.matches("client: began again [1-9]\\d* times; [1-9]\\d* requests and \\d+ lookups"
                                + " ended with a status instead of an answer"));
        assertThat(store().awaitSuccess(PATIENCE_SECONDS))
                .anyMatch(line -> line.startsWith("store: 1000 keys, changed "));
        assertThat(stores).allSatisfy(store -> assertThat(store.errors()).isEmpty());
        assertThat(processes.remains()).isEmpty();
    }

    private static void awaitLine(ChildJvm child, String part) {
        while (!child.answer().contains(part)) {
            // Something that was not waited for.
        }
    }
}
