// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Words that are sealed with the pre-shared keys of a ring, which may change. */
final class SealedWords implements Words {
    /** The version of handshake and sealing that this code speaks. */
    static final int VERSION = 2;

    /** Set in the version of who has an identity. */
    static final int IDENTITY = 0x100;

    /** Of what is derived to tell one hello from all others. */
    static final String MARK = "oriel mark";

    private static final int MAX_LENGTH = 4096;
    private static final byte[] PROLOGUE = "oriel udp".getBytes(StandardCharsets.US_ASCII);

    private final Security security;
    private final Datagram inside = new Datagram();
    private final DatagramWriter insideWriter = new DatagramWriter();

    /** Creates words for an adapter. */
    SealedWords(Security security) {
        this.security = security;
    }

    @Override
    public DialWords dial() {
        return new SealedDial(this, security.ring().first(), security.identities());
    }

    @Override
    public ListenerWords listen(Cookies cookies) {
        return new SealedListener(this, security, cookies);
    }

    /** Returns what seals. */
    Aes aes() {
        return security.aes();
    }

    /** Returns what is said of the version, which tells whether a side has an identity, too. */
    static int version(@Nullable Identities identities) {
        return identities == null ? VERSION : VERSION | IDENTITY;
    }

    /** What both sides must agree in, though it is not sealed. */
    static byte[] prologue(long key, long cookie, PresharedKey presharedKey) {
        byte[] id = (presharedKey.id() + ' ' + presharedKey.cipher().title()).getBytes(StandardCharsets.US_ASCII);
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

    /** Returns what seals a link on which the sides have agreed. */
    LinkKeys keys(Handshake agreed, boolean isDialler, SealCipher cipher, LinkKeys.Names names) {
        UdpSecurityConfig config = security.config();
        return new LinkKeys(
                isDialler,
                agreed.secrets(),
                names,
                new SealRules(
                        aes(),
                        cipher.keyLength(),
                        config.rekeyDatagrams(),
                        config.rekeyInterval().toNanos()));
    }
}
