// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.model.nd.Footprint.Access;
import io.oriel.engine.model.nd.Footprint.Use;
import io.oriel.engine.model.operation.Operation;
import io.oriel.engine.model.operation.Operation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What requests do, one after the other, each at once. */
public final class ModelExecution {
    private static final byte[] NOTHING = {};

    private final NdModel model;
    private final Footprint footprint;

    public ModelExecution(NdModel model, Footprint footprint) {
        this.model = model;
        this.footprint = footprint;
    }

    /** Puts a request behind those that wait; runs it if none does. */
    public void post(ModelEndpoint endpoint, Request request) {
        Operation operation = request.operation;
        endpoint.initiatorsTaken++;
        capture(endpoint, request);
        if (operation.kind() == Kind.SEND_AND_INVALIDATE && request.remote != null) {
            endpoint.takenBack.add(request.remote.binding());
        }
        if (operation.kind() == Kind.BIND && !isDeferred(endpoint, request)) {
            bind(endpoint, request);
        }
        if (operation.kind() == Kind.INVALIDATE) {
            window(request).invalidatePosted();
        }
        endpoint.waiting.add(request);
        runWaiting(endpoint);
    }

    public static void capture(ModelEndpoint endpoint, Request request) {
        Operation operation = request.operation;
        ModelWindow.View remote = request.remote;
        if (operation.isInline() && request.memory != null) {
            if (isInside(request)) {
                request.inline = request.memory.gather(operation.span());
            } else {
                request.early = NdStatus.ACCESS_VIOLATION;
            }
        }
        if (remote != null
                && operation.kind() != Kind.SEND_AND_INVALIDATE
                && endpoint.takenBack.contains(remote.binding())) {
            request.early = NdStatus.ACCESS_VIOLATION;
        }
    }

    private static boolean isInside(Request request) {
        Operation.Span span = request.operation.span();
        return request.memory != null && (span.entries() == 0 || request.memory.contains(span.offset(), span.length()));
    }

    /** Tells whether a Bind takes effect in its turn instead of at its post. */
    public boolean isDeferred(ModelEndpoint endpoint, Request request) {
        return (request.operation.isFenced() && endpoint.waitsWith(Kind.READ))
                || window(request).awaitsInvalidate();
    }

    private void bind(ModelEndpoint endpoint, Request request) {
        request.bound = true;
        boolean bound = window(request)
                .bind(endpoint, Objects.requireNonNull(request.memory), request.operation, request.binding);
        request.early = bound ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
    }

    /** Runs requests in order until one has to wait for a Receive. */
    public void runWaiting(ModelEndpoint endpoint) {
        while (endpoint.isConnected() && !endpoint.waiting.isEmpty()) {
            Request request = endpoint.waiting.element();
            NdStatus outcome = outcome(endpoint, request);
            if (outcome == null) {
                return;
            }
            accesses(endpoint, request).forEach(footprint::add);
            endpoint.waiting.remove();
            carryOut(endpoint, request, outcome);
        }
    }

    /** Says how a request would end if it ran now; null if it has to wait. */
    @Nullable
    public NdStatus outcome(ModelEndpoint endpoint, Request request) {
        if (request.early != NdStatus.SUCCESS) {
            return request.early;
        }
        return switch (request.operation.kind()) {
            case SEND, SEND_AND_INVALIDATE -> ofSend(endpoint, request);
            case READ -> ofTransfer(endpoint, request, OpFlags.ALLOW_READ);
            case WRITE -> ofTransfer(endpoint, request, OpFlags.ALLOW_WRITE);
            case INVALIDATE -> window(request).isBoundTo(endpoint) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            case BIND -> request.bound || canBind(request) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            default -> throw new IllegalStateException(request.operation + " is no request");
        };
    }

    private static boolean canBind(Request request) {
        ModelWindow window = window(request);
        ModelMemory memory = request.memory;
        return memory != null && memory.isRegistered() && !window.isBound() && !window.isClosed();
    }

    private @Nullable NdStatus ofSend(ModelEndpoint endpoint, Request request) {
        if (!isReadable(request)) {
            return NdStatus.ACCESS_VIOLATION;
        }
        Request receive = model.peerOf(endpoint).receives.peek();
        if (receive == null) {
            return null;
        }
        boolean fits = ofReceive(receive, request) == NdStatus.SUCCESS;
        boolean invalidates = request.operation.kind() == Kind.SEND_AND_INVALIDATE;
        return fits && (!invalidates || isBound(endpoint, request)) ? NdStatus.SUCCESS : NdStatus.REMOTE_ERROR;
    }

    private static NdStatus ofReceive(Request receive, Request send) {
        if (send.operation.span().total() > receive.operation.span().total()) {
            return NdStatus.DATA_OVERRUN;
        }
        return isFillable(receive) ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }

    private NdStatus ofTransfer(ModelEndpoint endpoint, Request request, int right) {
        boolean isLocalGood = right == OpFlags.ALLOW_READ ? isFillable(request) : isReadable(request);
        return isLocalGood && isGranted(endpoint, request, right) ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }

