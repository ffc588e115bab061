// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.AdapterInfo;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.model.nd.Footprint.Access;
import io.oriel.engine.model.nd.Footprint.Use;
import io.oriel.engine.model.nd.ModelEndpoint.State;
import io.oriel.engine.model.operation.Inventory;
import io.oriel.engine.model.operation.Operation;
import io.oriel.engine.model.operation.Operation.Kind;
import io.oriel.engine.model.operation.Operation.Span;
import io.oriel.engine.model.operation.OperationSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the calls of the model may return, and when. Of several mistakes in one call Network Direct does not say which is
 * reported: each may be.
 */
public final class ModelCalls {
    private static final int COMMON = OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE | OpFlags.DEFER;
    private static final int SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT | OpFlags.INLINE;
    private static final int BIND = COMMON | OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    private final NdModel model;
    private final long maxTransferLength;

    public ModelCalls(NdModel model, AdapterInfo info) {
        this.model = model;
        maxTransferLength = info.requests().maxTransferLength();
    }

    // Whether an operation makes sense now.

    /** Tells whether what an operation names is there, and its result can be told. */
    public boolean isApplicable(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case SEND, BIND, INVALIDATE -> isOrdered(endpoint, operation);
            case SEND_AND_INVALIDATE, READ, WRITE ->
                isForeignRemote(operation)
                        ? model.endpoint(operation.side(), 1 - operation.pair())
                                        .remotes[operation.what() - Inventory.REMOTE_WINDOWS]
                                != null
                        : endpoint.remotes[operation.what()] != null && isOrdered(endpoint, operation);
            case OPEN_WINDOW -> model.viewToOpen(operation) != null;
            case FILL ->
                model.region(operation.side(), operation.span().region()).isReadable(operation.span());
            case RENEW -> canBeRenewed(endpoint) && canBeRenewed(model.peerOf(endpoint));
            case CONNECT -> endpoint.state == State.IDLE && model.peerOf(endpoint).state == State.IDLE;
            case RACE -> isRace(endpoint, operation);
            case CLOSE_WINDOW ->
                operation.flags() != OperationSource.ANEW
                        || model.window(operation.side(), operation.what()).isClosed();
            case DEREGISTER ->
                operation.flags() != OperationSource.ANEW
                        || !model.region(operation.side(), operation.what()).isRegistered();
            case RECEIVE, IDLE, SETTLE, NOTIFY, FLUSH, DISCONNECT, CLOSE -> true;
        };
    }

    private static boolean canBeRenewed(ModelEndpoint endpoint) {
        return !endpoint.isConnected() && endpoint.receives.isEmpty();
    }

    /** Tells whether a request uses no memory in an order that is left open relative to those that wait before it. */
    private boolean isOrdered(ModelEndpoint endpoint, Operation operation) {
        if (endpoint.waiting.isEmpty() || isForeignWindow(operation)) {
            return true;
        }
        boolean afterRead = endpoint.waitsWith(Kind.READ) && !operation.isFenced();
        if (afterRead && (operation.kind() == Kind.SEND_AND_INVALIDATE || operation.kind() == Kind.WRITE)) {
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
        Request request = model.peek(use, 0);
        ModelExecution.capture(user, request);
        return view.side() == owner.side
                && !user.isInitiatorFull()
                && !owner.isInitiatorFull()
                && answersToPost(user, use).contains(NdStatus.SUCCESS)
                && model.execution().outcome(user, request) == NdStatus.SUCCESS;
    }

    /** Tells whether an operation ends a connection, or cannot do anything; a sequence needs few of these. */
    public boolean isDull(Operation operation) {
        if (!isApplicable(operation)) {
            return true;
        }
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case SEND, SEND_AND_INVALIDATE, READ, WRITE, BIND, INVALIDATE ->
                !endpoint.isConnected()
                        || (!isForeignRemote(operation) && !isForeignWindow(operation) && isDullRequest(operation));
            case RECEIVE -> isDullReceive(endpoint, operation);
            case OPEN_WINDOW -> !endpoint.isConnected() || !isOfUse(operation);
            case FLUSH, DISCONNECT, CLOSE -> true;
            default -> false;
        };
    }

    private boolean isDullRequest(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        Request request = model.peek(operation, 0);
        ModelExecution.capture(endpoint, request);
        NdStatus outcome = model.execution().outcome(endpoint, request);
        return outcome != null && outcome != NdStatus.SUCCESS;
    }

    private boolean isDullReceive(ModelEndpoint endpoint, Operation operation) {
        Request next = model.peerOf(endpoint).waiting.peek();
        boolean tooShort =
                next != null && next.operation.span().total() > operation.span().total();
        return tooShort || !(endpoint.isConnected() || endpoint.state == State.IDLE) || endpoint.isReceiveFull();
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
            case SEND, SEND_AND_INVALIDATE, READ, WRITE, BIND, INVALIDATE ->
                endpoint.isConnected()
                        && !isForeignWindow(operation)
                        && !isForeignRemote(operation)
                        && mustSettleBeforeRequest(endpoint, operation);
            case RECEIVE -> !model.peerOf(endpoint).waiting.isEmpty();
            case OPEN_WINDOW -> (operation.flags() & OperationSource.REUSE) != 0;
            case FILL -> model.footprint().conflictsWith(List.of(fill(endpoint, operation)));
            case NOTIFY, CLOSE_WINDOW, DEREGISTER, RACE, FLUSH, DISCONNECT, CLOSE, RENEW, CONNECT -> true;
        };
    }

    private Access fill(ModelEndpoint endpoint, Operation operation) {
        Span span = operation.span();
        ModelMemory memory = model.region(operation.side(), span.region());
        return new Access(memory, span.offset(), span.offset() + span.length(), Use.ARRIVAL, endpoint, false);
    }

    private boolean mustSettleBeforeRequest(ModelEndpoint endpoint, Operation operation) {
        Request request = model.peek(operation, 0);
        ModelWindow.View remote = request.remote;
        ModelWindow own = request.window;
        if (own != null && own.isTouchedByOtherThan(endpoint)) {
            return true;
        }
        if (remote != null && remote.window().isTouchedByOtherThan(endpoint)) {
            return true;
        }
        boolean isWaiting = !endpoint.waiting.isEmpty();
        boolean binds = operation.kind() == Kind.BIND;
        if (binds && own != null && (operation.isFenced() || isWaiting || own.isBound())) {
            return true;
        }
        boolean conflicts = model.footprint().conflictsWith(model.execution().accesses(endpoint, request));
        if (isWaiting) {
            return conflicts && operation.isInline(); // its data is taken now
        }
        if (operation.kind() == Kind.SEND_AND_INVALIDATE
                && !operation.isFenced()
                && model.footprint().hasReadsOf(endpoint)) {
            return true;
        }
        ModelExecution.capture(endpoint, request);
        NdStatus outcome = model.execution().outcome(endpoint, request);
        return conflicts || (outcome != null && outcome != NdStatus.SUCCESS);
    }

    // What a call may return.

    public Set<NdStatus> answers(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        return switch (operation.kind()) {
            case SEND, SEND_AND_INVALIDATE, READ, WRITE, BIND, INVALIDATE, RECEIVE ->
                answersToPost(endpoint, operation);
            case OPEN_WINDOW -> answersToOpen(endpoint, operation);
            case DEREGISTER -> only(answerToDeregister(operation));
            case FLUSH -> only(endpoint.state == State.CLOSED ? NdStatus.INVALID_HANDLE : NdStatus.SUCCESS);
            case DISCONNECT -> only(endpoint.wasConnected ? NdStatus.SUCCESS : NdStatus.CONNECTION_INVALID);
            default -> only(NdStatus.SUCCESS);
        };
    }

    private NdStatus answerToDeregister(Operation operation) {
        ModelMemory memory = model.region(operation.side(), operation.what());
        if (operation.flags() == OperationSource.ANEW) {
            return NdStatus.SUCCESS;
        }
        if (!memory.isRegistered()) {
            return NdStatus.INVALID_HANDLE;
        }
        return memory.isBound() ? NdStatus.DEVICE_BUSY : NdStatus.SUCCESS;
    }

    private static Set<NdStatus> answersToOpen(ModelEndpoint endpoint, Operation operation) {
        if (!endpoint.isConnected()) {
            return only(refusal(endpoint));
        }
        boolean broken = (operation.flags() & OperationSource.BROKEN_FORMAT) != 0;
        return only(broken ? NdStatus.INVALID_PARAMETER : NdStatus.SUCCESS);
    }

    private static NdStatus refusal(ModelEndpoint endpoint) {
        return endpoint.state == State.CLOSED ? NdStatus.INVALID_HANDLE : NdStatus.CONNECTION_INVALID;
    }

    private Set<NdStatus> answersToPost(ModelEndpoint endpoint, Operation operation) {
        boolean isReceive = operation.kind() == Kind.RECEIVE;
        boolean takesIt = endpoint.isConnected() || (isReceive && endpoint.state == State.IDLE);
        if (!takesIt) {
            return only(refusal(endpoint));
        }
        Set<NdStatus> answers = EnumSet.noneOf(NdStatus.class);
        addWrongFlags(answers, operation);
        if (isReceive ? endpoint.isReceiveFull() : endpoint.isInitiatorFull()) {
            answers.add(NdStatus.NO_MORE_ENTRIES);
        }
        if (operation.kind() == Kind.BIND || operation.kind() == Kind.INVALIDATE) {
            addWrongWindow(answers, operation);
        } else {
            addWrongList(answers, operation);
        }
        if (answers.isEmpty()) {
            answers.add(NdStatus.SUCCESS);
        }
        addIf(answers, !isReceive && endpoint.mayBeFull(), NdStatus.NO_MORE_ENTRIES);
        return answers;
    }

    private static void addWrongFlags(Set<NdStatus> answers, Operation operation) {
        int flags = operation.flags();
        switch (operation.kind()) {
            case SEND -> addIf(answers, (flags & ~SEND) != 0, NdStatus.INVALID_PARAMETER_4);
            case SEND_AND_INVALIDATE -> addIf(answers, (flags & ~SEND) != 0, NdStatus.INVALID_PARAMETER_5);
            case READ -> addIf(answers, (flags & ~COMMON) != 0, NdStatus.INVALID_PARAMETER_6);
            case WRITE -> addIf(answers, (flags & ~(COMMON | OpFlags.INLINE)) != 0, NdStatus.INVALID_PARAMETER_6);
            case BIND -> addIf(answers, (flags & ~BIND) != 0, NdStatus.INVALID_PARAMETER_6);
            case INVALIDATE -> addIf(answers, (flags & ~COMMON) != 0, NdStatus.INVALID_PARAMETER_3);
            default -> {
                // a Receive has none
            }
        }
    }

    private void addWrongList(Set<NdStatus> answers, Operation operation) {
        Span span = operation.span();
        addIf(answers, isForeignRemote(operation), NdStatus.INVALID_HANDLE);
        boolean inline = operation.isInline() && operation.kind() != Kind.RECEIVE;
        if (span.entries() > 0) {
            boolean usable = span.region() == Span.BUFFER || isRegistered(operation);
            addIf(answers, !usable, NdStatus.INVALID_HANDLE);
            addIf(answers, span.region() == Span.BUFFER && !inline, NdStatus.ACCESS_VIOLATION);
        }
        addIf(answers, !inline && span.entries() > Inventory.MAX_SGE, NdStatus.DATA_OVERRUN);
        long most = inline ? Inventory.INLINE_SIZE : maxTransferLength;
        addIf(answers, span.total() > most, NdStatus.BUFFER_OVERFLOW);
    }

    private void addWrongWindow(Set<NdStatus> answers, Operation operation) {
        boolean foreign = isForeignWindow(operation)
                || model.window(operation.side(), operation.what()).isClosed();
        addIf(answers, foreign, NdStatus.INVALID_HANDLE);
        if (operation.kind() == Kind.INVALIDATE) {
            return;
        }
        Span span = operation.span();
        if (!isRegistered(operation)) {
            answers.add(NdStatus.INVALID_HANDLE);
            return;
        }
        ModelMemory memory = model.region(operation.side(), span.region());
        boolean startsInside = memory.contains(span.offset(), 0);
        addIf(answers, !startsInside, NdStatus.INVALID_PARAMETER_4);
        addIf(answers, startsInside && !memory.contains(span.offset(), span.length()), NdStatus.INVALID_PARAMETER_5);
        boolean writes = (operation.flags() & OpFlags.ALLOW_WRITE) != 0;
        addIf(answers, writes && !memory.isWritable(), NdStatus.ACCESS_VIOLATION);
        addIf(answers, operation.at() != 0, NdStatus.INVALID_PARAMETER_7);
    }

    private boolean isRegistered(Operation operation) {
        int region = operation.span().region();
        return region != Span.FOREIGN && model.region(operation.side(), region).isRegistered();
    }

    private static boolean isForeignRemote(Operation operation) {
        return operation.isRemote() && operation.what() >= Inventory.REMOTE_WINDOWS;
    }

    private static boolean isForeignWindow(Operation operation) {
        boolean isOfWindow = operation.kind() == Kind.BIND || operation.kind() == Kind.INVALIDATE;
        return isOfWindow && operation.what() >= Inventory.WINDOWS;
    }

    private static void addIf(Set<NdStatus> answers, boolean wrong, NdStatus status) {
        if (wrong) {
            answers.add(status);
        }
    }

    private static Set<NdStatus> only(NdStatus status) {
        return EnumSet.of(status);
    }
}
