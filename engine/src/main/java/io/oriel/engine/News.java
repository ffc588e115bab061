// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

/** Whether there is something for the application to look at beside completions. It ends one wait. */
final class News {
    private final Runnable wake;
    private volatile boolean isThere;

    /**
     * Creates it without any.
     *
     * @param wake ends the sleep of who waits
     */
    News(Runnable wake) {
        this.wake = wake;
    }

    /** Ends the wait that is under way, or else the next one. From any thread. */
    void tell() {
        isThere = true; // Pairs with #isThere: what there is to be looked at.
        wake.run();
    }

    /**
     * Tells whether a wait has to end.
     *
     * @return true from {@link #tell} to {@link #take}
     */
    boolean isThere() {
        return isThere; // Pairs with #tell.
    }

    /**
     * Ends a wait: what is told from now on ends the next one. By who waits, before it looks for what is new.
     *
     * @return whether there was any
     */
    boolean take() {
        boolean wasThere = isThere; // Pairs with #tell.
        if (wasThere) {
            isThere = false;
        }
        return wasThere;
    }
}
