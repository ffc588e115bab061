// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.UdpKnockDecoder;
import io.oriel.engine.protocol.UdpSealedHelloDecoder;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Hears hellos as they are. One that is sealed is refused, once its dialler has returned its cookie. */
final class PlainListener implements ListenerWords {
    /** Speaks to a dialler that seals, and can be told no other way that this side does not. */
    private static final String UNSEALED =
            "the listener's datagrams are not sealed, the dialler's are; set oriel.udp.security and"
                    + " oriel.udp.keyFile alike on both sides";

    private final Cookies cookies;

    PlainListener(Cookies cookies) {
        this.cookies = cookies;
    }

    @Override
    public @Nullable Heard hear(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        switch (datagram.templateId()) {
            case UdpKnockDecoder.TEMPLATE_ID -> {
                SealedReader.Knock knock = SealedReader.knock(datagram);
                if (knock != null) {
                    giveCookie(listener, knock.key(), source);
                }
                return null;
            }
            case UdpSealedHelloDecoder.TEMPLATE_ID -> {
                SealedReader.Hello hello = SealedReader.hello(datagram);
                if (hello != null) {
                    refuse(listener, hello, source);
                }
                return null;
            }
            default -> {
                return new Heard(datagram, Reply.PLAIN);
            }
        }
    }

    private void refuse(ControlSocket listener, SealedReader.Hello hello, InetSocketAddress source) {
        if (cookies.isGood(hello.cookie(), source, hello.key())) {
            LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, UNSEALED);
            listener.send(listener.writer().refused(hello.key(), refusal, DatagramLayout.HELLO_LENGTH), source);
        } else {
            giveCookie(listener, hello.key(), source);
        }
    }

    private void giveCookie(ControlSocket listener, long key, InetSocketAddress source) {
        listener.send(listener.writer().cookie(key, cookies.of(source, key)), source);
    }

    @Override
    public OptionalLong withdrawn(Datagram datagram) {
        return LinkReader.reset(datagram);
    }
}
