// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.hello.Cookies;
import io.oriel.udp.seal.LinkKeys;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Words as they are. */
final class PlainWords implements Words, DialWords {
    @Override
    public DialWords dial() {
        return this;
    }

    @Override
    public ListenerWords listen(Cookies cookies) {
        return new PlainListener(cookies);
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
    public byte[] mark(long helloKey) {
        return Reply.PLAIN.mark(helloKey);
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
}
