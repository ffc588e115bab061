// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

/** Takes what comes out of a {@link MessageSocket}. Called on the agent. */
public interface MessageHandler {
    /**
     * A message has come.
     *
     * @param message is valid during this call only
     */
    void onMessage(Message message);

    /**
     * The socket has ended, by the peer or by a failure. Called once, and nothing after it; not called if this side
     * closed it.
     *
     * @param reason one sentence
     */
    void onEnd(String reason);
}
