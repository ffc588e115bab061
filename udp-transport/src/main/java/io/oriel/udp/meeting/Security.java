// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdException;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.udp.keys.Keys;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealLayout;
import io.oriel.udp.seal.SelfTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What protects the datagrams of a provider's adapters. */
public final class Security {
    /** So seldom a warning is repeated: others decide how often there is a reason. */
    private static final long WARNING_PERIOD_NS = Duration.ofSeconds(10).toNanos();

    private final UdpSecurityConfig config;
    private final @Nullable Keys keys;
    private final Consumer<String> warning;
    private final AtomicLong warnedNs = new AtomicLong(System.nanoTime() - WARNING_PERIOD_NS);

    private Security(UdpSecurityConfig config, @Nullable Keys keys, Consumer<String> warning) {
        this.config = config;
        this.keys = keys;
        this.warning = warning;
    }

    /**
     * Reads what there is to be read, and tries the JDK's ciphers. May block.
     *
     * @param config  of the provider
     * @param warning is told what somebody should look at
     * @return what protects its datagrams
     * @throws NdException DEVICE_NOT_READY if the key file cannot be used; NOT_SUPPORTED if this JDK seals wrongly
     */
    public static Security open(UdpConfig config, Consumer<String> warning) {
        Path file = config.security().keyFile();
        if (!config.security().isSealed() || file == null) {
            return new Security(config.security(), null, warning);
        }
        Keys keys = Keys.open(file);
        SelfTest.require(config.mtuLength());
        return new Security(config.security(), keys, warning);
    }

    /** Tells whether datagrams are sealed. */
    public boolean isSealed() {
        return keys != null;
    }

    /** Returns by how many bytes a datagram grows. */
    public int overhead() {
        return isSealed() ? SealLayout.OVERHEAD : 0;
    }

    /**
     * Returns how an adapter's dials and listeners speak.
     *
     * @return for one adapter
     */
    public Words words() {
        Keys known = keys;
        return known == null
                ? new PlainWords()
                : new SealedWords(
                        known::ring,
                        new SealedWords.Rekeying(
                                config.rekeyDatagrams(), config.rekeyInterval().toNanos()),
                        this::warnSeldom);
    }

    private void warnSeldom(String text) {
        long nowNs = System.nanoTime();
        long lastNs = warnedNs.get();
        if (nowNs - lastNs >= WARNING_PERIOD_NS && warnedNs.compareAndSet(lastNs, nowNs)) {
            warning.accept(text);
        }
    }

    /**
     * Looks whether the key file has changed. May block.
     *
     * @return true if other keys are known now
     */
    public boolean refresh() {
        return keys != null && keys.refresh(warning);
    }

    /**
     * Tells whether the key with which a link was made is still known.
     *
     * @param link null if it is not sealed
     * @return false if it was taken away
     */
    public boolean knows(@Nullable LinkKeys link) {
        return keys == null || link == null || keys.ring().find(link.keyId()) != null;
    }
}
