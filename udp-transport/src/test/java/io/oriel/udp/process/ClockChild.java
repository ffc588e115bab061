// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.oriel.testing.process.Child;
import java.util.Map;

/** A child that tells the time by the wall clock. */
public final class ClockChild {
    private ClockChild() {}

    /**
     * Runs the child.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        Child.run(Map.of("wall-clock", words -> Long.toString(System.currentTimeMillis())));
    }
}
