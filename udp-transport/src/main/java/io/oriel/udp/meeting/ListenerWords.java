// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.Datagram;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How listeners hear hellos. */
public interface ListenerWords {
    /**
     * What was heard.
     *
     * @param datagram as it is; valid during the call
     * @param reply    how it is to be answered
     */
    record Heard(Datagram datagram, Reply reply) {}

    /**
     * Hears a datagram.
     *
     * @param listener at which it came
     * @param datagram received
     * @param source   from where it says that it comes
     * @return what it says; null if there is nothing more to be done about it
     */
    @Nullable
    Heard hear(ControlSocket listener, Datagram datagram, InetSocketAddress source);

    /**
     * Reads which hello a dialler says that it has given up.
     *
     * @param datagram received
     * @return the hello's key, to be proven by its {@link Reply}; empty if it is something else
     */
    OptionalLong withdrawn(Datagram datagram);
}
