// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The whole suite with the peer in a process of another user of a group, where each side reads the other's memory and writes its
 * own. It is asked for, with {@code oriel.test.whole}.
 */
@EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
final class ShmTwoUsersConformanceIT extends ConformanceSuite {
    private static @Nullable OtherUser user;
    private static @Nullable PeerProcess process;

    @AfterAll
    static void endThePeer() {
        if (process != null) {
            process.close();
            process = null;
        }
        if (user != null) {
            user.close();
            user = null;
        }
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        PeerProcess peer = process;
        if (peer != null && !peer.isUsable()) {
            peer.close();
            peer = null;
        }
        if (peer == null) {
            peer = user().start();
            process = peer;
        }
        return TwoUsersFixture.open(peer, config);
    }

    private static OtherUser user() {
        OtherUser other = user;
        if (other == null) {
            other = OtherUser.create();
            user = other;
        }
        return other;
    }
}
