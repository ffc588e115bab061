// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import java.nio.channels.Selector;

/**
 * What wakes an adapter that sleeps: a word that tells its peers so, and channels that become ready when a peer has
 * published something.
 *
 * <p>A sleeper arms the word, looks for what was published before, and then selects on the channels. A peer that
 * publishes looks at the word afterwards ({@link Link#announce}), without a fence, because most peers never sleep: what it
 * published may become visible only a little after its look. So the sleeper naps first, looks once more under the same
 * arming, and only then sleeps for good. One of the two has seen the other by then.
 */
public interface Alarm {
    /** Of a medium that cannot wake: nothing ever comes, and whoever sleeps has to look again by itself. */
    Alarm NONE = new Alarm() {
        @Override
        public boolean canWake() {
            return false;
        }

        @Override
        public void arm() {}

        @Override
        public void disarm() {}

        @Override
        public void attach(Selector selector) {}

        @Override
        public void detach(Selector selector) {}

        @Override
        public void watch(Runnable onWake) {}
    };

    /** How long a nap takes: many times longer than any store waits in a processor before others see it. */
    long NAP_NS = 1_000_000;

    /**
     * Tells whether peers wake a sleeper.
     *
     * @return false only for {@link #NONE}
     */
    boolean canWake();

    /**
     * Tells whether a sleeper has to nap first, because a peer that did not see it armed does not wake it.
     *
     * @return false if nothing that is published can be missed
     */
    default boolean needsNap() {
        return true;
    }

    /**
     * Takes the wakes that have been selected, and tells the peers that this adapter sleeps: what they publish and this
     * adapter does not see after the call is followed by a wake. Ends with a full fence. By the domain's owner.
     */
    void arm();

    /** Tells the peers that this adapter is awake. By the domain's owner. */
    void disarm();

    /**
     * Has the channels on which wakes come, those of later links included, registered with a selector of a sleeper.
     * Whoever selects runs the {@link Runnable} attached to each ready key, as the domain's owner; the key stays ready
     * until {@link #arm}. Callable on any thread that does not select on it at the time.
     *
     * @param selector open; woken when a channel is added
     */
    void attach(Selector selector);

    /**
     * Takes the channels out of a selector. Callable on any thread that does not select on it at the time.
     *
     * @param selector as for {@link #attach}
     */
    void detach(Selector selector);

    /**
     * Has a task run on the agent when a wake comes, once. On the agent.
     *
     * @param onWake replaces the one before
     */
    void watch(Runnable onWake);
}
