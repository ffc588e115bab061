// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import java.util.ArrayList;

/** Everything under way. What is called may add something, which comes last. By the domain's owner. */
final class Works {
    private final ArrayList<Work> all = new ArrayList<>();

    void add(Work work) {
        all.add(work);
    }

    void remove(Work work) {
        all.remove(work);
    }

    /** Makes progress with all, and forgets what has ended. */
    void progress() {
        for (int index = 0; index < all.size(); ) {
            if (all.get(index).progress()) {
                all.remove(index);
            } else {
                index++;
            }
        }
    }

    /** Looks what keeps each from going on, and forgets what has ended by that. */
    void look() {
        for (int index = 0; index < all.size(); ) {
            if (all.get(index).look()) {
                all.remove(index);
            } else {
                index++;
            }
        }
    }
}
