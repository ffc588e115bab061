// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class CookiesTest {
    private static final long KEY = 4711;
    private static final InetSocketAddress SOURCE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);

    private long nowNs = -5;
    private final Cookies cookies = new Cookies(() -> nowNs);

    @Test
    void areGoodForTheirHelloAlone() {
        long cookie = cookies.of(SOURCE, KEY);

        assertThat(cookies.isGood(cookie, SOURCE, KEY)).isTrue();
        assertThat(cookies.isGood(cookie + 1, SOURCE, KEY)).isFalse();
        assertThat(cookies.isGood(cookie, SOURCE, KEY + 1)).isFalse();
        assertThat(cookies.isGood(cookie, new InetSocketAddress(SOURCE.getAddress(), 8), KEY))
                .isFalse();
        assertThat(cookies.isGood(Cookies.NONE, SOURCE, KEY)).isFalse();
    }

    @Test
    void areGoodForAPeriodAtLeastAndForTwoAtMost() {
        long cookie = cookies.of(SOURCE, KEY);

        nowNs += Cookies.PERIOD_NS;
        assertThat(cookies.isGood(cookie, SOURCE, KEY)).isTrue();

        nowNs += Cookies.PERIOD_NS;
        assertThat(cookies.isGood(cookie, SOURCE, KEY)).isFalse();
    }

    @Test
    void areOfNoUseAtAnotherListener() {
        assertThat(new Cookies(() -> nowNs).isGood(cookies.of(SOURCE, KEY), SOURCE, KEY))
                .isFalse();
    }
}
