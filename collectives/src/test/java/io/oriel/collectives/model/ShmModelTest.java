// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import io.oriel.collectives.ranks.ThreadRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs of ranks in threads on shared memory. */
@Timeout(7200)
final class ShmModelTest {
    @Test
    void agree() {
        new Programs(3_000, 10).run(4, seed -> ThreadRanks.onSharedMemory());
    }
}
