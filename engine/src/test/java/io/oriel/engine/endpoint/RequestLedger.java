// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Notes every request that was accepted, and holds the completions against them: known, once, in order, documented. */
final class RequestLedger {
    private static final Map<RequestType, Set<NdStatus>> DOCUMENTED = Map.of(
            RequestType.SEND, initiator(NdStatus.REMOTE_ERROR),
            RequestType.READ, initiator(NdStatus.REMOTE_ERROR, NdStatus.INVALID_DEVICE_REQUEST),
            RequestType.WRITE, initiator(NdStatus.REMOTE_ERROR),
            RequestType.FETCH_AND_ADD, initiator(NdStatus.REMOTE_ERROR, NdStatus.INVALID_DEVICE_REQUEST),
            RequestType.COMPARE_AND_SWAP, initiator(NdStatus.REMOTE_ERROR, NdStatus.INVALID_DEVICE_REQUEST),
            RequestType.BIND, initiator(NdStatus.INVALID_DEVICE_REQUEST),
            RequestType.INVALIDATE, initiator(NdStatus.INVALID_DEVICE_REQUEST),
            RequestType.RECEIVE,
                    EnumSet.of(
                            NdStatus.SUCCESS,
                            NdStatus.DATA_OVERRUN,
                            NdStatus.ACCESS_VIOLATION,
                            NdStatus.INVALID_DEVICE_REQUEST,
                            NdStatus.CANCELED));

    private final Map<Long, Posted> outstanding = new HashMap<>();
    private final Map<String, Long> lastCompleted = new HashMap<>();
    private final Set<Long> failedEndpoints = new HashSet<>();
    private long nextContext = 1;

    /** A request that was accepted. */
    record Posted(RequestType type, long endpointContext, boolean silent) {}

    long newContext() {
        return nextContext++;
    }

    void posted(long context, Posted request) {
        outstanding.put(context, request);
    }

    /** Tells whether a request of a type waits for its completion. */
    boolean hasOutstanding(RequestType type) {
        return outstanding.values().stream().anyMatch(each -> each.type() == type);
    }

    /** Takes a completion that answers a request, in the order of its queue. */
    void completed(Completion completion) {
        Posted request = outstanding.remove(completion.requestContext());
        assertThat(request).as("outstanding when %s came", completion).isNotNull();
        if (request == null) {
            return;
        }
        assertThat(completion.requestType()).as("type of %s", completion).isIn(answers(request.type()));
        assertThat(completion.endpointContext())
                .as("endpoint of %s", completion)
                .isEqualTo(request.endpointContext());
        assertThat(completion.status()).as("%s", completion).isIn(DOCUMENTED.get(request.type()));
        boolean success = completion.status() == NdStatus.SUCCESS;
        assertThat(request.silent() && success).as("silent %s", completion).isFalse();
        boolean receive = request.type() == RequestType.RECEIVE;
        String queue = (receive ? "receives of " : "initiator requests of ") + request.endpointContext();
        Long former = lastCompleted.put(queue, completion.requestContext());
        assertThat(former == null || former < completion.requestContext())
                .as("%s in order, after %s", completion, former)
                .isTrue();
        if (!receive) {
            assertThat(success && failedEndpoints.contains(request.endpointContext()))
                    .as("%s behind a failure", completion)
                    .isFalse();
            if (!success) {
                failedEndpoints.add(request.endpointContext());
            }
        }
    }

    /** A Receive may have been taken by a Write. */
    private static Set<RequestType> answers(RequestType type) {
        return type == RequestType.RECEIVE ? Set.of(type, RequestType.RECEIVE_WITH_IMMEDIATE) : Set.of(type);
    }

    /** Everything has been flushed and taken: only what succeeded silently is left. */
    void assertEverythingCompleted() {
        assertThat(outstanding.values()).allMatch(Posted::silent);
    }

    private static Set<NdStatus> initiator(NdStatus... more) {
        Set<NdStatus> statuses = EnumSet.of(
                NdStatus.SUCCESS,
                NdStatus.ACCESS_VIOLATION,
                NdStatus.IO_TIMEOUT,
                NdStatus.CANCELED,
                NdStatus.INTERNAL_ERROR);
        statuses.addAll(Set.of(more));
        return statuses;
    }
}
