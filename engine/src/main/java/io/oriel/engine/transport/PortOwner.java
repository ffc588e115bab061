// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

/** An adapter, as its port sees it. Called on the control agent. */
public interface PortOwner {
    /**
     * A link has been made, by {@link Port#dial} or by a peer that dialled one of this port's listeners.
     *
     * @param link ready to carry frames in both directions
     * @return who is to be told what happens on it
     */
    LinkHandler linkOpened(Link link);

    /**
     * The medium under the adapter is gone, for instance because its driver died. The links are of no more use.
     *
     * @param reason one sentence
     */
    void removed(String reason);

    /**
     * The medium moves from now on only when it is turned, by the domain's owner: a medium that needs no thread of its own
     * until its first link is made. Called once at most, before that link is opened.
     *
     * @param pump to be turned, which the port has turned until now
     */
    default void pumpStarted(Pump pump) {
        throw new IllegalStateException("this owner turns no pump");
    }

    /** The {@link Pump} has something to do that does not wait until the application calls or the alarm wakes. */
    default void pumpWanted() {
        // Called for a medium with a pump only.
    }
}
