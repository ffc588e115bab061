// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.protocol.Arguments;
import java.lang.invoke.VarHandle;

/**
 * What stands between a peer and memory that is not, or no longer, granted: each guard is one method, chosen when the
 * parts are made. Tests leave one out at a time, to see that they notice.
 */
interface Guards {
    /** All of them. */
    Guards ALL = new Guards() {};

    /** Between the change of a slot and the look at the hazard. Pairs with {@link #accessFence}. */
    default void ownerFence() {
        VarHandle.fullFence();
    }

    /** Between the hazard and the look at the slot. Pairs with {@link #ownerFence}. */
    default void accessFence() {
        VarHandle.fullFence();
    }

    /**
     * Is the binding that is found the one that is named?
     *
     * @param found    stamp in the slot
     * @param expected stamp of the descriptor
     * @return true if the access may begin
     */
    default boolean isCurrent(long found, long expected) {
        return found == expected;
    }

    /**
     * Is it still, before each chunk but the first?
     *
     * @param found    stamp in the slot
     * @param expected stamp of the descriptor
     * @return true if the access may go on
     */
    default boolean isStillCurrent(long found, long expected) {
        return found == expected;
    }

    /**
     * Is it the descriptor that was given out?
     *
     * @param found     token in the slot
     * @param presented token of the descriptor
     * @return true if it is
     */
    default boolean isToken(long found, long presented) {
        return (found ^ presented) == 0;
    }

    /**
     * Is the binding for this endpoint?
     *
     * @param granted endpoint in the slot
     * @param user    endpoint that wants to use it
     * @return true if it is
     */
    default boolean isFor(long granted, long user) {
        return granted == user;
    }

    /**
     * Does the binding grant this kind of access?
     *
     * @param rights of the binding
     * @param right  one of the ALLOW flags of {@link io.oriel.api.OpFlags}
     * @return true if it does
     */
    default boolean isGranted(int rights, int right) {
        return (rights & right) != 0;
    }

    /**
     * Does a range lie in the binding?
     *
     * @param offset bytes from its start
     * @param size   bytes
     * @param length of the binding
     * @return true if it does
     */
    default boolean isInside(long offset, long size, long length) {
        return Arguments.isInside(offset, size, length);
    }

    /**
     * Has an access that was under way come to its end?
     *
     * @param hazard of the peer
     * @param stamp  that was taken back
     * @return true if the peer is not, or no longer, in it
     */
    default boolean isQuiet(long hazard, long stamp) {
        return hazard != stamp;
    }
}
