// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

/** All guards but one. */
enum MissingGuard {
    OWNER_FENCE(new Guards() {
        @Override
        public void ownerFence() {}
    }),
    ACCESS_FENCE(new Guards() {
        @Override
        public void accessFence() {}
    }),
    CURRENT(new Guards() {
        @Override
        public boolean isCurrent(long found, long expected) {
            return true;
        }
    }),
    STILL_CURRENT(new Guards() {
        @Override
        public boolean isStillCurrent(long found, long expected) {
            return true;
        }
    }),
    TOKEN(new Guards() {
        @Override
        public boolean isToken(long found, long presented) {
            return true;
        }
    }),
    ENDPOINT(new Guards() {
        @Override
        public boolean isFor(long granted, long user) {
            return true;
        }
    }),
    RIGHTS(new Guards() {
        @Override
        public boolean isGranted(int rights, int right) {
            return true;
        }
    }),
    BOUNDS(new Guards() {
        @Override
        public boolean isInside(long offset, long size, long length) {
            return true;
        }
    }),
    HAZARD_WAIT(new Guards() {
        @Override
        public boolean isQuiet(long hazard, long stamp) {
            return true;
        }
    });

    private final Guards others;

    MissingGuard(Guards others) {
        this.others = others;
    }

    Guards others() {
        return others;
    }

    boolean isFence() {
        return this == OWNER_FENCE || this == ACCESS_FENCE;
    }
}
