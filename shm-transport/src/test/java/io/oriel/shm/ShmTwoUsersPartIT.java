// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The part of the suite that two users can spoil most, with the peer in a process of another user of a group: each side reads the other's
 * memory and writes its own.
 */
@WholeBuild
final class ShmTwoUsersPartIT extends ConformancePart {
    private static TwoUsersFixture.OtherUser user;

    @BeforeAll
    static void findTheUser() {
        user = TwoUsersFixture.OtherUser.create();
    }

    @AfterAll
    static void endThePeer() {
        if (user != null) { // where there is none, the tests were skipped
            user.close();
        }
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return TwoUsersFixture.open(user, config, MemoryAccess.MAPPED);
    }
}
