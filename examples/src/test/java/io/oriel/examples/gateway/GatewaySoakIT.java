// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import static io.oriel.examples.MortalProcesses.PATIENCE_SECONDS;
import static io.oriel.examples.MortalProcesses.SECONDS;
import static io.oriel.examples.MortalProcesses.kill;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.examples.MortalProcesses;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The exchange in processes of its own, of which one after the other is killed and started again under load, for {@code
 * -Doriel.test.exampleSeconds} on each medium; then the ledgers of all members are compared with the engine's journal.
 */
@WholeBuild
@Timeout(7200)
class GatewaySoakIT {
    private static final int MEMBERS = 2;
    private static final int SIDES = 3;
    private static final int ENGINE = 0;
    private static final int GATEWAY = 1;
    private static final int ENTRIES = 16_000_000;
    private static final int LINE_LENGTH = 200;

    @RegisterExtension
    final MortalProcesses processes = new MortalProcesses();

    private final Random random = SeededRandom.create(getClass());
    private final List<List<Path>> ledgers = new ArrayList<>();
    private final ChildJvm[] members = new ChildJvm[MEMBERS];
    private final ChildJvm[] servers = new ChildJvm[2];
    private int enginePort;
    private int gatewayPort;

    private Path journal() {
        return processes.file("journal");
    }

    private ChildJvm listening(String port, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--listen", port, "--wait", "sleep", "--attended"));
        all.addAll(List.of(arguments));
        return processes.start(OrderGateway.class, all.toArray(String[]::new)); // nobody waits until it listens
    }

    private void startEngine() {
        servers[ENGINE] =
                listening("127.0.0.1:" + enginePort, "--journal", journal().toString());
    }

    private void startGateway() {
        servers[GATEWAY] = listening("127.0.0.1:" + gatewayPort, "--engine", "127.0.0.1:" + enginePort);
    }

    private void startMember(int member) {
        List<Path> lives = ledgers.get(member);
        lives.add(processes.file("ledger-" + member + "-" + lives.size()));
        members[member] = processes.start(
                LedgerMemberMain.class,
                "" + gatewayPort,
                "" + member,
                lives.get(lives.size() - 1).toString());
    }

    /** Waits until a member is at work again, and some more. */
    private void awaitWork(int index) {
        ChildJvm member = members[index];
        while (member.hasAnswered()) {
            assertThat(member.answer()).isEqualTo("busy");
        }
        for (int i = random.nextInt(5); i >= 0; i--) {
            assertThat(member.answer()).isEqualTo("busy");
        }
    }

    private int killOneAfterTheOther() {
        int deaths = 0;
        long endNs = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (System.nanoTime() < endNs || deaths < SIDES) {
            awaitWork(random.nextInt(MEMBERS));
            switch (deaths < SIDES ? deaths : random.nextInt(SIDES)) {
                case 0 -> {
                    kill(servers[ENGINE]);
                    startEngine();
                }
                case 1 -> {
                    kill(servers[GATEWAY]);
                    startGateway();
                }
                default -> {
                    int member = random.nextInt(MEMBERS);
                    kill(members[member]);
                    startMember(member);
                }
            }
            deaths++;
        }
        return deaths;
    }

    @ParameterizedTest
    @MethodSource("io.oriel.examples.MortalProcesses#media")
    void eachOrderEndsOnceAndRightlyWhoeverDies(String on) throws Exception {
        processes.meetBy(on);
        enginePort = MortalProcesses.freePort();
        gatewayPort = MortalProcesses.freePort();
        startEngine();
        startGateway();
        for (int member = 0; member < MEMBERS; member++) {
            ledgers.add(new ArrayList<>());
            startMember(member);
        }
        int deaths = killOneAfterTheOther();
        for (int member = 0; member < MEMBERS; member++) {
            awaitWork(member);
        }
        for (ChildJvm member : members) {
            member.tell("finish");
        }
        for (ChildJvm member : members) {
            String said = "busy";
            while (said.equals("busy")) {
                said = member.answer();
            }
            assertThat(said).isEqualTo("done");
        }
        List<String> violations = new ArrayList<>();
        Truth truth = truth(violations);
        for (int member = 0; member < MEMBERS; member++) {
            awaitFills(member, truth);
        }
        endAll();
        check(truth, violations, deaths);
        assertThat(violations).isEmpty();
        assertThat(processes.remains()).isEmpty();
    }

    private Truth truth(List<String> violations) throws IOException {
        try (FileChannel file = FileChannel.open(journal()); // which the engine has locked
                Journal written = Journal.open(processes.file("again"), ENTRIES)) {
            Truth truth = new Truth(MatcherConfig.defaults(), written, violations);
            Journal.in(new UnsafeBuffer(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size())))
                    .replay(truth::add);
            return truth;
        }
    }

    /** Its fills may be on their way when its orders have ended. */
    private void awaitFills(int member, Truth truth) throws IOException {
        List<Path> lives = ledgers.get(member);
        Path ledger = lives.get(lives.size() - 1);
        String end = "fill " + truth.fillCount(member) + " ";
        while (!endOf(ledger).contains(end)) {
            Thread.onSpinWait(); // the time-out of the test ends what does not come
        }
    }

    private static String endOf(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(open.length(), LINE_LENGTH * LINE_LENGTH)];
            open.seek(open.length() - bytes.length);
            open.readFully(bytes);
            return new String(bytes, StandardCharsets.US_ASCII);
        }
    }

    private void endAll() {
        for (ChildJvm member : members) {
            member.endInput();
            var unused = member.awaitSuccess(PATIENCE_SECONDS);
        }
        for (ChildJvm server : List.of(servers[GATEWAY], servers[ENGINE])) {
            server.endInput();
            var unused = server.awaitSuccess(PATIENCE_SECONDS);
        }
    }

    private void check(Truth truth, List<String> violations, int deaths) throws IOException {
        int statuses = 0;
        long missed = 0;
        for (int member = 0; member < MEMBERS; member++) {
            LedgerCheck check = new LedgerCheck(member, truth, violations);
            List<Path> lives = ledgers.get(member);
            for (int life = 0; life < lives.size(); life++) {
                check.life(MortalProcesses.wholeLines(lives.get(life)), life < lives.size() - 1);
            }
            check.end();
            statuses += check.statuses();
            missed += check.missedFills();
        }
        System.out.println(processes.medium() + ": " + deaths + " deaths, " + truth.orderCount() + " orders executed, "
                + statuses + " statuses, " + missed + " fills forgotten before they were asked for");
        assertThat(statuses).isPositive();
    }
}
