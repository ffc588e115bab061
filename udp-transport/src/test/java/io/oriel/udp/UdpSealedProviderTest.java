// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.seal.WrongCipher.WrongProvider;
import java.net.InetAddress;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sealing by a security provider that is named. */
@Timeout(60)
class UdpSealedProviderTest {
    private static final String NAME = "OrielTest";
    private static final int WRONG_LENGTH = 1000;
    private static final String FILE = "keys";

    private final TestKeys keys = new TestKeys();

    @BeforeEach
    void makeKeys() {
        keys.make(FILE, TestKeys.draw("key"));
    }

    @AfterEach
    void remove() {
        Security.removeProvider(NAME);
        keys.close();
    }

    private UdpPair open(String provider) {
        UnaryOperator<OrielConfig> named = config -> keys.sealBy(config, FILE, provider);
        UnaryOperator<OrielConfig> sealed = config -> keys.seal(config, FILE);
        return UdpPair.open(List.of(named, sealed), InetAddress.getLoopbackAddress(), Announcement.TRUE);
    }

    private static void add(Provider provider) {
        assertThat(Security.addProvider(provider)).isPositive();
    }

    @Test
    void meetsASideWithTheJdksOwn() {
        AtomicInteger calls = new AtomicInteger();
        add(new WrongProvider(NAME, WRONG_LENGTH, () -> calls.incrementAndGet() < 0));
        try (UdpPair pair = open(NAME)) {
            int tried = calls.get();
            assertThat(tried).isPositive();

            pair.connect();
            pair.exchange();

            assertThat(calls).hasValueGreaterThan(tried);
        }
    }

    @Test
    void isRefusedWhereItsCipherIsWrong() {
        add(new WrongProvider(NAME, WRONG_LENGTH, () -> true));

        assertRefused(NAME, "AES-GCM of " + NAME + " in this JDK", "is wrong: datagrams of 1000 bytes");
    }

    @Test
    void isRefusedWhereThereIsNone() {
        assertRefused(
                NAME,
                "the property oriel.udp.cipherProvider must name a security provider with AES/GCM/NoPadding, was "
                        + NAME,
                "here are: ",
                "SunJCE");
    }

    @Test
    void isRefusedWhereItHasNoSuchCipher() {
        assertRefused("SUN", "AES/GCM/NoPadding, was SUN; here are: ");
    }

    private void assertRefused(String provider, CharSequence... texts) {
        assertThatExceptionOfType(NdException.class)
                .isThrownBy(() -> open(provider).close())
                .matches(e -> e.status() == NdStatus.NOT_SUPPORTED)
                .extracting(Throwable::getMessage)
                .asString()
                .contains(texts);
    }
}
