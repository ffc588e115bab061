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
     * The medium moves only when it is turned, from now on by the domain's owner: it has no thread of its own. Called once at
     * most, before the first link is opened.
     *
     * @param pump to be turned; the port turns it until the owner does for the first time
     */
    default void pumpStarted(Pump pump) {
        throw new IllegalStateException("this owner turns no pump");
    }

    /** The {@link Pump} has something to do that does not wait until the application calls or the alarm wakes. */
    default void pumpWanted() {
        // Called for a medium with a pump only.
    }
}
