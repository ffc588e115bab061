// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

/** A peer's access to a region that may still go on, though what allowed it was taken back. */
@FunctionalInterface
public interface Lingering {
    /** Tells whether it has ended, or its process has; once true, no byte is touched any more. */
    boolean isOver();
}
