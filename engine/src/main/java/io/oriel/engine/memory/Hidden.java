// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

/** What peers were shown of a region and see no more, though an access to it may still go on. */
public interface Hidden extends Lingering {
    /** Nothing was shown. */
    Hidden NOTHING = new Hidden() {
        @Override
        public boolean isOver() {
            return true;
        }

        @Override
        public void showAgain() {}
    };

    /** Shows it as it was: whoever has not looked meanwhile has missed nothing. */
    void showAgain();
}
