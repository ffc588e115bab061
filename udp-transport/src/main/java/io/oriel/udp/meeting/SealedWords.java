// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Words that are sealed with the pre-shared keys of a ring, which may change. */
public final class SealedWords implements Words {
    /** The version of handshake and sealing that this code speaks. */
    static final int VERSION = 1;

    private static final int MAX_LENGTH = 4096;
    private static final byte[] PROLOGUE = "oriel udp".getBytes(StandardCharsets.US_ASCII);

    private final Supplier<KeyRing> ring;
    private final Rekeying rekeying;
    private final Consumer<String> warning;
    private final Datagram inside = new Datagram();
    private final DatagramWriter insideWriter = new DatagramWriter();

    /**
     * When keys of links change.
     *
     * @param datagrams after so many
     * @param ns        after this time
     */
    public record Rekeying(int datagrams, long ns) {}

    /**
     * Creates words for an adapter.
     *
     * @param ring     the keys that are known now
     * @param rekeying of links
     * @param warning  is told why a dialler with a proven address was refused
     */
    public SealedWords(Supplier<KeyRing> ring, Rekeying rekeying, Consumer<String> warning) {
        this.ring = ring;
        this.rekeying = rekeying;
        this.warning = warning;
    }

    @Override
    public DialWords dial() {
        return new SealedDial(this, ring.get().first());
    }

    @Override
    public ListenerWords listen(Cookies cookies) {
        return new SealedListener(this, ring, cookies, warning);
    }

    /** What both sides must agree in, though it is not sealed. */
    static byte[] prologue(long key, long cookie, String keyId) {
        byte[] id = keyId.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(PROLOGUE.length + Integer.BYTES + 2 * Long.BYTES + id.length)
                .put(PROLOGUE)
                .putInt(VERSION)
                .putLong(key)
                .putLong(cookie)
                .put(id)
                .array();
    }

    /** Returns the datagram that was sealed, until the next call; null if it is none. */
    @Nullable
    Datagram inside(byte[] plain) {
        if (plain.length > MAX_LENGTH) {
            return null;
        }
        inside.clear().put(plain);
        return inside.isSound() ? inside : null;
    }

    /** Returns what writes datagrams that are to be sealed. */
    DatagramWriter insideWriter() {
        return insideWriter;
    }

    static byte[] bytes(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(datagram.position(), bytes);
        return bytes;
    }

    LinkKeys keys(Handshake agreed, boolean isDialler, PresharedKey key, int session, int peerSession) {
        return new LinkKeys(
                isDialler,
                agreed.secrets(),
                new LinkKeys.Names(key.id(), session, peerSession),
                new SealRules(key.cipher().keyLength(), rekeying.datagrams(), rekeying.ns()));
    }
}
