// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdException;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.udp.handshake.Curve25519;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.WatchedFile;
import io.oriel.udp.seal.Aes;
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
    private final @Nullable Aes aes;
    private final @Nullable WatchedFile<KeyRing> keys;
    private final @Nullable WatchedFile<Identities> identities;
    private final Consumer<String> warning;
    private final AtomicLong warnedNs = new AtomicLong(System.nanoTime() - WARNING_PERIOD_NS);

    private Security(UdpSecurityConfig config, Consumer<String> warning) {
        this.config = config;
        aes = config.isSealed() ? Aes.of(config.cipherProvider()) : null;
        this.warning = warning;
        Path keyFile = config.isSealed() ? config.keyFile() : null;
        Path identityFile = config.isSealed() ? config.identityFile() : null;
        keys = keyFile == null ? null : WatchedFile.open(keyFile, KeyFile::read);
        identities = identityFile == null ? null : WatchedFile.open(identityFile, Identities::read);
    }

    /**
     * Reads what there is to be read, and tries the ciphers. May block.
     *
     * @param config  of the provider
     * @param warning is told what somebody should look at
     * @return what protects its datagrams
     * @throws NdException DEVICE_NOT_READY if a file cannot be used; NOT_SUPPORTED if there is no such cipher, or it seals wrongly, or no
     *     curve to agree on keys
     */
    public static Security open(UdpConfig config, Consumer<String> warning) {
        Security security = new Security(config.security(), warning);
        if (security.isSealed()) {
            Curve25519.require();
            SelfTest.require(security.aes(), config.mtuLength());
        }
        return security;
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
        return isSealed() ? new SealedWords(this) : new PlainWords();
    }

    /** Returns the pre-shared keys that are known now. */
    KeyRing ring() {
        if (keys == null) {
            throw new IllegalStateException("nothing is sealed");
        }
        return keys.content();
    }

    /** Returns who is known now; null without identities. */
    @Nullable
    Identities identities() {
        return identities == null ? null : identities.content();
    }

    /** Returns what seals. */
    Aes aes() {
        if (aes == null) {
            throw new IllegalStateException("nothing is sealed");
        }
        return aes;
    }

    /** Returns when the keys of links change. */
    UdpSecurityConfig config() {
        return config;
    }

    /** Says why somebody with a proven address was refused, but not always. */
    void warnSeldom(String text) {
        long nowNs = System.nanoTime();
        long lastNs = warnedNs.get();
        if (nowNs - lastNs >= WARNING_PERIOD_NS && warnedNs.compareAndSet(lastNs, nowNs)) {
            warning.accept(text);
        }
    }

    /**
     * Looks whether the files have changed. May block.
     *
     * @return true if others are known now
     */
    public boolean refresh() {
        boolean areOthers = keys != null && keys.refresh(warning);
        return (identities != null && identities.refresh(warning)) || areOthers;
    }

    /**
     * Tells whether the key with which a link was made is still known, and the peer.
     *
     * @param link null if it is not sealed
     * @return false if one was taken away
     */
    public boolean knows(@Nullable LinkKeys link) {
        if (link == null) {
            return true;
        }
        PresharedKey key = ring().find(link.key().text());
        Identities known = identities();
        return key != null && key.name().equals(link.key()) && (known == null || known.knows(link.peer()));
    }
}
