// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.AdapterInfo;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.testing.model.nd.ModelEndpoint.State;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Inventory.RegionKind;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Kind;
import io.oriel.testing.model.operation.Operation.Span;
import io.oriel.testing.model.operation.OperationSource;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the calls of the model may return. Of several mistakes in one call Network Direct does not say which is reported:
 * each may be.
 */
public final class Answers {
    private static final int COMMON = OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE | OpFlags.DEFER;
    private static final int SEND = COMMON | OpFlags.SEND_AND_SOLICIT_EVENT | OpFlags.INLINE;
    private static final int CHANGES = OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
    private static final int RIGHTS = OpFlags.ALLOW_READ | CHANGES;
    private static final int BIND = COMMON | RIGHTS;

    private final NdModel model;
    private final AdapterInfo info;

    public Answers(NdModel model, AdapterInfo info) {
        this.model = model;
        this.info = info;
    }

    /** Returns what a call may return now. */
    public Set<NdStatus> to(Operation operation) {
        ModelEndpoint endpoint = model.endpointOf(operation);
        boolean isClosed = endpoint.state == State.CLOSED;
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
                    INVALIDATE_TOKEN,
                    RECEIVE -> toPost(endpoint, operation);
            case SHARED_RECEIVE -> toSharedReceive(operation);
            case MODIFY_SHARED -> toModifyShared(operation);
            case NOTIFY_SHARED ->
                only(model.sharedQueue(operation.side()).isClosed() ? NdStatus.INVALID_HANDLE : NdStatus.SUCCESS);
            case GET_TOKEN -> toGetToken(operation);
            case RESIZE -> toResize(operation);
            case START_BATCH, SUBMIT_BATCH -> only(isClosed ? NdStatus.INVALID_HANDLE : NdStatus.SUCCESS);
            case OPEN_WINDOW -> toOpen(endpoint, operation);
            case DEREGISTER -> only(toDeregister(operation));
            case FLUSH -> only(isClosed ? NdStatus.INVALID_HANDLE : NdStatus.SUCCESS);
            case DISCONNECT -> only(endpoint.wasConnected ? NdStatus.SUCCESS : NdStatus.CONNECTION_INVALID);
            default -> only(NdStatus.SUCCESS);
        };
    }

    private NdStatus toDeregister(Operation operation) {
        ModelMemory memory = model.region(operation.side(), operation.what());
        if (operation.flags() == OperationSource.ANEW) {
            return NdStatus.SUCCESS;
        }
        if (!memory.isRegistered()) {
            return NdStatus.INVALID_HANDLE;
        }
        return memory.isBound() ? NdStatus.DEVICE_BUSY : NdStatus.SUCCESS;
    }

    private Set<NdStatus> toOpen(ModelEndpoint endpoint, Operation operation) {
        if (!endpoint.isConnected()) {
            return only(refusal(endpoint));
        }
        boolean broken = (operation.flags() & OperationSource.BROKEN_FORMAT) != 0;
        return orRefusal(endpoint, only(broken ? NdStatus.INVALID_PARAMETER : NdStatus.SUCCESS));
    }

    /** While the end of a connection is under way it may have come, or not. */
    private static Set<NdStatus> orRefusal(ModelEndpoint endpoint, Set<NdStatus> answers) {
        addIf(answers, endpoint.isEnding(), NdStatus.CONNECTION_INVALID);
        return answers;
    }

    private NdStatus refusal(ModelEndpoint endpoint) {
        if (!model.knows(Rule.ANNOUNCED_ENDS_REFUSE)) {
            return NdStatus.SUCCESS;
        }
        return endpoint.state == State.CLOSED ? NdStatus.INVALID_HANDLE : NdStatus.CONNECTION_INVALID;
    }

    private Set<NdStatus> toGetToken(Operation operation) {
        Set<NdStatus> answers = EnumSet.noneOf(NdStatus.class);
        boolean isRegistered = model.region(operation.side(), operation.what()).isRegistered();
        boolean isBound = model.token(operation.side(), operation.what()).isBound();
        boolean isByRequest = Inventory.REGIONS.get(operation.what()).isFastRegistrable();
        addIf(answers, !isRegistered, NdStatus.INVALID_HANDLE);
        addIf(answers, isByRequest && !isBound, NdStatus.INVALID_DEVICE_STATE);
        addIf(answers, operation.at() != 0, NdStatus.INVALID_BUFFER_SIZE);
        return orSuccess(answers);
    }

    private Set<NdStatus> toResize(Operation operation) {
        long depth = operation.at();
        if (depth < 1 || depth > info.queues().maxCompletionQueueDepth()) {
            return only(NdStatus.INVALID_PARAMETER);
        }
        boolean overflows = depth < model.queued(operation.side(), operation.what());
        return only(
                overflows && model.knows(Rule.RESIZE_KEEPS_COMPLETIONS) ? NdStatus.BUFFER_OVERFLOW : NdStatus.SUCCESS);
    }

    private Set<NdStatus> toSharedReceive(Operation operation) {
        ModelSharedQueue shared = model.sharedQueue(operation.side());
        Set<NdStatus> answers = EnumSet.noneOf(NdStatus.class);
        addIf(answers, shared.isClosed(), NdStatus.INVALID_HANDLE);
        addIf(answers, shared.isFull(), NdStatus.NO_MORE_ENTRIES);
        addWrongList(answers, operation);
        return orSuccess(answers);
    }

    private Set<NdStatus> toModifyShared(Operation operation) {
        ModelSharedQueue shared = model.sharedQueue(operation.side());
        if (shared.isClosed()) {
            return only(NdStatus.INVALID_HANDLE);
        }
        long depth = operation.at() == 0 ? shared.depth() : operation.at();
        int threshold = operation.flags();
        Set<NdStatus> answers = EnumSet.noneOf(NdStatus.class);
        boolean isOutside = depth < 0 || depth > info.queues().maxSharedReceiveQueueDepth();
        addIf(answers, isOutside || threshold < 0 || threshold > depth, NdStatus.INVALID_PARAMETER);
        addIf(answers, !isOutside && depth < shared.slotsTaken(), NdStatus.BUFFER_OVERFLOW);
        return orSuccess(answers);
    }

    private Set<NdStatus> toPost(ModelEndpoint endpoint, Operation operation) {
        boolean isReceive = operation.kind() == Kind.RECEIVE;
        boolean takesIt = endpoint.isConnected() || (isReceive && endpoint.state == State.IDLE);
        if (!takesIt) {
            return only(refusal(endpoint));
        }
        if (isReceive && endpoint.shared != null) {
            return orRefusal(endpoint, only(NdStatus.INVALID_DEVICE_REQUEST));
        }
        Set<NdStatus> answers = EnumSet.noneOf(NdStatus.class);
        addWrongFlags(answers, operation);
        if (isReceive ? endpoint.isReceiveFull() : endpoint.isInitiatorFull()) {
            answers.add(NdStatus.NO_MORE_ENTRIES);
        }
        switch (operation.kind()) {
            case BIND, INVALIDATE -> addWrongWindow(answers, operation);
            case FAST_REGISTER, INVALIDATE_TOKEN -> addWrongToken(answers, operation);
            default -> addWrongList(answers, operation);
        }
        orSuccess(answers);
        addIf(answers, !isReceive && endpoint.mayBeFull(), NdStatus.NO_MORE_ENTRIES);
        return orRefusal(endpoint, answers);
    }

    private static void addWrongFlags(Set<NdStatus> answers, Operation operation) {
        int flags = operation.flags();
        switch (operation.kind()) {
            case SEND -> addIf(answers, (flags & ~SEND) != 0, NdStatus.INVALID_PARAMETER_4);
            case SEND_AND_INVALIDATE -> addIf(answers, (flags & ~SEND) != 0, NdStatus.INVALID_PARAMETER_5);
            case READ, FETCH_AND_ADD -> addIf(answers, (flags & ~COMMON) != 0, NdStatus.INVALID_PARAMETER_6);
            case COMPARE_AND_SWAP -> addIf(answers, (flags & ~COMMON) != 0, NdStatus.INVALID_PARAMETER_7);
            case WRITE_WITH_IMMEDIATE -> addIf(answers, (flags & ~SEND) != 0, NdStatus.INVALID_PARAMETER_6);
            case WRITE -> addIf(answers, (flags & ~(COMMON | OpFlags.INLINE)) != 0, NdStatus.INVALID_PARAMETER_6);
            case BIND -> addIf(answers, (flags & ~BIND) != 0, NdStatus.INVALID_PARAMETER_6);
            case FAST_REGISTER -> addIf(answers, (flags & ~BIND) != 0, NdStatus.INVALID_PARAMETER_5);
            case INVALIDATE, INVALIDATE_TOKEN -> addIf(answers, (flags & ~COMMON) != 0, NdStatus.INVALID_PARAMETER_3);
            default -> {
                // a Receive has none
            }
        }
    }

    private void addWrongList(Set<NdStatus> answers, Operation operation) {
        Span span = operation.span();
        addIf(answers, operation.namesForeignRemote(), NdStatus.INVALID_HANDLE);
        boolean isReceive = operation.kind() == Kind.RECEIVE || operation.kind() == Kind.SHARED_RECEIVE;
        boolean inline = operation.isInline() && !isReceive;
        if (span.entries() > 0) {
            boolean usable = span.region() == Span.BUFFER || isRegistered(operation);
            addIf(answers, !usable, NdStatus.INVALID_HANDLE);
            addIf(answers, span.region() == Span.BUFFER && !inline, NdStatus.ACCESS_VIOLATION);
        }
        addIf(answers, !inline && span.entries() > Inventory.MAX_SGE, NdStatus.DATA_OVERRUN);
        long most = inline ? Inventory.INLINE_SIZE : info.requests().maxTransferLength();
        addIf(answers, span.total() > most, NdStatus.BUFFER_OVERFLOW);
        if (operation.isAtomic()) {
            addIf(answers, span.total() != Long.BYTES, NdStatus.INVALID_BUFFER_SIZE);
            addIf(answers, operation.at() % Long.BYTES != 0, NdStatus.INVALID_PARAMETER_4);
        }
    }

    private void addWrongWindow(Set<NdStatus> answers, Operation operation) {
        boolean foreign = operation.namesForeignWindow()
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
        addIf(answers, isMisaligned(operation), NdStatus.INVALID_PARAMETER_4);
        boolean changes = (operation.flags() & CHANGES) != 0;
        addIf(answers, changes && !memory.isWritable(), NdStatus.ACCESS_VIOLATION);
        addIf(answers, operation.at() != 0, NdStatus.INVALID_PARAMETER_7);
    }

    private void addWrongToken(Set<NdStatus> answers, Operation operation) {
        if (!isRegistered(operation)) {
            answers.add(NdStatus.INVALID_HANDLE);
            return;
        }
        Span span = operation.span();
        RegionKind kind = Inventory.REGIONS.get(span.region());
        addIf(answers, !kind.isFastRegistrable(), NdStatus.INVALID_PARAMETER_2);
        if (operation.kind() == Kind.INVALIDATE_TOKEN) {
            return;
        }
        ModelMemory memory = model.region(operation.side(), span.region());
        boolean startsInside = memory.contains(span.offset(), 0);
        addIf(answers, !startsInside, NdStatus.INVALID_PARAMETER_3);
        addIf(answers, startsInside && !memory.contains(span.offset(), span.length()), NdStatus.INVALID_PARAMETER_4);
        addIf(answers, isMisaligned(operation), NdStatus.INVALID_PARAMETER_3);
        boolean asksTooMuch = (operation.flags() & RIGHTS & ~kind.remoteRights()) != 0;
        addIf(answers, asksTooMuch, NdStatus.ACCESS_VIOLATION);
        addIf(answers, operation.at() != 0, NdStatus.INVALID_PARAMETER_6);
    }

    /** Tells whether what is bound for atomics begins where none can be; all regions begin at good addresses. */
    private static boolean isMisaligned(Operation operation) {
        boolean isForAtomics = (operation.flags() & OpFlags.ALLOW_ATOMIC) != 0;
        return isForAtomics && operation.span().offset() % Long.BYTES != 0;
    }

    private boolean isRegistered(Operation operation) {
        int region = operation.span().region();
        return region != Span.FOREIGN && model.region(operation.side(), region).isRegistered();
    }

    private static void addIf(Set<NdStatus> answers, boolean wrong, NdStatus status) {
        if (wrong) {
            answers.add(status);
        }
    }

    private static Set<NdStatus> orSuccess(Set<NdStatus> answers) {
        if (answers.isEmpty()) {
            answers.add(NdStatus.SUCCESS);
        }
        return answers;
    }

    private static Set<NdStatus> only(NdStatus status) {
        return EnumSet.of(status);
    }
}
