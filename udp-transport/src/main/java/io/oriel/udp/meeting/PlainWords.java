// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.UdpKnockDecoder;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramLayout;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Words as they are. */
final class PlainWords implements Words, DialWords, ListenerWords {
    /** Speaks to a dialler that seals, and can be told no other way that this side does not. */
    private static final String UNSEALED =
            "the listener's datagrams are not sealed, the dialler's are; set oriel.udp.security and"
                    + " oriel.udp.keyFile alike on both sides";

    @Override
    public DialWords dial() {
        return this;
    }

    @Override
    public ListenerWords listen(Cookies cookies) {
        return this;
    }

    @Override
    public ByteBuffer hello(LinkReader.Hello hello, DatagramWriter writer) {
        return writer.hello(hello);
    }

    @Override
    public Datagram heard(Datagram datagram) {
        return datagram;
    }

    @Override
    public boolean isProven() {
        return true;
    }

    @Override
    public ByteBuffer withdrawal(long key, DatagramWriter writer) {
        return writer.reset(key);
    }

    @Override
    public @Nullable LinkKeys keys() {
        return null;
    }

    @Override
    public @Nullable Heard hear(ControlSocket listener, Datagram datagram, InetSocketAddress source) {
        if (datagram.templateId() != UdpKnockDecoder.TEMPLATE_ID) {
            return new Heard(datagram, Reply.PLAIN);
        }
        SealedReader.Knock knock = SealedReader.knock(datagram);
        if (knock != null) {
            LinkReader.Refusal refusal = new LinkReader.Refusal(NdStatus.CONNECTION_REFUSED, UNSEALED);
            int length = DatagramLayout.BODY_OFFSET + datagram.length();
            listener.send(listener.writer().refused(knock.key(), refusal, length), source);
        }
        return null;
    }

    @Override
    public OptionalLong withdrawn(Datagram datagram) {
        return LinkReader.reset(datagram);
    }
}
