// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.control.HandOver;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerReceives;
import io.oriel.engine.shared.PeerGrants;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of what an endpoint's peer shows: its Receives, or its grants of shared ones.
 *
 * <p>Until the Receives are mapped, Sends travel in frames; for want of a thread, a descriptor or room it is tried again,
 * ever more seldom, for as long as the connection lives. Until the grants are mapped, Sends wait; so that is tried once, and
 * if it fails they go by credit for good.
 */
final class PeerOpening {
    private static final long FIRST_PAUSE_NS = Duration.ofMillis(100).toNanos();
    private static final long MAX_PAUSE_NS = Duration.ofSeconds(10).toNanos();
    /** The first one may be that the connection is ending, and what the peer showed is gone. */
    private static final int REPORTED_FAILURE = 2;

    private final EndpointHome home;
    private final Peering endpoint;
    private final Attachment to;
    private final DirectLink direct;
    private long pauseNs = FIRST_PAUSE_NS;
    private int failures;

    private PeerOpening(EndpointHome home, Peering endpoint, Attachment to, DirectLink direct) {
        this.home = home;
        this.endpoint = endpoint;
        this.to = to;
        this.direct = direct;
    }

    /** Tells whether there is something to be mapped. */
    static boolean isNeeded(Attachment to) {
        return to.link().direct() != null && to.showsReceives();
    }

    /** Begins, if there is something to be mapped. On the agent. */
    static void begin(EndpointHome home, Peering endpoint, Attachment to) {
        DirectLink direct = to.link().direct();
        if (direct != null && isNeeded(to)) {
            new PeerOpening(home, endpoint, to, direct).begin();
        }
    }

    private void begin() {
        if (to.peerSharesReceives()) {
            beginGrants();
        } else {
            beginReceives();
        }
    }

    private void beginGrants() {
        try {
            home.loop().executeBlocking(this::openGrants);
        } catch (Throwable e) {
            endpoint.initiator().openGrants(null);
        }
    }

    /** On a worker. */
    private void openGrants() {
        @Nullable PeerGrants shown = null;
        try {
            shown = PeerGrants.open(direct.memory(), to.peerRing());
        } finally {
            endpoint.initiator().openGrants(shown);
        }
    }

    private void beginReceives() {
        try {
            home.loop().executeBlocking(this::openReceives);
        } catch (Throwable e) {
            tryLater();
        }
    }

    /** On a worker. */
    private void openReceives() {
        try {
            PeerReceives shown = PeerReceives.open(direct, to.peerRing(), to.peerUser(), home.loop()::executeBlocking);
            if (shown != null) {
                endpoint.initiator().placeInto(shown);
            }
        } catch (Throwable e) {
            tryLater();
            if (++failures == REPORTED_FAILURE) {
                throw e;
            }
        }
    }

    private void tryLater() {
        HandOver.schedule(home.loop(), pauseNs, this::tryAgain);
        pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
    }

    private void tryAgain() {
        if (endpoint.isAttached(to)) {
            beginReceives();
        }
    }
}
