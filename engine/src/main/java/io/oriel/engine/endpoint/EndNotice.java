// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.protocol.PeerEnd;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Tells the agent, once, that the domain has ended a connection, or is about to. By the domain's owner. */
final class EndNotice {
    private final Domain domain;
    private final ControlLoop loop;
    private boolean given;
    private volatile @Nullable PeerEnd failing;

    EndNotice(Domain domain, ControlLoop loop) {
        this.domain = domain;
        this.loop = loop;
    }

    boolean isGiven() {
        return given;
    }

    /** Returns the failure of which the agent was told before the peer; null if there is none. On the agent. */
    @Nullable
    PeerEnd failing() {
        return failing;
    }

    /** Tells of an end of which the peer knows why. */
    void give(@Nullable Attachment to) {
        if (!given && to != null) {
            given = true;
            to.link().publishAcknowledgement(); // Disconnect names what was executed
            tell(to);
        }
    }

    /** An agent that cannot be told of this end is told of the link's, as soon as it can be. */
    private void tell(Attachment to) {
        try {
            loop.execute(to.onEnded());
        } catch (Throwable e) {
            to.link().breakLink();
            throw e;
        }
    }

    /** Tells of an end of which the peer does not know why, for want of room; the agent stands in until it does. */
    void giveFailing(@Nullable Attachment to, PeerEnd why, BooleanSupplier isTold) {
        if (!given && to != null) {
            failing = why; // before the agent is told
            domain.somebodyWaits(() -> !isTold.getAsBoolean() && !to.link().isGone());
            give(to);
        }
    }
}
