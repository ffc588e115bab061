// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two hosts with a process and a media driver each, and between them a network that loses datagrams at random, or is cut.
 *
 * <p>The properties {@code oriel.test.hostMessages} and {@code oriel.test.hostWrites} say how much goes in each direction,
 * {@code oriel.test.hostMeetings} how often they meet, {@code oriel.test.deadPeerMillis} how long a cut goes unnoticed.
 */
@Timeout(TwoHostsIT.TIMEOUT_SECONDS)
class TwoHostsIT {
    static final long TIMEOUT_SECONDS = Conversation.PATIENCE_SECONDS;
    private static final int MESSAGES = Integer.getInteger("oriel.test.hostMessages", 10_000);
    private static final int WRITES = Integer.getInteger("oriel.test.hostWrites", 1_000);
    private static final int FEW = 1_000;
    private static final int MEETINGS = Integer.getInteger("oriel.test.hostMeetings", 4);

    private static final String INNER = "10.20.30.40";

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    private final Conversation talk = new Conversation(hosts, List.of());

    private static IntStream percents() {
        return WholeBuild.RUNS ? IntStream.of(1, 5) : IntStream.of(5);
    }

    @ParameterizedTest
    @MethodSource("percents")
    void loseNothingThatTheNetworkLoses(int percent) {
        talk.loseNothing(percent, List.of(hosts.one().ipv4(), hosts.two().ipv4()), MESSAGES, WRITES);
    }

    @WholeBuild
    @Test
    void loseNothingOverIpv6() {
        assumeTrue(TwoHosts.hasIpv6(), "no IPv6 here");
        talk.loseNothing(5, List.of(hosts.one().ipv6(), hosts.two().ipv6()), MESSAGES / 10, WRITES / 10);
    }

    @WholeBuild
    @Test
    void loseNothingBetweenAddressesOfOneLink() {
        assumeTrue(TwoHosts.hasIpv6(), "no IPv6 here");
        talk.loseNothing(5, List.of(hosts.one().onLink(), hosts.two().onLink()), FEW, FEW / 10);
    }

    @WholeBuild
    @Test
    void meetAgainAndAgain() {
        hosts.lose(10);
        String lonely = "-Doriel.timeouts.linkLinger=0"; // each connection needs a link of its own
        ChildJvm one = talk.start(hosts.one(), hosts.one().ipv4(), lonely);
        ChildJvm two = talk.start(hosts.two(), hosts.two().ipv4(), lonely);
        String listener = talk.ask(one, "listen");

        for (int meeting = 0; meeting < MEETINGS; meeting++) {
            talk.connect(one, two, listener);
            talk.exchange(one, two, 20, 10);
            talk.disconnect(one, two);
        }
        talk.close(one, two);
    }

    @Test
    void meetBothWaysWhereAddressesAreTranslatedAndAdvertised() {
        hosts.translate(INNER);
        ChildJvm one = talk.start(
                hosts.one(),
                INNER,
                "-Doriel.udp.advertisedAddress=" + hosts.one().ipv4());
        ChildJvm two = talk.start(hosts.two(), hosts.two().ipv4());
        String inner = talk.ask(one, "listen");
        String outer = talk.ask(two, "listen");

        talk.connect(one, two, inner.replace(INNER, hosts.one().ipv4()));
        talk.exchange(one, two, FEW, FEW);
        talk.disconnect(one, two);
        talk.connect(two, one, outer);
        talk.exchange(one, two, FEW, FEW);
        talk.disconnect(two, one);
        talk.close(one, two);
    }

    @WholeBuild
    @Test
    void saysAtTheDiallerWhereAddressesAreTranslated() {
        hosts.translate(INNER);
        ChildJvm one = talk.start(hosts.one(), INNER);
        ChildJvm two = talk.start(hosts.two(), hosts.two().ipv4());
        String inner = talk.ask(one, "listen");
        String outer = talk.ask(two, "listen");

        assertThat(talk.ask(one, "connect " + outer))
                .contains("is to be answered at " + INNER)
                .contains("came from " + hosts.one().ipv4())
                .contains("oriel.udp.advertisedAddress of the dialler");
        assertThat(talk.ask(two, "connect " + inner.replace(INNER, hosts.one().ipv4())))
                .contains("the listener at " + INNER)
                .contains("dialled as " + hosts.one().ipv4())
                .contains("oriel.udp.advertisedAddress of the listener");
        talk.close(one, two);
    }

    @Test
    void noticeACutInTimeAndMeetAgainWhenItIsHealed() {
        talk.noticeACutAndMeetAgain(FEW, FEW);
    }
}
