// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

/** All guards but one. */
enum MissingGuard {
    OWNER_FENCE,
    ACCESS_FENCE,
    CURRENT,
    STILL_CURRENT,
    TOKEN,
    ENDPOINT,
    RIGHTS,
    BOUNDS,
    HAZARD_WAIT;

    @SuppressWarnings("checkstyle:MethodLength") // a list
    Guards others() {
        return switch (this) {
            case OWNER_FENCE ->
                new Guards() {
                    @Override
                    public void ownerFence() {}
                };
            case ACCESS_FENCE ->
                new Guards() {
                    @Override
                    public void accessFence() {}
                };
            case CURRENT ->
                new Guards() {
                    @Override
                    public boolean isCurrent(long found, long expected) {
                        return true;
                    }
                };
            case STILL_CURRENT ->
                new Guards() {
                    @Override
                    public boolean isStillCurrent(long found, long expected) {
                        return true;
                    }
                };
            case TOKEN ->
                new Guards() {
                    @Override
                    public boolean isToken(long found, long presented) {
                        return true;
                    }
                };
            case ENDPOINT ->
                new Guards() {
                    @Override
                    public boolean isFor(long granted, long user) {
                        return true;
                    }
                };
            case RIGHTS ->
                new Guards() {
                    @Override
                    public boolean isGranted(int rights, int right) {
                        return true;
                    }
                };
            case BOUNDS ->
                new Guards() {
                    @Override
                    public boolean isInside(long offset, long size, long length) {
                        return true;
                    }
                };
            case HAZARD_WAIT ->
                new Guards() {
                    @Override
                    public boolean isQuiet(long hazard, long stamp) {
                        return true;
                    }
                };
        };
    }
}
