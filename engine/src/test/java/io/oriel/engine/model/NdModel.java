// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.model.ModelEndpoint.Request;
import io.oriel.engine.model.ModelEndpoint.State;
import io.oriel.engine.model.Operation.Kind;
import io.oriel.engine.model.Operation.Span;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two adapters of Network Direct in plain Java: what every call may return, which completions must appear, and what all
 * memory must hold. Requests take effect at their post, or when the Receive comes that they wait for.
 */
final class NdModel {
    static final int SIDES = 2;
    static final int PAIRS = 2;
    static final int WINDOWS = 4;
    static final int QUEUES = 3;
    static final int BUFFER_LENGTH = 512;

    /** What a model may be made to forget, so that it can be seen to be missed. */
    enum Rule {
        REVOCATION,
        READ_ONLY_WINDOWS,
        RECEIVE_LENGTH
    }

    /**
     * What a region is like.
     *
     * @param length   bytes
     * @param writable it allows local writing
     * @param mapped   it is allocated by the adapter, not registered
     * @param inbox    it takes Receives and has no windows: the order of a Send and a Write is open
     * @param passing  it may be deregistered
     */
    record RegionKind(int length, boolean writable, boolean mapped, boolean inbox, boolean passing) {}

    static final List<RegionKind> REGIONS = List.of(
            new RegionKind(4096, true, true, false, false),
            new RegionKind(2048, true, false, false, false),
            new RegionKind(512, false, true, false, false),
            new RegionKind(160 * 1024, true, true, false, false),
            new RegionKind(256, true, false, false, true),
            new RegionKind(4096, true, true, true, false),
            new RegionKind(2048, true, false, true, false),
            new RegionKind(96 * 1024, true, true, true, false),
            new RegionKind(256, true, true, true, true));

    private static final List<NotifyType> NOTIFY_TYPES =
            List.of(NotifyType.ANY, NotifyType.SOLICITED, NotifyType.ERRORS);

    private final Set<Rule> forgotten;
    private final Footprint footprint = new Footprint();
    private final ModelExecution execution = new ModelExecution(this, footprint);
    private final ModelMemory[][] regions = new ModelMemory[SIDES][REGIONS.size()];
    private final ModelWindow[][] windows = new ModelWindow[SIDES][WINDOWS];
    private final ModelWindow.@Nullable View[][][] descriptors = new ModelWindow.View[SIDES][WINDOWS][2];
    private final ModelEndpoint[][] endpoints = new ModelEndpoint[SIDES][PAIRS];
    private final ModelMemory buffer = new ModelMemory(BUFFER_LENGTH, false);
    private final List<Set<NotifyType>> pending = Stream.generate(
                    () -> (Set<NotifyType>) EnumSet.noneOf(NotifyType.class))
            .limit(SIDES * QUEUES)
            .toList();
    private final boolean[][] told = new boolean[SIDES][QUEUES];
    private int lastBinding;
    private boolean hasEnded;

    NdModel(Set<Rule> forgotten) {
        this.forgotten = forgotten;
        for (int side = 0; side < SIDES; side++) {
            for (int region = 0; region < REGIONS.size(); region++) {
                regions[side][region] = newMemory(region);
            }
            for (int window = 0; window < WINDOWS; window++) {
                windows[side][window] = new ModelWindow(side, window);
            }
        }
        for (int pair = 0; pair < PAIRS; pair++) {
            renew(pair, pair);
            connect(pair);
        }
    }

    private static ModelMemory newMemory(int region) {
        RegionKind kind = REGIONS.get(region);
        return new ModelMemory(kind.length(), kind.writable());
    }

    boolean knows(Rule rule) {
        return !forgotten.contains(rule);
    }

    // What there is.

    ModelMemory region(int side, int region) {
        return regions[side][region];
    }

    ModelWindow window(int side, int window) {
        return windows[side][window];
    }

    ModelEndpoint endpoint(int side, int pair) {
        return endpoints[side][pair];
    }

    ModelEndpoint endpointOf(Operation operation) {
        return endpoints[operation.side()][operation.pair()];
    }

