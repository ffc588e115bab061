// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.testing.model.nd.Footprint.Access;
import io.oriel.testing.model.nd.Footprint.Use;
import io.oriel.testing.model.nd.ModelWindow.Grant;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What requests do, one after the other, each at once. */
public final class ModelExecution {
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
        if (operation.binds() && !isDeferred(endpoint, request)) {
            bind(endpoint, request);
        }
        if (operation.takesBack()) {
            window(request).invalidatePosted();
        }
        endpoint.waiting.add(request);
        runWaiting(endpoint);
        if (!endpoint.waiting.isEmpty() && model.peerOf(endpoint).shared != null) {
            footprintOf(endpoint, request); // the real one may run, if it finds a Receive
        }
    }

    private void footprintOf(ModelEndpoint endpoint, Request request) {
        accesses(endpoint, request).forEach(footprint::add);
        touch(endpoint, request);
    }

    static void capture(ModelEndpoint endpoint, Request request) {
        Operation operation = request.operation;
        ModelWindow.View remote = request.remote;
        if (!request.captureInline()) {
            request.early = NdStatus.ACCESS_VIOLATION;
        }
        if (remote != null
                && operation.kind() != Kind.SEND_AND_INVALIDATE
                && endpoint.takenBack.contains(remote.binding())) {
            request.early = NdStatus.ACCESS_VIOLATION;
        }
    }

    /** Tells whether a Bind takes effect in its turn instead of at its post. */
    boolean isDeferred(ModelEndpoint endpoint, Request request) {
        return (request.operation.isFenced() && endpoint.waitsWithRead())
                || window(request).awaitsInvalidate();
    }

    private void bind(ModelEndpoint endpoint, Request request) {
        request.bound = true;
        boolean bound = window(request).bind(endpoint, grant(request));
        request.early = bound ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
    }

    /** Returns what a request is to bind. */
    private Grant grant(Request request) {
        Operation operation = request.operation;
        ModelWindow window = window(request);
        long context = window.isToken() ? request.context : window.ownContext();
        ModelMemory memory = Objects.requireNonNull(request.memory);
        return new Grant(memory, operation.span(), operation.flags(), request.binding, context);
    }

    /** Runs requests in order until one has to wait for a Receive; behind one that fails none runs. */
    void runWaiting(ModelEndpoint endpoint) {
        while (endpoint.runs() && !endpoint.waiting.isEmpty() && !isHeldBack(endpoint)) {
            Request request = endpoint.waiting.element();
            if (!endpoint.peer().isConnected() && needsPeer(request)) {
                return;
            }
            NdStatus outcome = outcome(endpoint, request);
            if (outcome == null) {
                return;
            }
            footprintOf(endpoint, request);
            endpoint.waiting.remove();
            carryOut(endpoint, request, outcome);
        }
    }

    private static boolean needsPeer(Request request) {
        boolean isOfWindow = request.operation.binds() || request.operation.takesBack();
        return !isOfWindow && request.early == NdStatus.SUCCESS && request.isGoodHere();
    }

    /** Tells whether requests wait for more to come: not if batches and DEFER are known to be hints. */
    private boolean isHeldBack(ModelEndpoint endpoint) {
        boolean isDeferred = (endpoint.waiting.getLast().operation.flags() & OpFlags.DEFER) != 0;
        return (endpoint.inBatch && !model.knows(Rule.BATCHES_ARE_HINTS))
                || (isDeferred && !model.knows(Rule.DEFER_IS_A_HINT));
    }

    /** Tells whether a request may end the connection, if it is posted now. */
    boolean mayFail(ModelEndpoint endpoint, Request request) {
        NdStatus outcome = outcome(endpoint, request);
        return isTakenBackBefore(request)
                || (outcome != null && outcome != NdStatus.SUCCESS)
                || mayFailAtSharedQueue(endpoint, request);
    }

    /** Tells whether a request takes back what one before it does. */
    boolean isTakenBackBefore(Request request) {
        return request.operation.takesBack() && window(request).awaitsInvalidate();
    }

    /** Tells whether one of the shared Receives that there are cannot take a message, or it takes back what is not bound. */
    boolean mayFailAtSharedQueue(ModelEndpoint endpoint, Request request) {
        ModelSharedQueue shared = model.peerOf(endpoint).shared;
        if (shared == null || !request.operation.takesReceive()) {
            return false;
        }
        if (!request.operation.sends()) {
            return !isTransferred(endpoint, request);
        }
        boolean fails = request.operation.kind() == Kind.SEND_AND_INVALIDATE
                && (!isTakenBack(endpoint, request)
                        || endpoint.takenBack.contains(
                                Objects.requireNonNull(request.remote).binding()));
        return fails || shared.receives().stream().anyMatch(each -> ofReceive(each, request) != NdStatus.SUCCESS);
    }

    /** Says how a request would end if it ran now; null if it has to wait. */
    @Nullable
    NdStatus outcome(ModelEndpoint endpoint, Request request) {
        if (request.early != NdStatus.SUCCESS) {
            return request.early;
        }
        return switch (request.operation.kind()) {
            case SEND, SEND_AND_INVALIDATE -> ofSend(endpoint, request);
            case READ, WRITE, FETCH_AND_ADD, COMPARE_AND_SWAP -> ofTransfer(endpoint, request);
            case WRITE_WITH_IMMEDIATE -> ofWriteWithImmediate(endpoint, request);
            case INVALIDATE, INVALIDATE_TOKEN ->
                canTakeBack(endpoint, window(request)) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            case BIND, FAST_REGISTER ->
                request.bound || canBind(request) ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST;
            default -> throw new IllegalStateException(request.operation + " is no request");
        };
    }

    private boolean canTakeBack(ModelEndpoint endpoint, ModelWindow window) {
        return window.canBeTakenBackOn(endpoint) || (window.isBound() && !model.knows(Rule.HOLDERS_TAKE_BACK));
    }

    private static boolean canBind(Request request) {
        ModelWindow window = window(request);
        ModelMemory memory = request.memory;
        return memory != null && memory.isRegistered() && !window.isBound() && !window.isClosed();
    }

    private @Nullable NdStatus ofSend(ModelEndpoint endpoint, Request request) {
        if (!request.isReadable()) {
            return NdStatus.ACCESS_VIOLATION;
        }
        ModelEndpoint peer = model.peerOf(endpoint);
        Request receive = peer.nextReceive();
        if (receive == null) {
            boolean waits =
                    peer.shared == null || !peer.shared.receives().isEmpty() || model.knows(Rule.SHARED_SENDS_WAIT);
            return waits ? null : NdStatus.IO_TIMEOUT;
        }
        boolean fits = ofReceive(receive, request) == NdStatus.SUCCESS;
        boolean invalidates = request.operation.kind() == Kind.SEND_AND_INVALIDATE;
        return fits && (!invalidates || isTakenBack(endpoint, request)) ? NdStatus.SUCCESS : NdStatus.REMOTE_ERROR;
    }

    private boolean isTakenBack(ModelEndpoint endpoint, Request request) {
        ModelWindow window = Objects.requireNonNull(request.remote).window();
        return isBound(endpoint, request) && window.canBeTakenBackOn(model.peerOf(endpoint));
    }

    private static NdStatus ofReceive(Request receive, Request send) {
        if (send.operation.span().total() > receive.operation.span().total()) {
            return NdStatus.DATA_OVERRUN;
        }
        return receive.isFillable() ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }

    private NdStatus ofTransfer(ModelEndpoint endpoint, Request request) {
        return isTransferred(endpoint, request) ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }

    /** One that is refused takes no Receive, though there must be one: of a shared queue it is known that there is. */
    private @Nullable NdStatus ofWriteWithImmediate(ModelEndpoint endpoint, Request request) {
        NdStatus status = ofTransfer(endpoint, request);
        ModelEndpoint peer = model.peerOf(endpoint);
        boolean isRefused = peer.shared != null && status != NdStatus.SUCCESS;
        return peer.nextReceive() == null && !isRefused ? null : status;
    }

    /** Tells whether a Read, Write or atomic would succeed now. */
    boolean isTransferred(ModelEndpoint endpoint, Request request) {
        return request.early == NdStatus.SUCCESS && request.isGoodHere() && isGranted(endpoint, request);
    }

    private boolean isGranted(ModelEndpoint endpoint, Request request) {
        ModelWindow window = Objects.requireNonNull(request.remote).window();
        Operation operation = request.operation;
        Rule rule = window.isToken() ? Rule.TOKEN_RIGHTS : Rule.READ_ONLY_WINDOWS;
        int right = model.knows(rule) ? request.right() : OpFlags.NONE;
        return isBound(endpoint, request)
                && window.grants(right, operation.at(), operation.span().total())
                && (!operation.isAtomic() || (window.start() + operation.at()) % Long.BYTES == 0);
    }

    private boolean isBound(ModelEndpoint endpoint, Request request) {
        ModelWindow.View remote = Objects.requireNonNull(request.remote);
        return remote.side() != endpoint.side && remote.window().isNamedBy(remote, model.peerOf(endpoint));
    }

    private void carryOut(ModelEndpoint endpoint, Request request, NdStatus outcome) {
        switch (request.operation.kind()) {
            case SEND, SEND_AND_INVALIDATE -> deliver(endpoint, request, outcome);
            case READ, WRITE, FETCH_AND_ADD, COMPARE_AND_SWAP -> transfer(request, outcome);
            case WRITE_WITH_IMMEDIATE -> {
                transfer(request, outcome);
                tell(endpoint, request, outcome);
            }
            case INVALIDATE, INVALIDATE_TOKEN -> takeBack(request, outcome);
            case BIND, FAST_REGISTER -> {
                if (!request.bound && outcome == NdStatus.SUCCESS) {
                    bind(endpoint, request);
                }
            }
            default -> throw new IllegalStateException(request.operation + " is no request");
        }
        complete(endpoint, request, outcome);
        if (outcome == NdStatus.REMOTE_ERROR || failsAtPeer(request, outcome)) {
            leaveOpenBehind(endpoint, outcome == NdStatus.REMOTE_ERROR);
        }
        if (outcome != NdStatus.SUCCESS) {
            endpoint.fail();
            model.ends().begin(endpoint);
        }
    }

    private void takeBack(Request request, NdStatus outcome) {
        window(request).invalidateRan();
        Rule rule = window(request).isToken() ? Rule.TOKEN_REVOCATION : Rule.REVOCATION;
        if (outcome == NdStatus.SUCCESS && model.knows(rule)) {
            request.former = window(request).grant();
            window(request).unbind();
        }
    }

    /** Tells whether a Read, Write or atomic was good here, and was refused there. */
    private static boolean failsAtPeer(Request request, NdStatus outcome) {
        return outcome == NdStatus.ACCESS_VIOLATION
                && request.early == NdStatus.SUCCESS
                && !request.operation.sends()
                && request.isGoodHere();
    }

    /**
     * What was posted behind a request that fails at the peer may have been carried out: a direct Read or Write before an
     * earlier Send is received, and what is done here.
     */
    private void leaveOpenBehind(ModelEndpoint endpoint, boolean withTransfers) {
        int credit = model.peerOf(endpoint).receives.size(); // of a shared queue none is left for it
        for (Request each : endpoint.waiting) {
            if (each.operation.takesReceive() && --credit < 0) {
                return;
            }
            if (each.operation.kind() == Kind.INVALIDATE_TOKEN) {
                window(each).leaveOpen();
            } else if (withTransfers) {
                transferMaybe(endpoint, each);
            }
        }
    }

    private void transferMaybe(ModelEndpoint endpoint, Request request) {
        boolean isTransfer = request.remote != null && !request.operation.sends();
        if (isTransfer && isTransferred(endpoint, request)) {
            footprintOf(endpoint, request);
            transfer(request, NdStatus.SUCCESS);
            model.ends().leaveOpen(request, true);
        }
    }

    /**
     * Its process has died: messages of an endpoint may have come to Receives of the shared queue that have not completed,
     * and what was posted behind them may have been done.
     */
    public void leaveArrivalsOpen(ModelEndpoint dead) {
        ModelSharedQueue shared = model.peerOf(dead).shared;
        if (shared == null || !model.isUnderWay(shared)) {
            return;
        }
        for (Request each : dead.waiting) {
            if (!each.operation.sends()) {
                transferMaybe(dead, each);
                continue;
            }
            byte[] message = each.message();
            for (Request receive : shared.receives()) {
                if (receive.memory != null && receive.isFillable()) {
                    receive.memory.scatter(receive.operation.span(), message);
                }
            }
        }
    }

    /** The peer's process has died: supposes that messages of an endpoint found all Receives that there are. */
    public void supposeArrivals(ModelEndpoint survivor) {
        ModelEndpoint peer = model.peerOf(survivor);
        if (peer.shared != null) {
            for (Request each : List.copyOf(peer.shared.receives())) {
                peer.granted = each;
                runWaiting(survivor);
            }
        }
    }

    private void deliver(ModelEndpoint endpoint, Request request, NdStatus outcome) {
        ModelEndpoint peer = model.peerOf(endpoint);
        if (outcome != NdStatus.SUCCESS && outcome != NdStatus.REMOTE_ERROR) {
            return;
        }
        Request receive = Objects.requireNonNull(peer.nextReceive());
        peer.tookReceive();
        request.taken = receive;
        NdStatus status = ofReceive(receive, request);
        boolean fills = status == NdStatus.SUCCESS;
        if (fills && outcome == NdStatus.REMOTE_ERROR) {
            status = NdStatus.INVALID_DEVICE_REQUEST;
        }
        byte[] message = request.message();
        if (fills && receive.memory != null) {
            receive.memory.scatter(receive.operation.span(), message, receive);
            if (status != NdStatus.SUCCESS) {
                receive.memory.leaveOpen(receive);
            }
        }
        boolean solicited =
                status == NdStatus.SUCCESS && (request.operation.flags() & OpFlags.SEND_AND_SOLICIT_EVENT) != 0;
        if (status == NdStatus.SUCCESS && request.remote != null) {
            ModelWindow window = request.remote.window();
            long context = model.knows(Rule.TOKEN_CONTEXT) ? window.granted().context() : window.ownContext();
            request.former = window.grant();
            window.unbind();
            expectReceived(peer, RequestType.INVALIDATE, status, 0, context, false);
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

    /** Completes the Receive that tells of a Write. */
    private void tell(ModelEndpoint endpoint, Request request, NdStatus outcome) {
        ModelEndpoint peer = model.peerOf(endpoint);
        Request receive = peer.nextReceive();
        if (outcome != NdStatus.SUCCESS || receive == null || !model.knows(Rule.IMMEDIATE_TAKES_RECEIVE)) {
            return;
        }
        peer.tookReceive();
        request.taken = receive;
        long bytes = request.operation.span().total();
        int value = model.knows(Rule.IMMEDIATE_VALUE) ? Operation.immediate(request.context) : 0;
        peer.received.add(
                new Expected(RequestType.RECEIVE_WITH_IMMEDIATE, NdStatus.SUCCESS, bytes, receive.context, value));
        model.noted(peer, true, false, (request.operation.flags() & OpFlags.SEND_AND_SOLICIT_EVENT) != 0);
    }

    private void transfer(Request request, NdStatus outcome) {
        if (outcome != NdStatus.SUCCESS || request.remote == null) {
            return;
        }
        Operation operation = request.operation;
        ModelWindow window = request.remote.window();
        int at = (int) (window.start() + operation.at());
        if (operation.writes()) {
            byte[] data = request.message();
            window.memory().put(at, data, 0, data.length, request);
            return;
        }
        int length = (int) operation.span().total();
        byte[] found = window.memory().copy(at, length);
        if (operation.isAtomic()) {
            replace(window.memory(), at, request);
        }
        if (request.memory != null) {
            request.memory.scatter(operation.span(), found, request.sink);
        }
    }

    private void replace(ModelMemory memory, int at, Request request) {
        long former = memory.getLong(at);
        long operand = Operation.operand(request.context);
        if (request.operation.kind() == Kind.FETCH_AND_ADD) {
            memory.putLong(at, former + operand, request);
        } else if (former == request.expected || !model.knows(Rule.SWAP_COMPARES)) {
            memory.putLong(at, operand, request);
        }
    }

    /**
     * Returns what a CompareAndSwap is to compare with: mostly what is there.
     *
     * @param operation to be posted
     * @param context   of its request
     * @return the value
     */
    public long expectation(Operation operation, long context) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        boolean isToMatch =
                operation.kind() == Kind.COMPARE_AND_SWAP && operation.span().offset() % 4 != 0;
        if (isToMatch && !operation.namesForeign() && endpoint.isConnected()) {
            Request request = model.peek(operation, context);
            ModelWindow.View remote = Objects.requireNonNull(request.remote);
            if (operation.span().total() == Long.BYTES && isTransferred(endpoint, request)) {
                return remote.window().memory().getLong((int) (remote.window().start() + operation.at()));
            }
        }
        return ~Operation.operand(context);
    }

    private void complete(ModelEndpoint endpoint, Request request, NdStatus status) {
        Operation operation = request.operation;
        boolean success = status == NdStatus.SUCCESS;
        boolean moves = !operation.binds() && !operation.takesBack();
        long bytes = success && moves ? operation.span().total() : 0;
        Expected completion = new Expected(typeOf(operation.kind()), status, bytes, request.context);
        request.completion = completion;
        endpoint.carriedOut.add(request);
        if (success && request.isSilent()) {
            endpoint.initiatorsTaken--;
            endpoint.silentUnderWay++;
            return;
        }
        if (!success && operation.kind() == Kind.FAST_REGISTER) {
            ModelEnds.undoFastRegister(endpoint, request);
        }
        endpoint.initiated.add(completion);
        model.noted(endpoint, false, !success, false);
    }

    /** Notes which window or token a request uses or changes; a Bind at its post is in no order with what is under way. */
    private static void touch(ModelEndpoint endpoint, Request request) {
        boolean isOfPost = request.operation.kind() == Kind.BIND && request.bound;
        if (request.window != null && !isOfPost) {
            request.window.touch(endpoint, request, true);
        }
        if (request.remote != null && request.remote.side() != endpoint.side) {
            request.remote.window().touch(endpoint, request, request.operation.sends());
        }
    }

    public static RequestType typeOf(Kind kind) {
        return switch (kind) {
            case SEND, SEND_AND_INVALIDATE -> RequestType.SEND;
            case READ -> RequestType.READ;
            case WRITE, WRITE_WITH_IMMEDIATE -> RequestType.WRITE;
            case FETCH_AND_ADD -> RequestType.FETCH_AND_ADD;
            case COMPARE_AND_SWAP -> RequestType.COMPARE_AND_SWAP;
            case BIND -> RequestType.BIND;
            case INVALIDATE, INVALIDATE_TOKEN -> RequestType.INVALIDATE;
            case FAST_REGISTER -> RequestType.FAST_REGISTER;
            default -> throw new IllegalStateException(kind + " is no request");
        };
    }

    void expectReceived(
            ModelEndpoint endpoint, RequestType type, NdStatus status, long bytes, long context, boolean solicited) {
        endpoint.received.add(new Expected(type, status, bytes, context));
        model.noted(endpoint, true, status != NdStatus.SUCCESS, solicited);
    }

    /** Returns the memory that a request uses if it runs now and succeeds. */
    List<Access> accesses(ModelEndpoint endpoint, Request request) {
        Operation operation = request.operation;
        List<Access> found = new ArrayList<>(2);
        if (operation.binds() || operation.takesBack()) {
            return found;
        }
        addLocal(found, endpoint, request, operation.brings() ? Use.READ_SINK : Use.GATHER);
        if (operation.sends()) {
            addArrivals(found, endpoint, request);
        }
        boolean isTransfer = operation.brings() || operation.writes();
        if (isTransfer && isBound(endpoint, request)) {
            ModelWindow window = Objects.requireNonNull(request.remote).window();
            Use transfer = operation.writes() ? Use.REMOTE_WRITE : Use.REMOTE_READ;
            Use use = operation.isAtomic() ? Use.REMOTE_ATOMIC : transfer;
            found.add(access(window.memory(), window.start() + operation.at(), operation, use, endpoint));
        }
        return found;
    }

    /** Adds the Receive that a message takes; of a shared queue, all that it may take. */
    private void addArrivals(List<Access> found, ModelEndpoint endpoint, Request send) {
        ModelEndpoint peer = model.peerOf(endpoint);
        Request next = peer.nextReceive();
        if (next == null && peer.shared != null) {
            peer.shared.receives().forEach(each -> addArrival(found, endpoint, send, each, Use.SHARED_ARRIVAL));
        } else if (next != null) {
            addArrival(found, endpoint, send, next, peer.shared == null ? Use.ARRIVAL : Use.SHARED_ARRIVAL);
        }
    }

    private static void addArrival(List<Access> found, ModelEndpoint endpoint, Request send, Request receive, Use use) {
        if (receive.memory != null) {
            Operation.Span whole = receive.operation.span();
            long end = whole.offset() + whole.total();
            found.add(new Access(receive.memory, whole.offset(), end, use, endpoint, send.operation.isFenced()));
        }
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

    static ModelWindow window(Request request) {
        return Objects.requireNonNull(request.window);
    }
}
