// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/**
 * Messages from one rank of a communicator to another. Those with the same tag arrive in their order; a receive takes the
 * oldest of its tag. Tags are any ints, apart from those of other communicators.
 *
 * <p>Short messages are on their way when a send ends; long ones wait until they are asked for.
 *
 * <p>Not for implementation by users. Exceptions as in {@link Collectives}.
 */
public interface PointToPoint {
    /**
     * Sends a message; the memory is free again on return.
     *
     * @param data        the message
     * @param destination rank that it is for; may be this one
     * @param tag         of the message
     */
    void send(Span data, int destination, int tag);

    /**
     * Waits for a message.
     *
     * @param data   filled from its beginning; at least as long as the message
     * @param source rank that it is from; may be this one
     * @param tag    of the message
     * @return elements of the message
     */
    int receive(Span data, int source, int tag);

    /**
     * Sends a message and waits for another, at the same time.
     *
     * @param send        the message
     * @param destination rank that it is for
     * @param sendTag     of the message
     * @param receive     filled from its beginning; other memory
     * @param source      rank that the other message is from
     * @param receiveTag  of the other message
     * @return elements of the other message
     */
    int sendReceive(Span send, int destination, int sendTag, Span receive, int source, int receiveTag);

    /**
     * Begins {@link #send}.
     *
     * @param data        the message
     * @param destination rank that it is for; may be this one
     * @param tag         of the message
     * @return what tells of its end
     */
    Request iSend(Span data, int destination, int tag);

    /**
     * Begins {@link #receive}.
     *
     * @param data   filled from its beginning; at least as long as the message
     * @param source rank that it is from; may be this one
     * @param tag    of the message
     * @return what tells of its end
     */
    Request iReceive(Span data, int source, int tag);
}