    ModelEndpoint peerOf(ModelEndpoint endpoint) {
        return endpoints[1 - endpoint.side][endpoint.pair];
    }

    ModelMemory buffer() {
        return buffer;
    }

    Footprint footprint() {
        return footprint;
    }

    ModelExecution execution() {
        return execution;
    }

    ModelWindow.@Nullable View descriptor(int side, int window, boolean former) {
        return descriptors[side][window][former ? 1 : 0];
    }

    /** Tells which of a side's three queues takes an endpoint's completions: the second pair has one for both kinds. */
    static int queueOf(int pair, boolean ofReceives) {
        return pair > 0 ? 2 : ofReceives ? 0 : 1;
    }

    // What happens.

    /** Carries out an operation; the real one has returned a status that the model allows. */
    void performed(Operation operation, long context, NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            return;
        }
        ModelEndpoint endpoint = endpointOf(operation);
        switch (operation.kind()) {
            case SEND, SEND_AND_INVALIDATE, READ, WRITE, BIND, INVALIDATE ->
                execution.post(endpoint, newRequest(operation, context));
            case RECEIVE -> {
                endpoint.receives.add(newRequest(operation, context));
                endpoint.receivesTaken++;
                execution.runWaiting(peerOf(endpoint));
            }
            case OPEN_WINDOW -> endpoint.remotes[operation.what()] = viewToOpen(operation);
            case FILL -> fillWith(operation, context);
            case NOTIFY ->
                pending.get(operation.side() * QUEUES + operation.what()).add(typeOf(operation));
            case CLOSE_WINDOW -> closeWindow(operation);
            case DEREGISTER -> deregister(operation);
            case FLUSH, DISCONNECT -> endIfNot(endpoint, NdStatus.CANCELED);
            case CLOSE -> {
                endIfNot(endpoint, NdStatus.CANCELED);
                endpoint.state = State.CLOSED;
            }
            case RENEW -> renew(operation.pair(), context);
            case CONNECT -> connect(operation.pair());
            case IDLE, SETTLE, RACE -> {
                // nothing that the model knows of
            }
        }
    }

    /** The peer's process has died: what it did stays done. */
    void peerDied() {
        for (int pair = 0; pair < PAIRS; pair++) {
            endIfNot(endpoints[0][pair], NdStatus.IO_TIMEOUT);
        }
    }

    private void endIfNot(ModelEndpoint endpoint, NdStatus oldest) {
        if (endpoint.state == State.IDLE || endpoint.state == State.CONNECTED) {
            execution.end(endpoint, oldest);
        }
    }

    private Request newRequest(Operation operation, long context) {
        Request request = peek(operation, context);
        if (request.window != null && operation.kind() == Kind.BIND) {
            request.binding = ++lastBinding;
            ModelWindow.@Nullable View[] known = descriptors[operation.side()][operation.what()];
            known[1] = known[0];
            known[0] = new ModelWindow.View(request.window, operation.side(), request.binding, false);
        }
        return request;
    }

    /** Returns the request that an operation would post, without posting it. */
    Request peek(Operation operation, long context) {
        boolean isOfWindow = operation.kind() == Kind.BIND || operation.kind() == Kind.INVALIDATE;
        return new Request(
                operation,
                context,
                memoryOf(operation),
                isOfWindow ? windows[operation.side()][operation.what()] : null,
                operation.isRemote() ? endpointOf(operation).remotes[operation.what()] : null);
    }

    private @Nullable ModelMemory memoryOf(Operation operation) {
        Span span = operation.span();
        boolean needed = operation.kind() == Kind.BIND || span.entries() > 0;
        if (!needed || operation.kind() == Kind.INVALIDATE || span.region() == Span.FOREIGN) {
            return null;
        }
        return span.region() == Span.BUFFER ? buffer : regions[operation.side()][span.region()];
    }

    ModelWindow.@Nullable View viewToOpen(Operation operation) {
        boolean own = (operation.flags() & OperationSource.OWN_WINDOW) != 0;
        boolean former = (operation.flags() & OperationSource.FORMER_DESCRIPTOR) != 0;
        boolean forged = (operation.flags() & OperationSource.FORGED_TOKEN) != 0;
        int owner = own ? operation.side() : 1 - operation.side();
        ModelWindow.View view = descriptor(owner, (int) operation.at(), former);
        return view == null || !forged ? view : new ModelWindow.View(view.window(), view.side(), view.binding(), true);
    }

    private void fillWith(Operation operation, long context) {
        Span span = operation.span();
        byte[] pattern = pattern(context, (int) span.length());
        regions[operation.side()][span.region()].put((int) span.offset(), pattern, 0, pattern.length);
    }

    /** Returns bytes that few others are like. */
    static byte[] pattern(long seed, int length) {
        byte[] bytes = new byte[length];
        for (int index = 0; index < length; index++) {
            bytes[index] = (byte) (seed * 31 + index * 7L + (index >> 8));
        }
        return bytes;
    }

    private void closeWindow(Operation operation) {
        ModelWindow window = windows[operation.side()][operation.what()];
        if (operation.flags() == OperationSource.ANEW) {
            windows[operation.side()][operation.what()] = new ModelWindow(operation.side(), operation.what());
        } else {
            window.close();
        }
    }

    private void deregister(Operation operation) {
        ModelMemory memory = regions[operation.side()][operation.what()];
        if (operation.flags() == OperationSource.ANEW) {
            regions[operation.side()][operation.what()] = newMemory(operation.what());
        } else {
            memory.deregister();
            for (ModelEndpoint each : endpoints[operation.side()]) {
                execution.runWaiting(each); // a Send from there waits no longer, it fails
            }
        }
    }

    private void renew(int pair, long context) {
        for (int side = 0; side < SIDES; side++) {
            endpoints[side][pair] = new ModelEndpoint(side, pair, context);
        }
    }

    private void connect(int pair) {
        for (int side = 0; side < SIDES; side++) {
            endpoints[side][pair].state = State.CONNECTED;
            endpoints[side][pair].wasConnected = true;
        }
    }

    void unbindAll(ModelEndpoint endpoint) {
        for (ModelWindow each : windows[endpoint.side]) {
            if (each.isBoundTo(endpoint)) {
                each.unbind();
            }
        }
    }

    void fill(ModelMemory memory, Span span, byte[] message, boolean exactly) {
        memory.scatter(span, message);
        if (!exactly) {
            memory.leaveOpen();
        }
    }

    // Notifications.

    static NotifyType typeOf(Operation operation) {
        return NOTIFY_TYPES.get(operation.flags());
    }

    /** A completion is to be added: it may be what notifications wait for, and then all of them are told. */
    void noted(ModelEndpoint endpoint, boolean ofReceives, boolean failed, boolean solicited) {
        int queue = queueOf(endpoint.pair, ofReceives);
        Set<NotifyType> types = pending.get(endpoint.side * QUEUES + queue);
        boolean due = types.contains(NotifyType.ANY)
                || (types.contains(NotifyType.SOLICITED) && (solicited || failed))
                || (types.contains(NotifyType.ERRORS) && failed);
        if (due) {
            types.clear();
            told[endpoint.side][queue] = true;
        }
    }

    /** Tells whether the notifications of a queue that were pending have been told. */
    boolean isTold(int side, int queue) {
        return told[side][queue];
    }

    // Ends and quiet.

    void ended() {
        hasEnded = true;
    }

    /** Tells whether a connection has ended since everything arrived last. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Everything has arrived, and every completion was taken. */
    void settled() {
        hasEnded = false;
        footprint.clear();
        for (int side = 0; side < SIDES; side++) {
            for (ModelWindow each : windows[side]) {
                each.forgetTouches();
            }
            for (int queue = 0; queue < QUEUES; queue++) {
                told[side][queue] = false;
            }
            for (ModelEndpoint each : endpoints[side]) {
                each.silentUnderWay = 0;
            }
        }
    }
}
