// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.hosts.Host;
import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a test asks of a process on each of two hosts. */
final class Conversation {
    static final long PATIENCE_SECONDS = 1_000;

    /** Longer than the default: on a busy machine a tenth of it is to be longer than anything that a process waits for. */
    private static final long DEAD_PEER_MILLIS = Long.getLong("oriel.test.deadPeerMillis", 4_000);

    private static final int WORTH_TELLING = 1_000;
    private static final Pattern END = Pattern.compile(
            "ended lastNs=(-?\\d+) notifiedNs=(-?\\d+) silentNs=(-?\\d+) initiator=(\\S+) receives=(\\S+)");
    private static final String CONNECTED = "connected";

    private final TwoHosts hosts;
    private final List<String> flags;

    /** Creates one whose processes have more flags. */
    Conversation(TwoHosts hosts, List<String> flags) {
        this.hosts = hosts;
        this.flags = flags;
    }

    ChildJvm start(Host host, String address, String... properties) {
        List<String> all =
                new ArrayList<>(List.of("-Doriel.medium=UDP", "-Doriel.timeouts.deadPeer=" + DEAD_PEER_MILLIS));
        all.addAll(flags);
        all.addAll(List.of(properties));
        return hosts.start(host, HostMain.class, all, List.of(address));
    }

    String ask(ChildJvm process, String order) {
        process.tell(order);
        return process.answer(PATIENCE_SECONDS);
    }

    /** Has one accept and two connect. */
    void connect(ChildJvm one, ChildJvm two, String listener) {
        one.tell("accept");
        two.tell("connect " + listener);
        assertThat(one.answer(PATIENCE_SECONDS)).isEqualTo(CONNECTED);
        assertThat(two.answer(PATIENCE_SECONDS)).isEqualTo(CONNECTED);
    }

    void exchange(ChildJvm one, ChildJvm two, int messages, int writes) {
        String order = "exchange " + messages + ' ' + writes;
        one.tell(order);
        two.tell(order);
        for (ChildJvm each : List.of(one, two)) {
            String answer = each.answer(PATIENCE_SECONDS);
            assertThat(answer).startsWith("done in ");
            if (messages >= WORTH_TELLING) {
                System.out.println(answer);
            }
        }
    }

    void disconnect(ChildJvm one, ChildJvm two) {
        assertThat(ask(one, "begin-notify")).isEqualTo("begun");
        assertThat(ask(two, "disconnect")).isEqualTo("disconnected");
        assertThat(ask(one, "notified")).isEqualTo("disconnected");
    }

    void close(ChildJvm one, ChildJvm two) {
        one.tell("close");
        two.tell("close");
        assertThat(one.awaitSuccess(PATIENCE_SECONDS)).containsExactly("closed");
        assertThat(two.awaitSuccess(PATIENCE_SECONDS)).containsExactly("closed");
        assertThat(TwoHosts.remains(hosts.one())).isEmpty();
        assertThat(TwoHosts.remains(hosts.two())).isEmpty();
    }

    /** Meets, talks, parts and closes, all of it on a network that loses. */
    void loseNothing(int percent, List<String> addresses, int messages, int writes) {
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

    /** Has two keep their directions full until they have noticed that the network is cut, and meet again when it is healed. */
    void noticeACutAndMeetAgain(int messages, int writes) {
        ChildJvm one = start(hosts.one(), hosts.one().ipv4());
        ChildJvm two = start(hosts.two(), hosts.two().ipv4());
        String listener = ask(one, "listen");
        connect(one, two, listener);
        endInTimeByACut(one, two);
        hosts.heal();
        connect(one, two, listener);
        exchange(one, two, messages, writes);
        close(one, two);
    }

    private void endInTimeByACut(ChildJvm one, ChildJvm two) {
        one.tell("flow");
        two.tell("flow");
        assertThat(one.answer(PATIENCE_SECONDS)).isEqualTo("flowing");
        assertThat(two.answer(PATIENCE_SECONDS)).isEqualTo("flowing");

        long beforeNs = System.nanoTime();
        hosts.cut();
        long cutNs = System.nanoTime();

        requireEndInTime(one.answer(PATIENCE_SECONDS), beforeNs, cutNs);
        requireEndInTime(two.answer(PATIENCE_SECONDS), beforeNs, cutNs);
    }

    /**
     * The processes do not know of the cut, and the clock of a machine is the same in all of its processes. This is the one
     * place where a maximum is asserted: the time-out is what a user has set.
     */
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
