// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.hosts.Host;
import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two hosts with a process and a media driver each, and between them a network that loses datagrams at random, or is cut.
 *
 * <p>The properties {@code oriel.test.hostMessages} and {@code oriel.test.hostWrites} say how much goes in each direction,
 * {@code oriel.test.hostMeetings} how often they meet, {@code oriel.test.deadPeerMillis} how long a cut goes unnoticed.
 */
@Timeout(TwoHostsIT.TIMEOUT_SECONDS)
class TwoHostsIT {
    static final long TIMEOUT_SECONDS = 1_000;
    private static final int MESSAGES = Integer.getInteger("oriel.test.hostMessages", 10_000);
    private static final int WRITES = Integer.getInteger("oriel.test.hostWrites", 1_000);
    private static final int FEW = 1_000;
    private static final int MEETINGS = Integer.getInteger("oriel.test.hostMeetings", 4);

    /** Longer than the default: on a busy machine a tenth of it is to be longer than anything that a process waits for. */
    private static final long DEAD_PEER_MILLIS = Long.getLong("oriel.test.deadPeerMillis", 4_000);

    private static final Pattern END = Pattern.compile(
            "ended lastNs=(-?\\d+) notifiedNs=(-?\\d+) silentNs=(-?\\d+) initiator=(\\S+) receives=(\\S+)");
    private static final String CONNECTED = "connected";
    private static final String INNER = "10.20.30.40";

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    private ChildJvm start(Host host, String address, String... properties) {
        List<String> flags =
                new ArrayList<>(List.of("-Doriel.medium=UDP", "-Doriel.timeouts.deadPeer=" + DEAD_PEER_MILLIS));
        flags.addAll(List.of(properties));
        return hosts.start(host, HostMain.class, flags, List.of(address));
    }

    private static String ask(ChildJvm process, String order) {
        process.tell(order);
        return process.answer(TIMEOUT_SECONDS);
    }

    /** Has one accept and two connect. */
    private static void connect(ChildJvm one, ChildJvm two, String listener) {
        one.tell("accept");
        two.tell("connect " + listener);
        assertThat(one.answer(TIMEOUT_SECONDS)).isEqualTo(CONNECTED);
        assertThat(two.answer(TIMEOUT_SECONDS)).isEqualTo(CONNECTED);
    }

    private static void exchange(ChildJvm one, ChildJvm two, int messages, int writes) {
        String order = "exchange " + messages + ' ' + writes;
        one.tell(order);
        two.tell(order);
        for (ChildJvm each : List.of(one, two)) {
            String answer = each.answer(TIMEOUT_SECONDS);
            assertThat(answer).startsWith("done in ");
            if (messages >= FEW) {
                System.out.println(answer);
            }
        }
    }

    private static void disconnect(ChildJvm one, ChildJvm two) {
        assertThat(ask(one, "begin-notify")).isEqualTo("begun");
        assertThat(ask(two, "disconnect")).isEqualTo("disconnected");
        assertThat(ask(one, "notified")).isEqualTo("disconnected");
    }

    private void close(ChildJvm one, ChildJvm two) {
        one.tell("close");
        two.tell("close");
        assertThat(one.awaitSuccess(TIMEOUT_SECONDS)).containsExactly("closed");
        assertThat(two.awaitSuccess(TIMEOUT_SECONDS)).containsExactly("closed");
        assertThat(TwoHosts.remains(hosts.one())).isEmpty();
        assertThat(TwoHosts.remains(hosts.two())).isEmpty();
    }