    private boolean isGranted(ModelEndpoint endpoint, Request request, int right) {
        ModelWindow window = Objects.requireNonNull(request.remote).window();
        Operation operation = request.operation;
        if (!model.knows(Rule.READ_ONLY_WINDOWS) && isBound(endpoint, request)) {
            return true;
        }
        return isBound(endpoint, request)
                && window.grants(right, operation.at(), operation.span().total());
    }

    private boolean isBound(ModelEndpoint endpoint, Request request) {
        ModelWindow.View remote = Objects.requireNonNull(request.remote);
        return remote.side() != endpoint.side && remote.window().isNamedBy(remote, model.peerOf(endpoint));
    }

    private static boolean isReadable(Request request) {
        return request.inline != null
                || request.memory == null
                || request.operation.span().entries() == 0
                || request.memory.isReadable(request.operation.span());
    }

    private static boolean isFillable(Request request) {
        return request.memory == null
                || request.operation.span().entries() == 0
                || request.memory.isFillable(request.operation.span());
    }

    private void carryOut(ModelEndpoint endpoint, Request request, NdStatus outcome) {
        switch (request.operation.kind()) {
            case SEND, SEND_AND_INVALIDATE -> deliver(endpoint, request, outcome);
            case READ, WRITE -> transfer(request, outcome);
            case INVALIDATE -> {
                window(request).invalidateRan();
                if (outcome == NdStatus.SUCCESS && model.knows(Rule.REVOCATION)) {
                    window(request).unbind();
                }
                window(request).touch(endpoint);
            }
            case BIND -> {
                if (!request.bound && outcome == NdStatus.SUCCESS) {
                    bind(endpoint, request);
                    window(request).touch(endpoint);
                }
            }
            default -> throw new IllegalStateException(request.operation + " is no request");
        }
        complete(endpoint, request, outcome);
        if (outcome == NdStatus.REMOTE_ERROR) {
            leaveOpenBehind(endpoint);
        }
        if (outcome != NdStatus.SUCCESS) {
            end(endpoint, NdStatus.CANCELED);
        }
    }

    /** A direct Read or Write may take effect before an earlier Send is received, which then fails. */
    private void leaveOpenBehind(ModelEndpoint endpoint) {
        int credit = model.peerOf(endpoint).receives.size();
        for (Request each : endpoint.waiting) {
            Kind kind = each.operation.kind();
            if (kind == Kind.SEND || kind == Kind.SEND_AND_INVALIDATE) {
                credit--;
            } else if (each.remote != null && outcome(endpoint, each) == NdStatus.SUCCESS) {
                transfer(each, NdStatus.SUCCESS);
                ModelMemory changed = kind == Kind.WRITE ? each.remote.window().memory() : each.memory;
                if (changed != null) {
                    changed.leaveOpen();
                }
            }
            if (credit < 0) {
                return;
            }
        }
    }

    private void deliver(ModelEndpoint endpoint, Request request, NdStatus outcome) {
        ModelEndpoint peer = model.peerOf(endpoint);
        if (outcome != NdStatus.SUCCESS && outcome != NdStatus.REMOTE_ERROR) {
            return;
        }
        Request receive = peer.receives.remove();
        NdStatus status = ofReceive(receive, request);
        boolean fills = status == NdStatus.SUCCESS;
        if (fills && outcome == NdStatus.REMOTE_ERROR) {
            status = NdStatus.INVALID_DEVICE_REQUEST;
        }
        byte[] message = message(request);
        if (fills && receive.memory != null) {
            model.fill(receive.memory, receive.operation.span(), message, status == NdStatus.SUCCESS);
        }
        boolean solicited =
                status == NdStatus.SUCCESS && (request.operation.flags() & OpFlags.SEND_AND_SOLICIT_EVENT) != 0;
        if (status == NdStatus.SUCCESS && request.remote != null) {
            ModelWindow window = request.remote.window();
            window.unbind();
            window.touch(endpoint);
            expectReceived(peer, RequestType.INVALIDATE, status, 0, window.context(), false);
        }
        long bytes = status == NdStatus.SUCCESS ? message.length : 0;
        expectReceived(
                peer,
                RequestType.RECEIVE,
                status,
                model.knows(Rule.RECEIVE_LENGTH)
                        ? bytes
                        : receive.operation.span().total(),
                receive.context,
                solicited);
    }

    private static byte[] message(Request request) {
        if (request.inline != null) {
            return request.inline;
        }
        return request.memory == null ? NOTHING : request.memory.gather(request.operation.span());
    }

    private static void transfer(Request request, NdStatus outcome) {
        if (outcome != NdStatus.SUCCESS || request.remote == null) {
            return;
        }
        Operation operation = request.operation;
        ModelWindow window = request.remote.window();
        int at = (int) (window.start() + operation.at());
        if (operation.kind() == Kind.WRITE) {
            byte[] data = message(request);
            window.memory().put(at, data, 0, data.length);
        } else if (request.memory != null) {
            request.memory.scatter(operation.span(), window.memory().copy(at, (int)
                    operation.span().total()));
        }
    }

