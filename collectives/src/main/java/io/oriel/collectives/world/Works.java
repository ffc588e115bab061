// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import java.util.ArrayList;

/** Everything under way. What is called may add something, which comes last. By the domain's owner. */
public final class Works {
    private final ArrayList<Work> all = new ArrayList<>();

    Works() {}

    /**
     * Makes progress with something from now on.
     *
     * @param work until it has ended
     */
    public void add(Work work) {
        all.add(work);
    }

    /**
     * Makes no progress with something any more.
     *
     * @param work that was added
     */
    public void remove(Work work) {
        all.remove(work);
    }

    /** Makes progress with all, and forgets what has ended. */
    public void progress() {
        for (int index = 0; index < all.size(); ) {
            if (all.get(index).progress()) {
                all.remove(index);
            } else {
                index++;
            }
        }
    }

    /**
     * Ends what is under way in a communicator that this rank closes.
     *
     * @param communicator which
     */
    public void giveUp(Participant communicator) {
        for (int index = 0; index < all.size(); index++) { // more may come meanwhile
            all.get(index).giveUp(communicator);
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
