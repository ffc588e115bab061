// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.UdpHelloDecoder;
import io.oriel.engine.protocol.UdpKnockDecoder;
import io.oriel.engine.protocol.UdpSealedHelloDecoder;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.handshake.Handshake;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Hears sealed hellos, keeps nothing of them, and computes nothing for who has not shown by a cookie that it is where it says. */
final class SealedListener implements ListenerWords {
    private static final String STRANGER =
            "the dialler's identity is none of the listener's peers; if it is to be, add it to"
                    + " the listener's identity file with bin/oriel identity";

    private final SealedWords words;
    private final Security security;
    private final Cookies cookies;

    SealedListener(SealedWords words, Security security, Cookies cookies) {
        this.words = words;
        this.security = security;
        this.cookies = cookies;
    }

    @Override
    public @Nullable Heard hear(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        switch (datagram.templateId()) {
            case UdpKnockDecoder.TEMPLATE_ID -> hearKnock(listener, datagram, source);
            case UdpSealedHelloDecoder.TEMPLATE_ID -> {
                return hearHello(listener, datagram, source);
            }
            case UdpHelloDecoder.TEMPLATE_ID -> hearPlainHello(listener, datagram, source);
            default -> {
                // nothing that a listener is told
            }
        }
        return null;
    }

    private void hearKnock(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        SealedReader.Knock knock = SealedReader.knock(datagram);
        if (knock != null) {
            giveCookie(listener, knock.key(), source);
        }
    }

    private void giveCookie(ControlSocket listener, long key, InetSocketAddress source) {
        listener.send(listener.writer().cookie(key, cookies.of(source, key)), source);
    }

    private @Nullable Heard hearHello(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        SealedReader.Hello hello = SealedReader.hello(datagram);
        if (hello == null) {
            return null;
        }
        if (!cookies.isGood(hello.cookie(), source, hello.key())) {
            giveCookie(listener, hello.key(), source);
            return null;
        }
        int version = SealedWords.version(security.identities());
        if ((hello.sealVersion() ^ version) == SealedWords.IDENTITY) {
            hint(
                    listener,
                    hello.key(),
                    source,
                    (security.identities() == null ? "the dialler" : "the listener")
                            + " has an identity, the other side has none; set oriel.udp.identityFile on both sides, or on none");
            return null;
        }
        if (hello.sealVersion() != version) {
            hint(
                    listener,
                    hello.key(),
                    source,
                    "the dialler seals by version " + hello.sealVersion() + ", the listener by version "
                            + SealedWords.VERSION + "; run the same version of Oriel on both sides");
            return null;
        }
        PresharedKey key = security.ring().find(hello.keyId());
        if (key == null) {
            String id = PresharedKey.isId(hello.keyId()) ? '\'' + hello.keyId() + '\'' : "that is no id";
            hint(
                    listener,
                    hello.key(),
                    source,
                    "the dialler's key " + id + " is not in the listener's key file: it was taken"
                            + " out, or never was there; give both hosts a key in common with bin/oriel key");
            return null;
        }
        return open(listener, hello, key, source);
    }

    private @Nullable Heard open(
            ControlSocket listener, SealedReader.Hello hello, PresharedKey key, InetSocketAddress source) {
        byte[] prologue = SealedWords.prologue(hello.key(), hello.cookie(), key);
        Identities identities = security.identities();
        Handshake handshake = Handshake.listener(
                security.aes(), key.secret(), identities == null ? null : identities.own(), prologue);
        Datagram opened;
        try {
            opened = words.inside(handshake.readHello(hello.message()));
        } catch (GeneralSecurityException e) {
            hint(
                    listener,
                    hello.key(),
                    source,
                    "the dialler's hello cannot be opened with the listener's key '" + key.id()
                            + "': the key files have another secret or cipher by this id, or the hello was changed on the way");
            return null;
        }
        LinkReader.Greeting greeting = opened == null ? null : LinkReader.greeting(opened);
        boolean isOfHello = greeting != null && greeting.key() == hello.key();
        if (opened == null || !isOfHello) {
            return null;
        }
        byte[] theirs = handshake.peerIdentity();
        LinkKeys.Name peer = identities == null || theirs == null ? LinkKeys.Name.NONE : identities.nameOf(theirs);
        SealedReply reply =
                new SealedReply(words, key, peer == null ? LinkKeys.Name.NONE : peer, handshake, hello.key());
        if (peer == null) {
            refuse(listener, reply, hello.key(), source);
            return null;
        }
        return new Heard(opened, reply);
    }

    private void refuse(ControlSocket listener, SealedReply reply, long key, InetSocketAddress source) {
        LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, STRANGER);
        listener.send(
                reply.answer(listener.writer().refused(key, refusal, DatagramLayout.HELLO_LENGTH), listener.writer()),
                source);
        reply.erase();
        security.warnSeldom("a dialler at " + source + " was refused: " + STRANGER);
    }

    private void hearPlainHello(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        LinkReader.Hello hello = LinkReader.hello(datagram);
        if (hello == null) {
            return;
        }
        long key = hello.offer().key();
        if (cookies.isGood(hello.cookie(), source, key)) {
            hint(
                    listener,
                    key,
                    source,
                    "the listener's datagrams are sealed, the dialler's are not; set oriel.udp.security"
                            + " and oriel.udp.keyFile alike on both sides");
        } else {
            giveCookie(listener, key, source);
        }
    }

    private void hint(ControlSocket listener, long key, InetSocketAddress source, String reason) {
        LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, reason);
        listener.send(listener.writer().refused(key, refusal, DatagramLayout.HELLO_LENGTH), source);
        security.warnSeldom("a dialler at " + source + " was refused: " + reason);
    }

    @Override
    public OptionalLong withdrawn(Datagram datagram) {
        SealedReader.Answer said = SealedReader.answer(datagram);
        return said == null ? OptionalLong.empty() : OptionalLong.of(said.dialKey());
    }
}
