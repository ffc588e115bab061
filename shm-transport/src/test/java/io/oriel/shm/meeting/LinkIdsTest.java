// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LinkIdsTest {
    private final LinkIds ids = new LinkIds();

    @Test
    void nameEachLinkAnewAndOneAfterAnother() {
        Set<Long> seen = new HashSet<>();

        for (int links = 0; links < 10 * LinkIds.MAX_LINKS; links++) {
            long id = ids.claim();
            assertThat(seen.add(id)).isTrue();
            assertThat(ids.contains(id)).isTrue();
            ids.release(id);
            assertThat(ids.contains(id)).isFalse();
        }

        assertThat(seen).doesNotContain(LinkIds.NONE);
    }

    @Test
    void areBounded() {
        long first = ids.claim();
        for (int links = 1; links < LinkIds.MAX_LINKS; links++) {
            assertThat(ids.claim()).isNotEqualTo(LinkIds.NONE);
        }
        assertThat(ids.claim()).isEqualTo(LinkIds.NONE);

        ids.release(first);

        assertThat(ids.claim()).isNotEqualTo(LinkIds.NONE).isNotEqualTo(first);
        assertThat(ids.claim()).isEqualTo(LinkIds.NONE);
    }
}
