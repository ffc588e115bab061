// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.meeting;

import io.oriel.api.NdException;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.seal.LinkKeys;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How one hello is answered. */
public interface Reply {
    /** As datagrams are. */
    Reply PLAIN = new Reply() {};

    /**
     * Agrees on the keys of a link. Once, before the welcome.
     *
     * @param welcome as it is
     * @param key     of the listener's offer
     * @return null if links are not sealed
     * @throws NdException CONNECTION_REFUSED if the dialler's part is of no use
     */
    default @Nullable LinkKeys agree(ByteBuffer welcome, long key) {
        return null;
    }

    /**
     * Returns what makes a proof good for an answer to this hello alone.
     *
     * @param helloKey of the hello
     * @return as {@link DialWords#mark} returns it to the dialler
     */
    default byte[] mark(long helloKey) {
        return ByteBuffer.allocate(Long.BYTES).putLong(helloKey).array();
    }

    /** Returns the pre-shared key that the dialler has; {@link LinkKeys.Name#NONE} if links are not sealed. */
    default LinkKeys.Name key() {
        return LinkKeys.Name.NONE;
    }

    /** Returns which identity the dialler claims, and has proved when the link is made; {@link LinkKeys.Name#NONE} without identities. */
    default LinkKeys.Name identity() {
        return LinkKeys.Name.NONE;
    }

    /**
     * Turns the welcome into what is sent.
     *
     * @param welcome as it is
     * @param writer  of the listener's socket
     * @return the same each time, if it is sealed
     */
    default ByteBuffer welcome(ByteBuffer welcome, DatagramWriter writer) {
        return welcome;
    }

    /**
     * Turns another answer into what is sent.
     *
     * @param answer as it is
     * @param writer of the listener's socket
     * @return valid until the next one is written
     */
    default ByteBuffer answer(ByteBuffer answer, DatagramWriter writer) {
        return answer;
    }

    /**
     * Tells whether a word that the dialler has given up is the dialler's.
     *
     * @param withdrawal with the hello's key
     * @return true if it is to be believed
     */
    default boolean isProven(Datagram withdrawal) {
        return true;
    }

    /** Erases the secrets of the hello: nothing more is answered. Idempotent. */
    default void erase() {
        // Where nothing is sealed there are none.
    }
}
