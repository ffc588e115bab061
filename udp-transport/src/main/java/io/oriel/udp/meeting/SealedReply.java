// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.handshake.EarlySeal;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.seal.LinkKeys;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The sealed answers to a hello that was opened. */
final class SealedReply implements Reply {
    private final SealedWords words;
    private final PresharedKey key;
    private final LinkKeys.Name peer;
    private final Handshake handshake;
    private final long helloKey;
    private byte @Nullable [] welcome;

    SealedReply(SealedWords words, PresharedKey key, LinkKeys.Name peer, Handshake handshake, long helloKey) {
        this.words = words;
        this.key = key;
        this.peer = peer;
        this.handshake = handshake;
        this.helloKey = helloKey;
    }

    @Override
    public LinkKeys agree(ByteBuffer plain, long ownKey) {
        Handshake agreed = handshake.copy(); // what is said early has its secret from before the welcome
        try {
            welcome = EarlySeal.ofWelcome(handshake).seal(agreed.writeWelcome(SealedWords.bytes(plain)));
            return words.keys(
                    agreed, false, key.cipher(), new LinkKeys.Names(key.name(), peer, (int) ownKey, (int) helloKey));
        } catch (GeneralSecurityException e) {
            throw new NdException(NdStatus.CONNECTION_REFUSED, "the dialler's handshake is of no use: " + e, e);
        } finally {
            agreed.erase();
        }
    }

    @Override
    public void erase() {
        handshake.erase();
        welcome = null;
    }

    @Override
    public byte[] mark(long ofHello) {
        return handshake.export(SealedWords.MARK);
    }

    @Override
    public LinkKeys.Name key() {
        return key.name();
    }

    @Override
    public LinkKeys.Name identity() {
        return peer;
    }

    @Override
    public ByteBuffer welcome(ByteBuffer plain, DatagramWriter writer) {
        byte[] agreed = welcome;
        if (agreed == null) {
            throw new IllegalStateException("nothing was agreed on");
        }
        return writer.sealedWelcome(helloKey, agreed);
    }

    @Override
    public ByteBuffer answer(ByteBuffer plain, DatagramWriter writer) {
        byte[] message = EarlySeal.ofListener(handshake).seal(SealedWords.bytes(plain));
        return writer.sealedAnswer(helloKey, message);
    }

    @Override
    public boolean isProven(Datagram withdrawal) {
        SealedReader.Answer said = SealedReader.answer(withdrawal);
        if (said == null) {
            return false;
        }
        try {
            Datagram opened = words.inside(EarlySeal.ofDialler(handshake).open(said.message()));
            OptionalLong reset = opened == null ? OptionalLong.empty() : LinkReader.reset(opened);
            return reset.isPresent() && reset.getAsLong() == helloKey;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
