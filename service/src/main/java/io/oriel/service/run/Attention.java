// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

/**
 * How often a duty looks at what seldom changes, such as the clock: with the first poll that finds nothing, which has time, because what
 * comes next is on its way; and with each eighth.
 *
 * <p><b>Threading:</b> the duty's thread.
 */
public final class Attention {
    private static final int POLLS = 8;

    private int left;
    private boolean wasIdle;
    private boolean settled;

    /** Creates the attention of a duty that was not polled yet. */
    public Attention() {}

    /**
     * Tells whether it is time to look, and counts the poll.
     *
     * @param idle whether the poll has found nothing
     * @return true if so
     */
    public boolean isDue(boolean idle) {
        boolean due = --left <= 0 || (idle && !wasIdle);
        wasIdle = idle;
        settled = due && idle;
        if (due) {
            left = POLLS;
        }
        return due;
    }

    /**
     * Tells whether the last poll has found nothing although it has looked at everything, so that one may sleep.
     *
     * @return true if so
     */
    public boolean isSettled() {
        return settled;
    }
}