    private void complete(ModelEndpoint endpoint, Request request, NdStatus status) {
        Operation operation = request.operation;
        if (request.remote != null && request.remote.side() != endpoint.side) {
            request.remote.window().touch(endpoint);
        }
        boolean success = status == NdStatus.SUCCESS;
        if (success && (operation.flags() & OpFlags.SILENT_SUCCESS) != 0) {
            endpoint.initiatorsTaken--;
            endpoint.silentUnderWay++;
            return;
        }
        RequestType type = typeOf(operation.kind());
        boolean moves = type != RequestType.BIND && type != RequestType.INVALIDATE;
        long bytes = success && moves ? operation.span().total() : 0;
        endpoint.initiated.add(new Expected(type, status, bytes, request.context));
        model.noted(endpoint, false, !success, false);
    }

    public static RequestType typeOf(Kind kind) {
        return switch (kind) {
            case SEND, SEND_AND_INVALIDATE -> RequestType.SEND;
            case READ -> RequestType.READ;
            case WRITE -> RequestType.WRITE;
            case BIND -> RequestType.BIND;
            case INVALIDATE -> RequestType.INVALIDATE;
            default -> throw new IllegalStateException(kind + " is no request");
        };
    }

    private void expectReceived(
            ModelEndpoint endpoint, RequestType type, NdStatus status, long bytes, long context, boolean solicited) {
        endpoint.received.add(new Expected(type, status, bytes, context));
        model.noted(endpoint, true, status != NdStatus.SUCCESS, solicited);
    }

    /** Ends an endpoint and the connection that it may have; the oldest request that waits gets a status of its own. */
    public void end(ModelEndpoint endpoint, NdStatus oldest) {
        ModelEndpoint peer = model.peerOf(endpoint);
        boolean wasConnected = endpoint.isConnected();
        endHalf(endpoint, oldest);
        if (wasConnected) {
            endHalf(peer, NdStatus.CANCELED);
        }
    }

    private void endHalf(ModelEndpoint endpoint, NdStatus oldest) {
        endpoint.state = ModelEndpoint.State.ENDED;
        NdStatus status = oldest;
        for (Request each : endpoint.waiting) {
            if (each.operation.kind() == Kind.INVALIDATE) {
                window(each).invalidateRan();
            }
            complete(endpoint, each, status);
            status = NdStatus.CANCELED;
        }
        endpoint.waiting.clear();
        for (Request each : endpoint.receives) {
            expectReceived(endpoint, RequestType.RECEIVE, NdStatus.CANCELED, 0, each.context, false);
        }
        endpoint.receives.clear();
        model.unbindAll(endpoint);
        model.ended();
    }

    /** Returns the memory that a request uses if it runs now and succeeds. */
    public List<Access> accesses(ModelEndpoint endpoint, Request request) {
        Operation operation = request.operation;
        List<Access> found = new ArrayList<>(2);
        Kind kind = operation.kind();
        if (kind == Kind.BIND || kind == Kind.INVALIDATE) {
            return found;
        }
        addLocal(found, endpoint, request, kind == Kind.READ ? Use.READ_SINK : Use.GATHER);
        ModelEndpoint peer = model.peerOf(endpoint);
        Request receive = peer.receives.peek();
        if ((kind == Kind.SEND || kind == Kind.SEND_AND_INVALIDATE) && receive != null && receive.memory != null) {
            Operation.Span whole = receive.operation.span();
            long end = whole.offset() + whole.total();
            found.add(new Access(receive.memory, whole.offset(), end, Use.ARRIVAL, endpoint, operation.isFenced()));
        }
        boolean isTransfer = kind == Kind.READ || kind == Kind.WRITE;
        if (isTransfer && isBound(endpoint, request)) {
            ModelWindow window = Objects.requireNonNull(request.remote).window();
            Use use = kind == Kind.READ ? Use.REMOTE_READ : Use.REMOTE_WRITE;
            found.add(access(window.memory(), window.start() + operation.at(), operation, use, endpoint));
        }
        return found;
    }

    /** Inline data is taken at the post, before a fence could have an effect. */
    private static void addLocal(List<Access> found, ModelEndpoint endpoint, Request request, Use use) {
        Operation operation = request.operation;
        if (request.memory != null && request.inline == null) {
            long from = operation.span().offset();
            long to = from + operation.span().total();
            boolean fenced = operation.isFenced() && !operation.isInline();
            found.add(new Access(request.memory, from, to, use, endpoint, fenced));
        }
    }

    private static Access access(ModelMemory memory, long from, Operation operation, Use use, ModelEndpoint by) {
        return new Access(memory, from, from + operation.span().total(), use, by, operation.isFenced());
    }

    private static ModelWindow window(Request request) {
        return Objects.requireNonNull(request.window);
    }
}
