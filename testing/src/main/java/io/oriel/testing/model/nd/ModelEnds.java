// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Operation.Kind;
import java.util.Deque;
import java.util.Objects;
import java.util.stream.Stream;

/** What the ends of connections do to the model: at once where they are announced, else when everything has arrived. */
public final class ModelEnds {
    private final NdModel model;
    private final Footprint footprint;

    ModelEnds(NdModel model, Footprint footprint) {
        this.model = model;
        this.footprint = footprint;
    }

    /** Ends an endpoint, as its application knows from now on: its next call finds nothing of it any more. */
    void end(ModelEndpoint endpoint) {
        boolean wasConnected = endpoint.isConnected();
        endpoint.state = ModelEndpoint.State.ENDED;
        if (!wasConnected) {
            cancelReceives(endpoint);
            return;
        }
        endpoint.endByCall();
        begin(endpoint);
        letGo(endpoint);
    }

    /** From now on it is open whether what requests have bound to tokens is still there. */
    void begin(ModelEndpoint endpoint) {
        model.endBegins(endpoint);
        touchTokens(endpoint);
        touchTokens(endpoint.peer());
    }

    private static void touchTokens(ModelEndpoint endpoint) {
        endpoint.registering().forEach(each -> ModelExecution.window(each).touch(endpoint, each, true));
    }

    private void cancelReceives(ModelEndpoint endpoint) {
        for (Request each : endpoint.receives) {
            model.execution().expectReceived(endpoint, RequestType.RECEIVE, NdStatus.CANCELED, 0, each.context, false);
        }
        endpoint.receives.clear();
    }

    private void letGo(ModelEndpoint endpoint) {
        for (Request each : endpoint.waiting) {
            if (each.operation.takesBack()) {
                ModelExecution.window(each).invalidateRan();
            } else if (each.operation.kind() == Kind.FAST_REGISTER) {
                undoFastRegister(endpoint, each);
            }
        }
        model.unbindAll(endpoint);
        footprint.endsFor(endpoint);
    }

    /** Everything of a connection that has ended has arrived on one side, or has not. */
    void isOver(ModelEndpoint endpoint) {
        if (endpoint.isConnected() && model.knows(Rule.ENDS_REACH_BOTH)) {
            endpoint.state = ModelEndpoint.State.ENDED;
            letGo(endpoint);
        }
        endpoint.received.stream()
                .filter(Expected::isOfReceive)
                .forEach(each -> endpoint.reapedReceive(each.context()));
        Stream.of(endpoint.waiting, endpoint.receives, endpoint.carriedOut).forEach(Deque::clear);
        endpoint.initiated.clear();
        endpoint.received.clear();
        endpoint.endIsOver();
    }

    /**
     * The end of its connection has canceled a request that was under way.
     *
     * @param endpoint  on whose initiator queue it was
     * @param request   that the model has carried out
     * @param cameThere it is known that it was carried out at the peer
     */
    public void wasCanceled(ModelEndpoint endpoint, Request request, boolean cameThere) {
        leaveOpen(request, !cameThere);
        switch (request.operation.kind()) {
            case FAST_REGISTER -> undoFastRegister(endpoint, request);
            case INVALIDATE_TOKEN -> restore(request, true);
            case SEND_AND_INVALIDATE -> {
                if (!cameThere) {
                    restore(request, false);
                }
            }
            default -> {
                // windows of connections end with them
            }
        }
    }

    private static void restore(Request request, boolean orNot) {
        ModelWindow window =
                request.window == null ? Objects.requireNonNull(request.remote).window() : request.window;
        if (request.former != null && window.isToken()) {
            window.restore(request.former);
            if (orNot) {
                window.leaveOpen();
            }
        }
    }

    /** Leaves open whether what a request changes was changed: there, too, or here only. */
    void leaveOpen(Request request, boolean there) {
        model.forEachMemory(each -> {
            each.leaveOpen(request.sink);
            if (there) {
                each.leaveOpen(request);
            }
        });
    }

    /** A Receive was canceled that the model has filled. */
    public void wasNotFilled(Request receive) {
        model.forEachMemory(each -> each.leaveOpen(receive));
    }

    static void undoFastRegister(ModelEndpoint endpoint, Request request) {
        ModelExecution.window(request).unbind(request.binding); // it would outlive the connection
        ModelExecution.window(request).touch(endpoint, request, true);
    }
}
