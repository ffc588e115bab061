// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.datagram.LinkReader;
import io.oriel.udp.seal.LinkKeys;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How a dialler says hello for one offer, and hears what is answered. */
public interface DialWords {
    /**
     * Writes the hello, or what comes before it.
     *
     * @param hello  with the newest cookie
     * @param writer of the dial's socket
     * @return valid until the next one is written
     */
    ByteBuffer hello(LinkReader.Hello hello, DatagramWriter writer);

    /**
     * Hears an answer.
     *
     * @param datagram received
     * @return what it says, during this call; null if it says nothing that can be believed
     */
    @Nullable
    Datagram heard(Datagram datagram);

    /**
     * Returns what makes a proof in the answer that was heard last good for one hello alone.
     *
     * @param helloKey of the hello
     * @return as {@link Reply#mark} returns it to the listener
     */
    byte[] mark(long helloKey);

    /**
     * Tells whether what was heard last is the listener's word.
     *
     * @return false if anybody on the way may have said it
     */
    boolean isProven();

    /**
     * Writes that the dialler has given up.
     *
     * @param key    of the hello
     * @param writer of the dial's socket
     * @return valid until the next one is written; null if nobody can be waiting
     */
    @Nullable
    ByteBuffer withdrawal(long key, DatagramWriter writer);

    /**
     * Returns the link's keys, after a welcome.
     *
     * @return null if it is not sealed
     */
    @Nullable
    LinkKeys keys();

    /** Erases the secrets of all hellos: nothing more is said or heard. Idempotent. */
    default void erase() {
        // Where nothing is sealed there are none.
    }
}