    /** Meets, talks, parts and closes, all of it on a network that loses. */
    private void loseNothing(int percent, List<String> addresses, int messages, int writes) {
        hosts.lose(percent);
        ChildJvm one = start(hosts.one(), addresses.get(0));
        ChildJvm two = start(hosts.two(), addresses.get(1));
        connect(one, two, ask(one, "listen"));

        exchange(one, two, messages, writes);

        disconnect(one, two);
        long atOne = hosts.dropped(hosts.one());
        long atTwo = hosts.dropped(hosts.two());
        System.out.println(percent + " %: " + atOne + " and " + atTwo + " datagrams were dropped");
        assertThat(atOne).isPositive();
        assertThat(atTwo).isPositive();
        close(one, two);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void loseNothingThatTheNetworkLoses(int percent) {
        loseNothing(percent, List.of(hosts.one().ipv4(), hosts.two().ipv4()), MESSAGES, WRITES);
    }

    @WholeBuild
    @Test
    void loseNothingOverIpv6() {
        assumeTrue(TwoHosts.hasIpv6(), "no IPv6 here");
        loseNothing(5, List.of(hosts.one().ipv6(), hosts.two().ipv6()), MESSAGES / 10, WRITES / 10);
    }

    @WholeBuild
    @Test
    void loseNothingBetweenAddressesOfOneLink() {
        assumeTrue(TwoHosts.hasIpv6(), "no IPv6 here");
        loseNothing(5, List.of(hosts.one().onLink(), hosts.two().onLink()), FEW, FEW / 10);
    }

    @WholeBuild
    @Test
    void meetAgainAndAgain() {
        hosts.lose(10);
        String lonely = "-Doriel.timeouts.linkLinger=0"; // each connection needs a link of its own
        ChildJvm one = start(hosts.one(), hosts.one().ipv4(), lonely);
        ChildJvm two = start(hosts.two(), hosts.two().ipv4(), lonely);
        String listener = ask(one, "listen");

        for (int meeting = 0; meeting < MEETINGS; meeting++) {
            connect(one, two, listener);
            exchange(one, two, 20, 10);
            disconnect(one, two);
        }
        close(one, two);
    }

    @Test
    void meetBothWaysWhereAddressesAreTranslatedAndAdvertised() {
        hosts.translate(INNER);
        ChildJvm one = start(
                hosts.one(),
                INNER,
                "-Doriel.udp.advertisedAddress=" + hosts.one().ipv4());
        ChildJvm two = start(hosts.two(), hosts.two().ipv4());
        String inner = ask(one, "listen");
        String outer = ask(two, "listen");

        connect(one, two, inner.replace(INNER, hosts.one().ipv4()));
        exchange(one, two, FEW, FEW);
        disconnect(one, two);
        connect(two, one, outer);
        exchange(one, two, FEW, FEW);
        disconnect(two, one);
        close(one, two);
    }

    @WholeBuild
    @Test
    void saysAtTheDiallerWhereAddressesAreTranslated() {
        hosts.translate(INNER);
        ChildJvm one = start(hosts.one(), INNER);
        ChildJvm two = start(hosts.two(), hosts.two().ipv4());
        String inner = ask(one, "listen");
        String outer = ask(two, "listen");

        assertThat(ask(one, "connect " + outer))
                .contains("is to be answered at " + INNER)
                .contains("came from " + hosts.one().ipv4())
                .contains("oriel.udp.advertisedAddress of the dialler");
        assertThat(ask(two, "connect " + inner.replace(INNER, hosts.one().ipv4())))
                .contains("the listener at " + INNER)
                .contains("dialled as " + hosts.one().ipv4())
                .contains("oriel.udp.advertisedAddress of the listener");
        close(one, two);
    }

    /**
     * The processes do not know of the cut, and the clock of a machine is the same in all of its processes. This is the one
     * place where a maximum is asserted: the time-out is what a user has set.
     */
    @Test
    void noticeACutInTimeAndMeetAgainWhenItIsHealed() {
        ChildJvm one = start(hosts.one(), hosts.one().ipv4());
        ChildJvm two = start(hosts.two(), hosts.two().ipv4());
        String listener = ask(one, "listen");
        connect(one, two, listener);
        one.tell("flow");
        two.tell("flow");
        assertThat(one.answer(TIMEOUT_SECONDS)).isEqualTo("flowing");
        assertThat(two.answer(TIMEOUT_SECONDS)).isEqualTo("flowing");

        long beforeNs = System.nanoTime();
        hosts.cut();
        long cutNs = System.nanoTime();

        requireEndInTime(one.answer(TIMEOUT_SECONDS), beforeNs, cutNs);
        requireEndInTime(two.answer(TIMEOUT_SECONDS), beforeNs, cutNs);
        hosts.heal();
        connect(one, two, listener);
        exchange(one, two, FEW, FEW);
        close(one, two);
    }

    private static void requireEndInTime(String answer, long beforeNs, long cutNs) {
        Matcher end = END.matcher(answer);
        assertThat(end.matches()).as(answer).isTrue();
        long completedMillis = TimeUnit.NANOSECONDS.toMillis(Long.parseLong(end.group(1)) - cutNs);
        long notifiedMillis = TimeUnit.NANOSECONDS.toMillis(Long.parseLong(end.group(2)) - cutNs);
        long cutMillis = TimeUnit.NANOSECONDS.toMillis(cutNs - beforeNs);
        long silentMillis = TimeUnit.NANOSECONDS.toMillis(Long.parseLong(end.group(3)));
        System.out.println("the cut took " + cutMillis + " ms; after it all had ended in " + completedMillis
                + " ms, the connection in " + notifiedMillis + " ms; " + silentMillis
                + " ms after the last message: " + answer);
        long limitMillis = DEAD_PEER_MILLIS + DEAD_PEER_MILLIS / 10;
        assertThat(completedMillis).isBetween(DEAD_PEER_MILLIS / 2, limitMillis);
        assertThat(notifiedMillis).isBetween(DEAD_PEER_MILLIS / 2, limitMillis);
        assertThat(end.group(4))
                .matches("IO_TIMEOUT_first_of_\\{(IO_TIMEOUT=1,_CANCELED=\\d+|CANCELED=\\d+,_IO_TIMEOUT=1)}");
        assertThat(end.group(5)).matches("CANCELED_first_of_\\{CANCELED=" + Traffic.DEPTH + "}");
    }
}
