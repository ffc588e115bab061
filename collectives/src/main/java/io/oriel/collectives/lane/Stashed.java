// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Slab;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A copy of a message that came before it was wanted. Pooled. */
final class Stashed {
    final Slab slab;
    final int capacity;
    long key;
    int marks;
    int length;

    @Nullable
    Stashed next;

    Stashed(int capacity) {
        this.capacity = capacity;
        slab = Slab.of(new UnsafeBuffer(new byte[capacity]));
    }
}
