// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.session.Slots;
import org.agrona.CloseHelper;

/** The adapter that outlives all children, with a new endpoint for each round. */
final class Survivor implements AutoCloseable {
    private final Provider provider;
    private final Adapter adapter;
    private final CompletionQueue queue;
    private final Slots slots;
    private final EndpointConfig depths;

    Survivor(KillRun.Plan plan) {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(plan.medium()));
        try {
            adapter = provider.openAdapter();
            queue = adapter.createCompletionQueue(2 * plan.outstanding());
            slots = new Slots(adapter, 2 * plan.outstanding(), KillTarget.MESSAGE_SIZE, AccessFlags.ALLOW_LOCAL_WRITE);
            depths = EndpointConfig.defaults().withQueueDepth(plan.outstanding());
        } catch (RuntimeException e) {
            CloseHelper.quietClose(provider);
            throw e;
        }
    }

    Adapter adapter() {
        return adapter;
    }

    CompletionQueue queue() {
        return queue;
    }

    Slots slots() {
        return slots;
    }

    Endpoint newEndpoint() {
        return adapter.createEndpoint(queue, queue, depths);
    }

    @Override
    public void close() {
        CloseHelper.quietClose(provider);
    }
}
