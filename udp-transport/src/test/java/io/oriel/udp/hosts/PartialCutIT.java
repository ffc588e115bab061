// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SeededRandom;
import io.oriel.testing.hosts.Host;
import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hosts, and between them a network that dies in parts: one path, one direction, long datagrams, or for a moment. */
@Timeout(PartialCutIT.TIMEOUT_SECONDS)
class PartialCutIT {
    static final long TIMEOUT_SECONDS = 600;
    private static final long DEAD_PEER_MILLIS = Long.getLong("oriel.test.deadPeerMillis", 3_000);
    private static final int MOMENTS = 6;
    private static final int FEW = 1_000;

    /** Oriel's own datagrams have "ORUD" after their sum; all others are frames. */
    private static final String CONTROL = "meta l4proto udp @th,96,32 0x4f525544";

    private static final String FRAMES = "meta l4proto udp @th,96,32 != 0x4f525544";
    private static final String LONG = "udp length > 1100";
    private static final Pattern END = Pattern.compile("ended lastNs=(-?\\d+) notifiedNs=(-?\\d+) silentNs=.*");

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    private final Random random = SeededRandom.create(PartialCutIT.class);
    private final List<ChildJvm> processes = new ArrayList<>();
    private String listener = ""; // nobody listens yet

    private ChildJvm start(Host host, String... properties) {
        List<String> flags =
                new ArrayList<>(List.of("-Doriel.medium=UDP", "-Doriel.timeouts.deadPeer=" + DEAD_PEER_MILLIS));
        flags.addAll(List.of(properties));
        return hosts.start(host, HostMain.class, flags, List.of(host.ipv4()));
    }

    private void startBoth(String... properties) {
        processes.add(start(hosts.one(), properties));
        processes.add(start(hosts.two(), properties));
    }

    private ChildJvm one() {
        return processes.get(0);
    }

    private ChildJvm two() {
        return processes.get(1);
    }

    private void meet(String... properties) {
        startBoth(properties);
        one().tell("listen");
        listener = one().answer(TIMEOUT_SECONDS);
        connect();
    }

    private void connect() {
        both("accept", "connect " + listener, "connected");
    }

    private void both(String toOne, String toTwo, String answer) {
        one().tell(toOne);
        two().tell(toTwo);
        assertThat(one().answer(TIMEOUT_SECONDS)).startsWith(answer);
        assertThat(two().answer(TIMEOUT_SECONDS)).startsWith(answer);
    }

    private void exchange(int messages) {
        String order = "exchange " + messages + ' ' + messages;
        both(order, order, "done in ");
    }

    private void close() {
        both("close", "close", "closed");
    }

    /** Both sides are to end in time, of which each path has its own: this is what a user has set. */
    private void requireEnds(long cutNs) {
        for (ChildJvm each : processes) {
            String answer = each.answer(TIMEOUT_SECONDS);
            Matcher end = END.matcher(answer);
            assertThat(end.matches()).as(answer).isTrue();
            for (int group = 1; group <= 2; group++) {
                long millis = TimeUnit.NANOSECONDS.toMillis(Long.parseLong(end.group(group)) - cutNs);
                System.out.println("ended after " + millis + " ms");
                assertThat(millis).isBetween(DEAD_PEER_MILLIS / 2, 2 * DEAD_PEER_MILLIS * 11 / 10);
            }
        }
    }

    private void endWhatCannotGoOn(Runnable cut) {
        meet();
        both("flow", "flow", "flowing");

        cut.run();
        requireEnds(System.nanoTime());

        hosts.heal();
        connect();
        exchange(FEW);
        close();
    }

    @WholeBuild
    @ParameterizedTest
    @ValueSource(strings = {FRAMES, LONG})
    void endInTimeWhatIsCutBothWaysThoughTheRestComes(String match) {
        endWhatCannotGoOn(() -> hosts.cut(match));
    }

    @WholeBuild
    @ParameterizedTest
    @ValueSource(strings = {"", FRAMES})
    void endInTimeOnBothSidesWhatIsCutInOneDirection(String match) {
        endWhatCannotGoOn(() -> hosts.cutTo(random.nextBoolean() ? hosts.one() : hosts.two(), match));
    }

    @WholeBuild
    @Test
    void goOnWhileFramesComeThoughNoControlDatagramDoes() {
        meet();
        both("flow", "flow", "flowing");

        hosts.cut(CONTROL);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3 * DEAD_PEER_MILLIS));

        hosts.cut();
        requireEnds(System.nanoTime()); // and not before
        close();
    }

    @WholeBuild
    @Test
    void loseNothingInCutsThatAreShorterThanTheTimeOut() {
        meet();
        for (int moment = 0; moment < MOMENTS; moment++) {
            connect(); // of which each has one exchange
            String order = "exchange " + FEW + ' ' + FEW;
            one().tell(order);
            two().tell(order);
            String match = List.of("", CONTROL, FRAMES, LONG).get(random.nextInt(4));
            hosts.cut(match);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(DEAD_PEER_MILLIS * 3 / 4)));
            hosts.heal();

            assertThat(one().answer(TIMEOUT_SECONDS)).as("cut %s", match).startsWith("done in ");
            assertThat(two().answer(TIMEOUT_SECONDS)).as("cut %s", match).startsWith("done in ");
        }
        close();
    }

    @Test
    void meetWithShorterDatagramsWhereLongOnesAreLost() {
        hosts.cut("udp length > 1450");

        meet();

        exchange(FEW);
        one().tell("explain");
        assertThat(one().answer(TIMEOUT_SECONDS)).contains("datagrams have 1408 bytes");
        close();
    }

    @WholeBuild
    @Test
    void serveOthersWhileTheSystemRefusesToSendToOne() {
        hosts.addAddress(hosts.two(), "192.0.2.12");
        startBoth();
        ChildJvm third = hosts.start(
                hosts.two(),
                HostMain.class,
                List.of("-Doriel.medium=UDP", "-Doriel.timeouts.deadPeer=" + DEAD_PEER_MILLIS),
                List.of("192.0.2.12"));
        two().tell("listen");
        listener = two().answer(TIMEOUT_SECONDS);
        third.tell("listen");
        String refused = third.answer(TIMEOUT_SECONDS);
        one().tell("connect-aside " + refused);
        third.tell("accept-idle");
        assertThat(one().answer(TIMEOUT_SECONDS)).isEqualTo("connected");
        assertThat(third.answer(TIMEOUT_SECONDS)).isEqualTo("connected");
        both("connect " + listener, "accept", "connected");

        TwoHosts.refuse(hosts.one(), "192.0.2.12");
        one().tell("send-aside");
        assertThat(one().answer(TIMEOUT_SECONDS)).isEqualTo("posted");
        exchange(FEW);

        one().tell("end-aside");
        assertThat(one().answer(TIMEOUT_SECONDS)).isEqualTo("IO_TIMEOUT");
        both("connect " + listener, "accept", "connected");
        exchange(FEW);
        close();
        third.tell("close");
        assertThat(third.answer(TIMEOUT_SECONDS)).isEqualTo("closed");
    }
}
