// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.transport.Alarm;
import java.nio.channels.Selector;

/**
 * Wakes of two media.
 *
 * @param one   rings for peers on one of them
 * @param other rings for peers on the other
 */
record JointAlarm(Alarm one, Alarm other) implements Alarm {
    @Override
    public boolean canWake() {
        return one.canWake() && other.canWake();
    }

    /** Each ends with a full fence: what either medium's peers publish after both is followed by a wake. */
    @Override
    public void arm() {
        one.arm();
        other.arm();
    }

    @Override
    public void disarm() {
        one.disarm();
        other.disarm();
    }

    @Override
    public void attach(Selector selector) {
        one.attach(selector);
        other.attach(selector);
    }

    @Override
    public void detach(Selector selector) {
        one.detach(selector);
        other.detach(selector);
    }

    @Override
    public void watch(Runnable onWake) {
        one.watch(onWake);
        other.watch(onWake);
    }
}
