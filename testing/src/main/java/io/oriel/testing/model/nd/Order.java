// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.testing.model.nd.Footprint.Access;
import io.oriel.testing.model.nd.Footprint.Use;
import io.oriel.testing.model.nd.ModelEndpoint.State;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Kind;
import io.oriel.testing.model.operation.Operation.Span;
import io.oriel.testing.model.operation.OperationSource;
import java.util.List;
import java.util.stream.IntStream;

/** Which operations make sense now, and when everything must have arrived, so that a result can be told. */
public final class Order {
    private final NdModel model;
    private final Answers answers;

    public Order(NdModel model, Answers answers) {
        this.model = model;
        this.answers = answers;
    }

    /** Tells whether what an operation names is there, and its result can be told. */
    public boolean isApplicable(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case SEND -> isOrdered(endpoint, operation) && leavesEnough(endpoint, operation);
            case BIND, INVALIDATE, FAST_REGISTER, INVALIDATE_TOKEN -> isOrdered(endpoint, operation);
            case WRITE_WITH_IMMEDIATE -> hasRemote(endpoint, operation) && isServed(endpoint, operation);
            case SEND_AND_INVALIDATE -> hasRemote(endpoint, operation) && leavesEnough(endpoint, operation);
            case READ, WRITE, FETCH_AND_ADD, COMPARE_AND_SWAP -> hasRemote(endpoint, operation);
            case OPEN_WINDOW -> model.viewToOpen(operation) != null;
            case FILL ->
                model.region(operation.side(), operation.span().region()).isReadable(operation.span());
            case RENEW ->
                canBeRenewed(endpoint, operation.flags()) && canBeRenewed(model.peerOf(endpoint), operation.flags());
            case CONNECT -> endpoint.state == State.IDLE && model.peerOf(endpoint).state == State.IDLE;
            case RACE -> isRace(endpoint, operation);
            case CLOSE_WINDOW ->
                operation.flags() != OperationSource.ANEW
                        || model.window(operation.side(), operation.what()).isClosed();
            case DEREGISTER ->
                operation.flags() != OperationSource.ANEW
                        || !model.region(operation.side(), operation.what()).isRegistered();
            case SHARED_RECEIVE -> isApart(operation);
            case RECEIVE -> mayArrive(operation, List.of(model.peerOf(endpoint)));
            case CLOSE_SHARED ->
                operation.flags() != OperationSource.ANEW
                        || model.sharedQueue(operation.side()).isClosed();
            case GET_TOKEN,
                    MODIFY_SHARED,
                    NOTIFY_SHARED,
                    RESIZE,
                    START_BATCH,
                    SUBMIT_BATCH,
                    IDLE,
                    SETTLE,
                    NOTIFY,
                    FLUSH,
                    DISCONNECT,
                    CLOSE -> true;
        };
    }

    /** Tells whether a request's remote window is there. */
    private boolean hasRemote(ModelEndpoint endpoint, Operation operation) {
        return operation.namesForeignRemote()
                ? model.endpoint(operation.side(), operation.otherPair())
                                .remotes[operation.what() - Inventory.REMOTE_WINDOWS]
                        != null
                : endpoint.remotes[operation.what()] != null && isOrdered(endpoint, operation);
    }

    /**
     * Tells whether it is known when a Write that tells fails, if it does. It takes no Receive then, which cannot be seen of
     * a shared queue; and whether it waits for one at all is open if its window is not bound any more.
     */
    private boolean isServed(ModelEndpoint endpoint, Operation operation) {
        if (operation.namesForeign() || !endpoint.isConnected()) {
            return true;
        }
        ModelEndpoint peer = model.peerOf(endpoint);
        if (peer.shared != null) {
            return hasOneMore(peer.shared);
        }
        Request request = model.peek(operation, 0);
        ModelExecution.capture(endpoint, request);
        boolean findsReceive = endpoint.waiting.isEmpty() && peer.nextReceive() != null;
        return findsReceive
                || request.early != NdStatus.SUCCESS
                || model.execution().isTransferred(endpoint, request);
    }

    /** Tells whether a message leaves Receives of a shared queue to the Writes that tell: it may be served before them. */
    private boolean leavesEnough(ModelEndpoint endpoint, Operation operation) {
        ModelSharedQueue shared = model.peerOf(endpoint).shared;
        if (shared == null || operation.namesForeign() || !endpoint.isConnected()) {
            return true;
        }
        return hasOneMore(shared) || !hasWriteThatTells(shared);
    }

    private boolean hasWriteThatTells(ModelSharedQueue shared) {
        return model.waitingFor(shared).stream()
                .flatMap(each -> each.waiting.stream())
                .anyMatch(each -> each.operation.kind() == Kind.WRITE_WITH_IMMEDIATE);
    }

    /** Tells whether a shared queue has a Receive for everything that waits, and for one message more. */
    private boolean hasOneMore(ModelSharedQueue shared) {
        return shared.receives().size() > sendsWaitingFor(shared);
    }

    private int sendsWaitingFor(ModelSharedQueue shared) {
        return model.waitingFor(shared).stream()
                .mapToInt(ModelEndpoint::sendsWaiting)
                .sum();
    }

    private boolean canBeRenewed(ModelEndpoint endpoint, int sharing) {
        boolean hasQueue = !Inventory.shares(sharing, endpoint.side)
                || !model.sharedQueue(endpoint.side).isClosed();
        boolean isFree = !endpoint.isConnected() && endpoint.receives.isEmpty();
        return (isFree || endpoint.isEnding()) && hasQueue;
    }

    /** Receives of a shared queue must not overlap: nobody could say which message comes last. */
    private boolean isApart(Operation operation) {
        ModelMemory memory = model.memoryOf(operation);
        ModelSharedQueue shared = model.sharedQueue(operation.side());
        boolean overlaps = memory != null && shared.overlaps(memory, operation.span());
        return !overlaps && mayArrive(operation, model.waitingFor(shared));
    }

    /** A message that waits for a Receive must not arrive where what waits behind it is at work: their order is open. */
    private boolean mayArrive(Operation operation, List<ModelEndpoint> senders) {
        ModelMemory memory = model.memoryOf(operation);
        Span span = operation.span();
        if (memory == null || !memory.contains(span.offset(), span.total())) {
            return true;
        }
        long end = span.offset() + span.total();
        return senders.stream().noneMatch(sender -> {
            Access arrival = new Access(memory, span.offset(), end, Use.ARRIVAL, sender, false);
            return sender.waiting.stream()
                    .flatMap(each -> model.execution().accesses(sender, each).stream())
                    .anyMatch(arrival::conflictsWith);
        });
    }

    /** Tells whether a request uses no memory in an order that is left open relative to those that wait before it. */
    private boolean isOrdered(ModelEndpoint endpoint, Operation operation) {
        if (endpoint.waiting.isEmpty() || operation.namesForeignWindow()) {
            return true;
        }
        boolean afterRead = endpoint.waitsWithRead() && !operation.isFenced();
        if (afterRead && operation.isRemote() && operation.kind() != Kind.READ) {
            return false;
        }
        List<Access> later = model.execution().accesses(endpoint, model.peek(operation, 0));
        for (Request each : endpoint.waiting) {
            for (Access earlier : model.execution().accesses(endpoint, each)) {
                if (later.stream().anyMatch(earlier::conflictsWith)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Tells whether user and owner can race for a window: bound, with nothing waiting on either side. */
    private boolean isRace(ModelEndpoint user, Operation operation) {
        ModelWindow.View view = user.remotes[operation.what()];
        ModelEndpoint owner = model.peerOf(user);
        if (view == null || !user.isConnected() || !user.waiting.isEmpty() || !owner.waiting.isEmpty()) {
            return false;
        }
        Operation use = operation.use();
        if (owner.shared != null && use.sends()) {
            return false; // which Receive it takes is not known
        }
        Request request = model.peek(use, 0);
        ModelExecution.capture(user, request);
        return view.side() == owner.side
                && !user.isInitiatorFull()
                && !owner.isInitiatorFull()
                && view.window().canBeTakenBackOn(owner)
                && !model.isAboutToChange(view.window())
                && answers.to(use).contains(NdStatus.SUCCESS)
                && model.execution().outcome(user, request) == NdStatus.SUCCESS;
    }

    /** Tells whether an operation ends a connection, or cannot do anything; a sequence needs few of these. */
    public boolean isDull(Operation operation) {
        if (!isApplicable(operation)) {
            return true;
        }
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case SEND,
                    SEND_AND_INVALIDATE,
                    READ,
                    WRITE,
                    WRITE_WITH_IMMEDIATE,
                    FETCH_AND_ADD,
                    COMPARE_AND_SWAP,
                    BIND,
                    INVALIDATE,
                    FAST_REGISTER,
                    INVALIDATE_TOKEN ->
                !endpoint.isConnected()
                        || (operation.binds() && !answers.to(operation).contains(NdStatus.SUCCESS))
                        || (!operation.namesForeign() && isDullRequest(operation));
            case RECEIVE -> endpoint.shared != null || isDullReceive(endpoint, operation);
            case SHARED_RECEIVE -> isDullSharedReceive(operation);
            case GET_TOKEN -> !answers.to(operation).contains(NdStatus.SUCCESS);
            case RESIZE -> operation.at() < 1 || operation.at() >= model.queued(operation.side(), operation.what());
            case OPEN_WINDOW -> !endpoint.isConnected() || !isOfUse(operation);
            case FLUSH, DISCONNECT, CLOSE -> !endpoint.isConnected();
            case CLOSE_SHARED -> operation.flags() != OperationSource.ANEW;
            default -> false;
        };
    }

    private boolean isDullRequest(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        Request request = model.peek(operation, 0);
        ModelExecution.capture(endpoint, request);
        NdStatus outcome = model.execution().outcome(endpoint, request);
        return (outcome != null && outcome != NdStatus.SUCCESS)
                || model.execution().mayFailAtSharedQueue(endpoint, request);
    }

    private boolean isDullReceive(ModelEndpoint endpoint, Operation operation) {
        Request next = model.peerOf(endpoint).waiting.peek();
        boolean tooShort = next != null
                && next.operation.sends()
                && next.operation.span().total() > operation.span().total();
        return tooShort || !(endpoint.isConnected() || endpoint.state == State.IDLE) || endpoint.isReceiveFull();
    }

    private boolean isDullSharedReceive(Operation operation) {
        ModelSharedQueue shared = model.sharedQueue(operation.side());
        long room = operation.span().total();
        return shared.isClosed()
                || shared.isFull()
                || model.waitingFor(shared).stream()
                        .anyMatch(
                                each -> each.waiting.element().operation.span().total() > room);
    }

    /** Tells whether a descriptor is that of a present binding for the endpoint that opens it. */
    private boolean isOfUse(Operation operation) {
        ModelWindow.View view = model.viewToOpen(operation);
        return view != null && view.window().isNamedBy(view, model.peerOf(model.endpointOf(operation)));
    }

    /** Tells whether everything must have arrived before an operation, for its result to be told. */
    public boolean mustSettleBefore(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case IDLE, SETTLE -> false;
            case SEND,
                    SEND_AND_INVALIDATE,
                    READ,
                    WRITE,
                    WRITE_WITH_IMMEDIATE,
                    FETCH_AND_ADD,
                    COMPARE_AND_SWAP,
                    BIND,
                    INVALIDATE,
                    FAST_REGISTER,
                    INVALIDATE_TOKEN ->
                endpoint.isConnected()
                        && !operation.namesForeign()
                        && (mustSettleBeforeLast(endpoint, operation) || mustSettleBeforeRequest(endpoint, operation));
            case SHARED_RECEIVE -> mustSettleBeforeSharedReceive(model.sharedQueue(operation.side()));
            case GET_TOKEN -> Inventory.REGIONS.get(operation.what()).isFastRegistrable();
            case RESIZE ->
                model.isUnderWay(model.sharedQueue(0))
                        || model.isUnderWay(model.sharedQueue(1))
                        || !model.ending().isEmpty();
            case START_BATCH, SUBMIT_BATCH, CONNECT -> false;
            case FLUSH, DISCONNECT, CLOSE -> concernsOthers(endpoint) || concernsOthers(model.peerOf(endpoint));
            case RENEW -> awaitsReceives(endpoint) || awaitsReceives(model.peerOf(endpoint));
            case CLOSE_WINDOW ->
                operation.flags() != OperationSource.ANEW
                        && model.window(operation.side(), operation.what()).isInMotion();
            case DEREGISTER ->
                operation.flags() != OperationSource.ANEW
                        && (model.isInMotion(operation.side(), operation.what()) || mayEndOne(operation.side()));
            case RECEIVE -> !model.peerOf(endpoint).waiting.isEmpty();
            case OPEN_WINDOW -> (operation.flags() & OperationSource.REUSE) != 0;
            case FILL -> model.footprint().conflictsWith(List.of(fill(endpoint, operation)));
            case NOTIFY, NOTIFY_SHARED, MODIFY_SHARED, CLOSE_SHARED, RACE -> true;
        };
    }

    /**
     * Tells whether everything must arrive after an operation, before anything else: which message takes which Receive is
     * open, and one that cannot be taken ends a connection.
     */
    public boolean mustSettleAfter(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        if (operation.kind() == Kind.SHARED_RECEIVE) {
            return !model.waitingFor(model.sharedQueue(operation.side())).isEmpty();
        }
        return operation.takesReceive()
                && endpoint.isConnected()
                && !operation.namesForeign()
                && model.execution().mayFailAtSharedQueue(endpoint, model.peek(operation, 0));
    }

    /** A Receive for one who waits, or who may have to, comes alone; so does one that a notification depends on. */
    private boolean mustSettleBeforeSharedReceive(ModelSharedQueue shared) {
        int sends = sendsWaitingFor(shared);
        return sends > shared.receives().size() || (sends > 0 && shared.isAsked());
    }

    /** Tells whether Receives have been canceled of an endpoint that was never connected. */
    private static boolean awaitsReceives(ModelEndpoint endpoint) {
        return !endpoint.isEnding() && !endpoint.received.isEmpty();
    }

    private Access fill(ModelEndpoint endpoint, Operation operation) {
        Span span = operation.span();
        ModelMemory memory = model.region(operation.side(), span.region());
        return new Access(memory, span.offset(), span.offset() + span.length(), Use.ARRIVAL, endpoint, false);
    }

    /**
     * Tells whether it is open what a request does on an endpoint that may end at any time: a token outlives it, behind a
     * request that has failed others may be carried out or not (a Read may fail when its answer comes), and a message may
     * find a Receive of a shared queue.
     */
    private boolean mustSettleBeforeLast(ModelEndpoint endpoint, Operation operation) {
        if (!endpoint.isEnding()) {
            return false;
        }
        boolean isOfToken = operation.kind() == Kind.FAST_REGISTER || operation.kind() == Kind.INVALIDATE_TOKEN;
        return isOfToken
                || (endpoint.hasFailed() && (operation.isRemote() || operation.sends()))
                || (operation.takesReceive() && model.peerOf(endpoint).shared != null);
    }

    private boolean mustSettleBeforeRequest(ModelEndpoint endpoint, Operation operation) {
        Request request = model.peek(operation, 0);
        ModelWindow.View remote = request.remote;
        ModelWindow own = request.window;
        if (own != null && own.isTouchedByOtherThan(endpoint, true)) {
            return true;
        }
        if (remote != null && remote.window().isTouchedByOtherThan(endpoint, operation.sends())) {
            return true;
        }
        boolean isWaiting = !endpoint.waiting.isEmpty();
        ModelSharedQueue shared = model.peerOf(endpoint).shared;
        boolean mayRun = shared != null && !shared.receives().isEmpty();
        if (operation.binds() && own != null && (operation.isFenced() || isWaiting || own.isAboutToEnd())) {
            return true;
        }
        boolean conflicts = model.footprint().conflictsWith(model.execution().accesses(endpoint, request));
        if (isWaiting && !mayRun) {
            return conflicts && operation.isInline(); // its data is taken now
        }
        if (operation.kind() == Kind.SEND_AND_INVALIDATE
                && !operation.isFenced()
                && model.footprint().hasReadsOf(endpoint)) {
            return true;
        }
        ModelExecution.capture(endpoint, request);
        return conflicts || mayFailUnseen(endpoint, request);
    }

    /** Tells whether what an endpoint has under way would end in an open way for others, if its connection ended now. */
    private static boolean concernsOthers(ModelEndpoint endpoint) {
        return endpoint.hasSharedMessages() || endpoint.hasTokensInUse();
    }

    /** Tells whether requests wait on a side whose failure would end in an open way for others. */
    private boolean mayEndOne(int side) {
        return IntStream.range(0, Inventory.PAIRS)
                .mapToObj(pair -> model.endpoint(side, pair))
                .filter(each -> !each.waiting.isEmpty())
                .anyMatch(each -> concernsOthers(each) || concernsOthers(each.peer()));
    }

    /** Tells whether a request may end the connection though nobody could say which messages of it have come. */
    private boolean mayFailUnseen(ModelEndpoint endpoint, Request request) {
        if (concernsOthers(endpoint) || concernsOthers(model.peerOf(endpoint))) {
            return model.execution().mayFail(endpoint, request);
        }
        return model.execution().mayFailAtSharedQueue(endpoint, request)
                || model.execution().isTakenBackBefore(request);
    }
}
