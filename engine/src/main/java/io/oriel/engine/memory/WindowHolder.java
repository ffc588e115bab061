// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import org.jspecify.annotations.Nullable;

/**
 * To whom windows are bound, with those that are: an endpoint, whose peer may use them, and whose end concerns no others. They
 * are linked by themselves: a Bind allocates nothing. By the domain's owner.
 */
public final class WindowHolder {
    /** Instead of an endpoint: holds the tokens of regions, in no list. */
    public static final WindowHolder EVERY_ENDPOINT = new WindowHolder();

    private @Nullable Runnable onMemoryWanted;
    private @Nullable Place first;
    private boolean ended;

    /** Where a window is among those of its holder. */
    static final class Place {
        private final Runnable unbind;
        private @Nullable Place before;
        private @Nullable Place after;

        /** Makes the place of a window, which leaves it when it is unbound. */
        Place(Runnable unbind) {
            this.unbind = unbind;
        }
    }

    /** Creates a holder of none. */
    public WindowHolder() {}

    /**
     * Sets who hears that an application asks for memory of which a window is bound, so that an end of which it knows comes now.
     * Before anything is bound.
     *
     * @param handler ends the connection, if the application has been told that it is over
     */
    public void onMemoryWanted(Runnable handler) {
        onMemoryWanted = handler;
    }

    /**
     * Ends every binding, for good: none is made any more.
     *
     * @return how many windows were looked at
     */
    public int unbindAll() {
        ended = true;
        int count = 0;
        for (Place place = first; place != null; place = first) {
            place.unbind.run();
            count++;
        }
        return count;
    }

    boolean hasEnded() {
        return ended;
    }

    /** An application asks for the memory. */
    void memoryWanted() {
        Runnable handler = onMemoryWanted;
        if (handler != null) {
            handler.run();
        }
    }

    void add(Place place) {
        Place second = first;
        place.after = second;
        if (second != null) {
            second.before = place;
        }
        first = place;
    }

    void remove(Place place) {
        Place before = place.before;
        Place after = place.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after != null) {
            after.before = before;
        }
        place.before = null;
        place.after = null;
    }
}
