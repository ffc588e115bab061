// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

/** What is counted for each end of a link, by the domain's owner. */
public enum LinkCounter implements CounterType {
    /** Frames sent. Brought up to date, as the next one, when a poll finds nothing or as much as it can take. */
    FRAMES_SENT(0, 1101, "frames sent"),
    /** Frames of the peer's that were executed. */
    FRAMES_EXECUTED(1, 1102, "frames executed"),
    /** Of those, frames for an endpoint that is not, or not any more, on the link. */
    FRAMES_DROPPED(2, 1103, "frames dropped"),
    /** Failures told to the peer: each ended a connection. */
    FAILURES_SENT(3, 1104, "failures sent"),
    /** Failures that the peer told: each ended a connection. */
    FAILURES_RECEIVED(4, 1105, "failures received"),
    /** Attempts to send that found no room in the log. */
    BACK_PRESSURE(5, 1106, "back-pressure"),
    /** Accesses straight to the peer's memory, of 64 KiB at most, those included that were not granted. */
    DIRECT_ACCESSES(6, 1107, "direct accesses"),
    /** Frames that were missing, repeated or damaged: the first one ends the link; none on one host. */
    FRAMES_REFUSED(7, 1108, "frames refused");

    private final int index;
    private final int typeId;
    private final String label;

    LinkCounter(int index, int typeId, String label) {
        this.index = index;
        this.typeId = typeId;
        this.label = label;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public int typeId() {
        return typeId;
    }

    @Override
    public String label() {
        return label;
    }
}
