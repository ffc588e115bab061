// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.ModelExecution;
import io.oriel.testing.model.nd.Request;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Operation;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What an endpoint may find after the death of its peer's process: each request completes once, in order. Some are done;
 * the oldest that is not ends IO_TIMEOUT, unless the connection was to end anyway, and everything behind it CANCELED.
 */
public final class Survivor {
    private final ModelEndpoint endpoint;

    private final boolean wasEnding;

    /**
     * Creates the check of an endpoint.
     *
     * @param endpoint  of the survivor
     * @param wasEnding the connection may have been about to end in another way
     */
    public Survivor(ModelEndpoint endpoint, boolean wasEnding) {
        this.endpoint = endpoint;
        this.wasEnding = wasEnding || !endpoint.isConnected() || endpoint.isEnding();
    }

    public void check(Deque<Expected> initiated, Deque<Expected> received) {
        if (endpoint.state == ModelEndpoint.State.IDLE) {
            return; // nobody has told it that there is a peer
        }
        check("requests", all(endpoint.initiated, endpoint.waiting), initiated);
        check("Receives", all(endpoint.received, endpoint.receives), received);
    }

    /** Returns what the model expects to have ended, and behind it what it expects to be canceled. */
    private static List<Expected> all(Deque<Expected> ended, Deque<Request> outstanding) {
        List<Expected> all = new ArrayList<>(ended);
        for (Request each : outstanding) {
            RequestType type = each.operation.kind() == Operation.Kind.RECEIVE
                    ? RequestType.RECEIVE
                    : ModelExecution.typeOf(each.operation.kind());
            all.add(new Expected(type, NdStatus.CANCELED, 0, each.context));
        }
        return all;
    }

    private void check(String what, List<Expected> expected, Deque<Expected> actual) {
        boolean broken = false;
        for (Expected each : expected) {
            boolean isPeersInvalidation = each.type() == RequestType.INVALIDATE && each.context() < 0;
            Expected real = actual.peek();
            boolean isEndOfAll = each.status() == NdStatus.CANCELED && !wasEnding;
            if (!broken && !isEndOfAll && each.equals(real)) {
                actual.remove();
                broken = each.status() != NdStatus.SUCCESS;
                continue;
            }
            if (isPeersInvalidation) {
                broken = true; // it had not come
                continue;
            }
            if (real == null || real.context() != each.context() || !isOfSameKind(real, each)) {
                throw new Divergence(what + " of the survivor: " + real + " in the place of " + each);
            }
            boolean timesOut = !broken && !real.isOfReceive();
            boolean mayBeCanceled = !timesOut || wasEnding;
            if (!(real.status() == NdStatus.IO_TIMEOUT && timesOut)
                    && !(real.status() == NdStatus.CANCELED && mayBeCanceled)) {
                throw new Divergence(what + " of the survivor: " + real + " after the peer's death, not " + each);
            }
            actual.remove();
            broken = true;
        }
        if (!actual.isEmpty()) {
            throw new Divergence(what + " of the survivor: one too many, " + actual);
        }
    }

    private static boolean isOfSameKind(Expected real, Expected expected) {
        return real.type() == expected.type() || (real.isOfReceive() && expected.isOfReceive());
    }
}
