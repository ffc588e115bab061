// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.UdpCookieDecoder;
import io.oriel.engine.protocol.UdpExistsDecoder;
import io.oriel.engine.protocol.UdpRefusedDecoder;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.handshake.EarlySeal;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.seal.LinkKeys;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A dial's words, sealed with one pre-shared key. */
final class SealedDial implements DialWords {
    private static final String STRANGER =
            "the listener's identity is none of the dialler's peers; if it is to be, add it to"
                    + " the dialler's identity file with bin/oriel identity";

    /** So many hellos of one key are remembered: more than are said, each with another cookie, while a dial lasts. */
    private static final int MAX_HELLOS = 16;

    private final SealedWords words;
    private final PresharedKey key;
    private final @Nullable Identities identities;
    private final ArrayDeque<Said> hellos =
            new ArrayDeque<>(); // the newest first; any of them may be the one that was taken
    private @Nullable LinkKeys keys;
    private boolean isProven;
    private byte[] mark = new byte[0];

    /** A hello that was said with a cookie: said again it is the same, for its key may seal it but once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Said(
            long key,
            long cookie,
            boolean isLeading,
            Handshake handshake,
            byte[] message,
            EarlySeal answers,
            EarlySeal welcomes) {
        void erase() {
            handshake.erase();
            answers.erase();
            welcomes.erase();
        }
    }

    SealedDial(SealedWords words, PresharedKey key, @Nullable Identities identities) {
        this.words = words;
        this.key = key;
        this.identities = identities;
    }

    @Override
    public ByteBuffer hello(LinkReader.Hello hello, DatagramWriter writer) {
        long helloKey = hello.offer().key();
        if (hello.cookie() == Cookies.NONE) {
            return writer.knock(version(), helloKey);
        }
        Said said = find(hello.cookie(), hello.isLeading());
        if (said == null) {
            byte[] prologue = SealedWords.prologue(helloKey, hello.cookie(), key);
            Handshake handshake = Handshake.dialler(
                    words.aes(), key.secret(), identities == null ? null : identities.own(), prologue);
            byte[] message =
                    handshake.writeHello(SealedWords.bytes(words.insideWriter().hello(hello)));
            said = new Said(
                    helloKey,
                    hello.cookie(),
                    hello.isLeading(),
                    handshake,
                    message,
                    EarlySeal.ofListener(handshake),
                    EarlySeal.ofWelcome(handshake));
            hellos.addFirst(said);
            if (hellos.size() > MAX_HELLOS) {
                hellos.removeLast().erase();
            }
        }
        return writer.sealedHello(version(), helloKey, hello.cookie(), key.id(), said.message());
    }

    private @Nullable Said find(long cookie, boolean isLeading) {
        for (Said each : hellos) {
            if (each.cookie() == cookie && each.isLeading() == isLeading) {
                return each;
            }
        }
        return null;
    }

    private int version() {
        return SealedWords.version(identities);
    }

    @Override
    public @Nullable Datagram heard(Datagram datagram) {
        isProven = false;
        if (datagram.templateId() == UdpCookieDecoder.TEMPLATE_ID
                || datagram.templateId() == UdpRefusedDecoder.TEMPLATE_ID) {
            return datagram;
        }
        SealedReader.Answer welcome = SealedReader.welcome(datagram);
        SealedReader.Answer answer = welcome == null ? SealedReader.answer(datagram) : welcome;
        if (answer == null || keys != null) {
            return null;
        }
        for (Said each : hellos) {
            if (answer.dialKey() != each.key()) { // forgers who see nothing are not to cost the arithmetic
                return null;
            }
            try {
                Datagram opened = welcome == null ? openAnswer(answer, each) : openWelcome(answer, each);
                isProven = opened != null;
                mark = each.handshake().export(SealedWords.MARK);
                return opened;
            } catch (GeneralSecurityException e) {
                // forged, or an answer to a hello with another cookie
            }
        }
        return null;
    }

    private @Nullable Datagram openAnswer(SealedReader.Answer answer, Said said) throws GeneralSecurityException {
        Datagram opened = words.inside(said.answers().open(answer.message()));
        boolean isAnswer = opened != null
                && (opened.templateId() == UdpRefusedDecoder.TEMPLATE_ID
                        || opened.templateId() == UdpExistsDecoder.TEMPLATE_ID);
        return isAnswer ? opened : null;
    }

    private @Nullable Datagram openWelcome(SealedReader.Answer answer, Said said) throws GeneralSecurityException {
        byte[] message = said.welcomes().open(answer.message()); // before anything costly: forgers are many
        Handshake agreed = said.handshake().copy(); // a forged one is to change nothing
        try {
            return readWelcome(answer, agreed, message);
        } finally {
            agreed.erase();
        }
    }

    private @Nullable Datagram readWelcome(SealedReader.Answer answer, Handshake agreed, byte[] message)
            throws GeneralSecurityException {
        Datagram opened = words.inside(agreed.readWelcome(message));
        LinkReader.Welcome welcome = opened == null ? null : LinkReader.welcome(opened);
        if (opened == null || welcome == null) {
            return null;
        }
        byte[] theirs = agreed.peerIdentity();
        LinkKeys.Name peer = identities == null || theirs == null ? LinkKeys.Name.NONE : identities.nameOf(theirs);
        if (peer == null) {
            LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, STRANGER);
            return words.inside(SealedWords.bytes(
                    words.insideWriter().refused(answer.dialKey(), refusal, DatagramLayout.HELLO_LENGTH)));
        }
        LinkKeys.Names names = new LinkKeys.Names(
                key.name(), peer, (int) answer.dialKey(), (int) welcome.offer().key());
        keys = words.keys(agreed, true, key.cipher(), names);
        return opened;
    }

    @Override
    public byte[] mark(long helloKey) {
        return mark;
    }

    @Override
    public boolean isProven() {
        return isProven;
    }

    @Override
    public @Nullable ByteBuffer withdrawal(long helloKey, DatagramWriter writer) {
        Said current = hellos.peekFirst();
        if (current == null) {
            return null;
        }
        byte[] reset = SealedWords.bytes(words.insideWriter().reset(helloKey));
        return writer.sealedAnswer(
                helloKey, EarlySeal.ofDialler(current.handshake()).seal(reset));
    }

    @Override
    public @Nullable LinkKeys keys() {
        return keys;
    }

    @Override
    public void erase() {
        hellos.forEach(Said::erase);
        hellos.clear();
        mark = new byte[0];
    }
}
