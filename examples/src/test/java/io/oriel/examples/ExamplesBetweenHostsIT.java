// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.GreetingClient;
import com.example.GreetingServer;
import io.oriel.examples.gateway.OrderGateway;
import io.oriel.examples.handover.WindowHandover;
import io.oriel.examples.heat.HeatPlate;
import io.oriel.examples.keyvalue.KeyValue;
import io.oriel.examples.marketdata.MarketData;
import io.oriel.examples.pingpong.PingPong;
import io.oriel.examples.polling.MemoryPingPong;
import io.oriel.examples.ring.RemoteRing;
import io.oriel.testing.hosts.Host;
import io.oriel.testing.hosts.TwoHosts;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each example with its sides on two hosts, as the README has it. */
@Timeout(4 * ExamplesBetweenHostsIT.PATIENCE_SECONDS)
class ExamplesBetweenHostsIT {
    static final long PATIENCE_SECONDS = 60;
    private static final int RANKS = 4;
    /** What stays where a host has shared memory. */
    private static final String LOCK = "lock";

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /** Returns what both sides print. */
    private List<String> run(Class<?> example, String listener) {
        ChildJvm one = start(hosts.one(), example, "--listen", listener);
        assertThat(one.answer(PATIENCE_SECONDS)).startsWith("listening on ").contains(":7000, --wait ");
        ChildJvm two = start(hosts.two(), example, "--connect", listener);
        List<String> lines = new ArrayList<>(two.awaitSuccess(PATIENCE_SECONDS));
        lines.addAll(one.awaitSuccess(PATIENCE_SECONDS));
        assertThat(TwoHosts.remains(hosts.one())).isEmpty();
        assertThat(TwoHosts.remains(hosts.two())).isEmpty();
        return lines;
    }

    private ChildJvm start(Host host, Class<?> example, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--transport", "udp", "--seconds", "2"));
        arguments.addAll(List.of(options));
        return hosts.start(host, example, List.of(), arguments);
    }

    private String ipv4() {
        return hosts.one().ipv4() + ":7000";
    }

    @WholeBuild
    @Test
    void pingPongPlaysAllItsRounds() {
        ExpectedOutput.ofPingPong(run(PingPong.class, ipv4()));
    }

    @WholeBuild
    @Test
    void pingPongPlaysAllItsRoundsOverIpv6() {
        assumeTrue(TwoHosts.hasIpv6(), "no IPv6 here");
        ExpectedOutput.ofPingPong(run(PingPong.class, "[" + hosts.one().ipv6() + "]:7000"));
    }

    @WholeBuild
    @Test
    void memoryPingPongPlaysAllItsRounds() {
        ExpectedOutput.ofMemoryPingPong(run(MemoryPingPong.class, ipv4()));
    }

    @WholeBuild
    @Test
    void heatSpreadsAmongRanksOfBothHosts() {
        List<ChildJvm> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            Map<String, String> variables = Map.of(
                    "ORIEL_RANK", Integer.toString(rank),
                    "ORIEL_SIZE", Integer.toString(RANKS),
                    "ORIEL_ROOT", ipv4());
            Host host = rank % 2 == 0 ? hosts.one() : hosts.two();
            ranks.add(hosts.start(host, HeatPlate.class, List.of(), List.of("40", "50"), variables));
        }

        assertThat(ranks.get(0).awaitSuccess(PATIENCE_SECONDS))
                .contains("the same as alone")
                .anyMatch(line -> line.contains(RANKS + " ranks"));
        for (ChildJvm rank : ranks.subList(1, RANKS)) {
            assertThat(rank.awaitSuccess(PATIENCE_SECONDS)).isEmpty();
        }
        assertThat(TwoHosts.remains(hosts.one())).isSubsetOf(LOCK);
        assertThat(TwoHosts.remains(hosts.two())).isSubsetOf(LOCK);
    }

    @WholeBuild
    @Test
    void keyValueLooksUpInBothWaysUntilItIsEvicted() {
        ExpectedOutput.ofKeyValue(run(KeyValue.class, ipv4()));
    }

    @WholeBuild
    @Test
    void orderGatewayTakesOrdersOfAMemberOnAnotherHost() {
        String engine = hosts.one().ipv4() + ":7000";
        String gateway = hosts.one().ipv4() + ":7001";
        ChildJvm one = start(hosts.one(), OrderGateway.class, "--listen", engine, "--wait", "sleep", "--attended");
        assertThat(one.answer(PATIENCE_SECONDS)).startsWith("listening on ");
        ChildJvm two = start(
                hosts.one(),
                OrderGateway.class,
                "--listen",
                gateway,
                "--engine",
                engine,
                "--wait",
                "sleep",
                "--attended");
        assertThat(two.answer(PATIENCE_SECONDS)).startsWith("listening on ");

        ChildJvm member = start(hosts.two(), OrderGateway.class, "--connect", gateway, "--wait", "sleep");

        ExpectedOutput.ofOrderGateway(member.awaitSuccess(PATIENCE_SECONDS), 1);
        for (ChildJvm server : List.of(two, one)) {
            server.endInput();
            var unused = server.awaitSuccess(PATIENCE_SECONDS);
        }
        assertThat(TwoHosts.remains(hosts.one())).isEmpty();
    }

    @WholeBuild
    @Test
    void marketDataReachesAReaderOnAnotherHost() {
        ChildJvm one = start(hosts.one(), MarketData.class, "--listen", ipv4(), "--readers", "1");
        assertThat(one.answer(PATIENCE_SECONDS)).startsWith("listening on ");
        ChildJvm two = start(hosts.two(), MarketData.class, "--connect", ipv4());

        assertThat(two.awaitSuccess(PATIENCE_SECONDS)).anyMatch(line -> line.matches("reader: \\d+ entries, .*"));
        assertThat(one.awaitSuccess(PATIENCE_SECONDS))
                .contains("writer: 100000 entries in 2 s for 1 readers, of which 1 are still there");
    }

    @Test
    void greetingsOfTheGettingStartedPageGoFromHostToHost() {
        List<String> arguments = List.of(hosts.one().ipv4(), "7000");
        ChildJvm server = hosts.start(hosts.one(), GreetingServer.class, List.of(), arguments);
        assertThat(server.answer(PATIENCE_SECONDS)).isEqualTo("listening on /" + ipv4());

        ChildJvm client = hosts.start(hosts.two(), GreetingClient.class, List.of(), arguments);

        assertThat(client.answer(PATIENCE_SECONDS)).startsWith("connected: /" + ipv4() + ": UDP: ");
        assertThat(client.answer(PATIENCE_SECONDS)).matches("\\d+: hello, number \\d+");
    }

    @WholeBuild
    @Test
    void remoteRingLosesNoRecord() {
        ExpectedOutput.ofRemoteRing(run(RemoteRing.class, ipv4()));
    }

    @WholeBuild
    @Test
    void windowHandoverShowsTheLifeOfAWindow() {
        ExpectedOutput.ofWindowHandover(run(WindowHandover.class, ipv4()));
    }
}
