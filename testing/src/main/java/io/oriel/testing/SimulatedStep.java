// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import io.oriel.testing.heap.CrashPoint;

/** Something that a process does and another can see: a process can be made to die just after it. */
public enum SimulatedStep {
    /** It commits a frame: a part of a message, of a Write, of an answer. */
    FRAME(CrashPoint.COMMIT),
    /** Its control agent sends a message: about connections, mostly. */
    CONTROL(CrashPoint.CONTROL),
    /** It shows how far it has come: an acknowledgement, or how many Receives it has posted. */
    WORD(CrashPoint.WORD);

    private final CrashPoint point;

    SimulatedStep(CrashPoint point) {
        this.point = point;
    }

    CrashPoint point() {
        return point;
    }

    static SimulatedStep of(CrashPoint point) {
        return switch (point) {
            case COMMIT -> FRAME;
            case CONTROL -> CONTROL;
            case WORD -> WORD;
        };
    }
}
