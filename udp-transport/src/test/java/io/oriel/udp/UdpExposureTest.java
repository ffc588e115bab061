// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Listener;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.udp.datagram.Announcement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of listeners that other hosts can reach. */
class UdpExposureTest {
    private static InetSocketAddress listen(UdpPair.Side side, InetAddress address) {
        try (Listener listener = side.adapter.createListener()) {
            listener.bind(new InetSocketAddress(address, 0));
            listener.listen(1);
            return listener.localAddress();
        }
    }

    private static InetAddress wildcard() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[4]);
    }

    @Test
    void isWarnedOnceByEachProviderOfAWildcardListener() throws UnknownHostException {
        try (UdpPair pair = UdpPair.open(config -> config)) {
            InetSocketAddress address = listen(pair.one, wildcard());
            listen(pair.one, wildcard());

            assertThat(pair.log.warnings).hasSize(1);
            assertThat(pair.log.warnings.get(0))
                    .startsWith("WARNING listening at " + address.getAddress().getHostAddress())
                    .contains("port " + address.getPort(), "neither authenticated nor encrypted")
                    .contains("VLAN", "nftables", "WireGuard", "IPsec");

            listen(pair.two, wildcard());
            assertThat(pair.log.warnings).hasSize(2);
        }
    }

    @Test
    void isWarnedOfAListenerAtAnInterface() {
        List<InetAddress> others = LocalAddresses.list().stream()
                .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
                .toList();
        assumeTrue(!others.isEmpty(), "no interface but loopback");
        try (UdpPair pair = UdpPair.open(config -> config, others.get(0), Announcement.TRUE)) {
            listen(pair.one, others.get(0));

            assertThat(pair.log.warnings).hasSize(1);
            assertThat(pair.log.warnings.get(0)).contains(others.get(0).getHostAddress());
        }
    }

    @Test
    void isNotSaidOfLoopback() {
        try (UdpPair pair = UdpPair.open(config -> config).connect()) {
            assertThat(pair.two.endpoint.isConnected()).isTrue();
            assertThat(pair.log.warnings).isEmpty();
        }
    }
}
