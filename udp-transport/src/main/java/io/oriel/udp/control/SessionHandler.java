// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.udp.datagram.Bye;
import org.agrona.DirectBuffer;

/** Hears what the peer of a session says. By the agent. */
public interface SessionHandler {
    /**
     * A message of the peer's engine has come, in order and once.
     *
     * @param buffer holds it during this call only
     * @param offset where it begins
     * @param length bytes
     */
    void onControl(DirectBuffer buffer, int offset, int length);

    /**
     * The peer closes the link. {@link ControlSession#acceptBye} tells it that all was taken.
     *
     * @param bye its last word
     */
    void onBye(Bye bye);

    /**
     * The peer knows of the end that {@link ControlSession#bye} told it, or will never know.
     */
    void onByeTaken();

    /**
     * Tells what else than datagrams of this session shows that the peer lives.
     *
     * @return grows with each of its frames
     */
    long signs();

    /**
     * The peer is not heard any more, does not know the link, or takes no messages.
     *
     * @param reason one sentence
     */
    void onDead(String reason);
}
