// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import java.net.InetSocketAddress;

/** A medium as one adapter uses it. */
public interface Port extends AutoCloseable {
    /** How many endpoints an adapter can have: the range of endpoint ids in frames and of credit words. */
    int MAX_ENDPOINTS = 8192;

    /**
     * Allocates memory for a region, full of zeros, that same-medium peers can reach where the medium allows it. Called
     * by the domain's owner; may block.
     *
     * @param length bytes, at least 1
     * @return the memory
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if there is no room, naming how much was asked for
     */
    RegionMemory allocate(long length);

    /**
     * Begins to listen. May block; callable on any thread but the control agent.
     *
     * @param address of this host; port 0 lets the port choose
     * @return the listening socket
     * @throws io.oriel.api.NdException SHARING_VIOLATION if the address is taken; TOO_MANY_ADDRESSES if no port is free;
     *     INVALID_ADDRESS; INSUFFICIENT_RESOURCES; DEVICE_REMOVED if the port is closed or its medium gone
     */
    Listening listen(InetSocketAddress address);

    /**
     * Finds the link to the adapter that listens at an address, or makes one. On the control agent.
     *
     * @param destination where a listener is
     * @param handler     is called once, on the control agent, later
     */
    void dial(InetSocketAddress destination, DialHandler handler);

    /**
     * Publishes the credit word of an endpoint; the peer reads it with {@link Link#credit}, maybe late: also after it has
     * heard of a later endpoint of the same id. By the domain's owner; a release store or its equal. Does not allocate or
     * block.
     *
     * @param endpointId of this adapter, 0 to {@link #MAX_ENDPOINTS} - 1
     * @param word       says for which endpoint of that id it is, and how many Receives that has posted
     */
    void publishCredit(int endpointId, long word);

    /**
     * Tells that a claim met back-pressure, so that whoever frees the log is woken. By the domain's owner; does not
     * allocate or block, and is cheap when called again and again.
     */
    void kick();

    /**
     * Returns what wakes this adapter when it sleeps.
     *
     * @return the same for the port's whole life; {@link Alarm#NONE} if the medium cannot wake
     */
    default Alarm alarm() {
        return Alarm.NONE;
    }

    /**
     * Returns the adapter's counters. Written by the control agent until the port is closed.
     *
     * @return one for each {@link AdapterCounter}
     */
    CounterSet counters();

    /**
     * Says which medium carries a link of this port, and why. On the agent.
     *
     * @param link opened by this port
     * @return one sentence
     */
    default String explain(Link link) {
        return link.explain();
    }

    /** Closes the port: its listeners, then its links as if by {@link Link#close}. May block; not on the agent. */
    @Override
    void close();

    /** A socket that takes dials. */
    interface Listening extends AutoCloseable {
        /**
         * Returns where it listens.
         *
         * @return the address, with the port chosen
         */
        InetSocketAddress address();

        /** Stops listening and removes the name. May block; callable on any thread; idempotent. */
        @Override
        void close();
    }
}
