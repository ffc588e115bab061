// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import org.jspecify.annotations.Nullable;

/**
 * The windows that are bound to one endpoint, so that its end concerns no others. They are linked by themselves: a Bind
 * allocates nothing. By the domain's owner.
 */
public final class BoundWindows {
    private @Nullable Window first;
    private boolean ended;

    /** Creates an empty list. */
    public BoundWindows() {}

    /**
     * Ends every binding, for good: none is made any more.
     *
     * @return how many windows were looked at
     */
    public int unbindAll() {
        ended = true;
        int count = 0;
        for (Window window = first; window != null; window = first) {
            window.unbind();
            count++;
        }
        return count;
    }

    boolean haveEnded() {
        return ended;
    }

    void add(Window window) {
        Window second = first;
        window.next = second;
        if (second != null) {
            second.previous = window;
        }
        first = window;
    }

    void remove(Window window) {
        Window before = window.previous;
        Window behind = window.next;
        if (before == null) {
            first = behind;
        } else {
            before.next = behind;
        }
        if (behind != null) {
            behind.previous = before;
        }
        window.previous = null;
        window.next = null;
    }
}
