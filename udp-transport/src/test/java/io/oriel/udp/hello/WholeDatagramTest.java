// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeDatagramTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 65536, 8928, 8928",
        "127.0.0.1, 65536, 65504, 65504",
        "192.0.2.1, 9000, 8928, 8928",
        "192.0.2.1, 1500, 8928, 1472",
        "192.0.2.1, 1500, 1408, 1408",
        "192.0.2.1, 1450, 8928, 1408",
        "192.0.2.1, 0, 8928, 1472",
        "192.0.2.1, 576, 8928, 1024",
        "2001:db8::1, 1500, 8928, 1440",
        "2001:db8::1, 1280, 8928, 1216",
    })
    void isAsLongAsItsInterfaceCarriesButNotLongerThanWanted(String address, int packetLength, int wanted, int expected)
            throws UnknownHostException {
        assertThat(WholeDatagram.length(InetAddress.getByName(address), packetLength, wanted))
                .isEqualTo(expected);
    }
}
