// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.direct.WindowSlots;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.transport.Port;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoints of one adapter share.
 *
 * @param domain             the adapter's
 * @param loop               the control agent
 * @param port               the adapter's, on its medium
 * @param regions            the adapter's
 * @param windows            the adapter's
 * @param endpoints          the adapter's
 * @param receiverNotReadyNs how long a Send waits for a Receive, in nanoseconds
 * @param revokeNs           how long an end or Invalidate waits for a peer that is copying, in nanoseconds
 * @param directSendThreshold bytes of the longest Send that always travels in frames
 */
@SuppressWarnings("checkstyle:ParameterNumber") // what is shared is given once
public record EndpointHome(
        Domain domain,
        ControlLoop loop,
        Port port,
        RegionTable regions,
        WindowTable windows,
        EndpointTable endpoints,
        long receiverNotReadyNs,
        long revokeNs,
        long directSendThreshold) {
    /** Returns for how long an endpoint waits, while nothing comes, for what its peer had sent before it disconnected. */
    public long endingNs() {
        return Math.max(receiverNotReadyNs, revokeNs);
    }

    /** An endpoint gets its peer; if the domain has let go of the link, it is told to end it. On the agent. */
    void attached(Peering endpoint, LinkEnd link) {
        endpoints.attached(endpoint);
        if (link.life().isGone()) { // Pairs with LinkEnd#onSignal: after the endpoint can be found.
            domain.signal();
        }
    }

    /** Makes what shows an endpoint's Receives to a peer that places messages; null if none may. */
    @Nullable
    ReceiveRing newReceiveRing(int endpointId, EndpointConfig config) {
        if (config.maxReceiveSge() == 0 || directSendThreshold == Long.MAX_VALUE) {
            return null;
        }
        long user = WindowSlots.user(endpointId, endpoints.generationOf(endpointId));
        return ReceiveRing.create(port, config.receiveQueueDepth(), directSendThreshold, user);
    }
}
