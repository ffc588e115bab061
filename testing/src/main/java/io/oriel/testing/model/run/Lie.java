// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.Request;
import io.oriel.testing.model.nd.Request.Expected;
import java.util.Deque;
import java.util.Objects;

/** What an engine may be made to say wrongly of a connection's end, so that it can be seen to be found out. */
public enum Lie {
    /** What is canceled completes twice. */
    CANCELED_TWICE {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            arrived.add(actual);
            if (actual.status() == NdStatus.CANCELED) {
                arrived.add(actual);
            }
        }
    },
    /** What is canceled does not complete. */
    CANCELED_IN_SILENCE {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            if (actual.status() != NdStatus.CANCELED) {
                arrived.add(actual);
            }
        }
    },
    /** A message that was canceled was taken. */
    TAKEN {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            arrived.add(actual.type() == RequestType.SEND ? hoped(endpoint, actual) : actual);
        }
    },
    /** A Write that was canceled was carried out. */
    WRITTEN {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            arrived.add(actual.type() == RequestType.WRITE ? hoped(endpoint, actual) : actual);
        }
    },
    /** A Read that was canceled was carried out. */
    READ {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            arrived.add(actual.type() == RequestType.READ ? hoped(endpoint, actual) : actual);
        }
    },
    /** A Receive that was canceled was filled. */
    RECEIVED {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            boolean isCanceled = actual.isOfReceive() && actual.status() == NdStatus.CANCELED;
            arrived.add(
                    isCanceled
                            ? endpoint.received.stream()
                                    .filter(each -> each.context() == actual.context())
                                    .findAny()
                                    .orElse(actual)
                            : actual);
        }
    },
    /** What was posted before a request that fails is canceled with what is behind it. */
    CANCELED_BEFORE_FAILURE {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            boolean isBefore = endpoint.hasFailed() && !endpoint.mayEndEarly() && !actual.isOfReceive();
            boolean lies = isBefore && actual.status() == NdStatus.SUCCESS;
            arrived.add(lies ? new Expected(actual.type(), NdStatus.CANCELED, 0, actual.context()) : actual);
        }
    },
    /** What is posted last is canceled first. */
    CANCELED_BACKWARDS {
        @Override
        void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual) {
            if (actual.status() == NdStatus.CANCELED) {
                arrived.addFirst(actual);
            } else {
                arrived.add(actual);
            }
        }
    };

    /** Tells what has arrived, or something else. */
    abstract void arrive(ModelEndpoint endpoint, Deque<Expected> arrived, Expected actual);

    /** Returns the completion that a canceled request was to have. */
    private static Expected hoped(ModelEndpoint endpoint, Expected actual) {
        return endpoint.carriedOut.stream()
                .filter(each -> each.context == actual.context() && actual.status() == NdStatus.CANCELED)
                .map(Request::completion)
                .findAny()
                .map(Objects::requireNonNull)
                .orElse(actual);
    }
}
