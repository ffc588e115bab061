// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ListenerSockets;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where adapters are. */
class UdpAddressTest {
    private static void sendOne(UdpPair pair) {
        posted(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, 8)));
        posted(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, 8), 0));
        assertThat(pair.two.nextSuccess().bytesTransferred()).isEqualTo(8);
        pair.one.nextSuccess();
    }

    @Test
    void meetOverIpv6() throws Exception {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        assumeTrue(LocalAddresses.list().stream().anyMatch(Inet6Address.class::isInstance), "no IPv6 here");
        try (UdpPair pair =
                UdpPair.open(config -> config, loopback, Announcement.TRUE).connect()) {
            sendOne(pair);
        }
    }

    @Test
    void meetAtAnotherInterface() {
        List<InetAddress> others = LocalAddresses.list().stream()
                .filter(each -> !each.isLoopbackAddress() && !(each instanceof Inet6Address))
                .toList();
        assumeTrue(!others.isEmpty(), "no interface but loopback");
        try (UdpPair pair =
                UdpPair.open(config -> config, others.get(0), Announcement.TRUE).connect()) {
            sendOne(pair);
        }
    }

    @Test
    void takePortsOfTheRange() {
        int first = 42_000 + SeededRandom.create(UdpAddressTest.class).nextInt(20) * 100;
        List<InetSocketAddress> announced = new CopyOnWriteArrayList<>();
        Announcement announcement = new Announcement() {
            @Override
            public InetSocketAddress control(InetSocketAddress own) {
                announced.add(own);
                return own;
            }

            @Override
            public InetSocketAddress data(InetSocketAddress own) {
                announced.add(own);
                return own;
            }
        };
        try (UdpPair pair = UdpPair.open(
                        config -> config.withUdp(config.udp().withPorts(first, first + 19)),
                        InetAddress.getLoopbackAddress(),
                        announcement)
                .connect()) {
            sendOne(pair);
        }
        assertThat(announced)
                .hasSize(4)
                .allSatisfy(address -> assertThat(address.getPort()).isBetween(first, first + 19));
    }

    @Test
    void cannotBeMoreThanThereArePorts() {
        int first = 44_000 + SeededRandom.create(UdpAddressTest.class).nextInt(20) * 100;

        assertThatThrownBy(() ->
                        UdpPair.open(config -> config.withUdp(config.udp().withPorts(first, first + 2))))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.TOO_MANY_ADDRESSES));
    }

    @Test
    void areOfAnInterface() throws Exception {
        InetAddress nowhere = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});

        assertThatThrownBy(() -> UdpPair.open(config -> config, nowhere, Announcement.TRUE))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INVALID_ADDRESS))
                .hasMessageContaining("no interface of this host has the address 127.0.0.2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40_000})
    void areNotTakenForInUseIfTheyAreElsewhere(int port) throws Exception {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 7});

        try (SelectorLoop loop = SelectorLoop.start(error -> {})) {
            assertThatThrownBy(() -> new ListenerSockets(loop).bind(new InetSocketAddress(elsewhere, port)))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INVALID_ADDRESS))
                    .hasMessageContaining("no socket can have the address 203.0.113.7");
        }
    }

    @Test
    void listenAtAllOfTheHostsAddresses() throws Exception {
        try (UdpPair pair = UdpPair.open(config -> config);
                Listener listener = pair.two.adapter.createListener()) {
            listener.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0));
            listener.listen(1);
            var request = listener.getConnectionRequest(pair.two.connector);
            int port = listener.localAddress().getPort();
            var connected =
                    pair.one.connector.connect(pair.one.endpoint, new InetSocketAddress(pair.one.address, port));
            UdpPair.get(request);
            var accepted = pair.two.connector.accept(pair.two.endpoint);
            UdpPair.get(connected);
            UdpPair.get(pair.one.connector.completeConnect());
            UdpPair.get(accepted);
            sendOne(pair);
        }
    }
}
