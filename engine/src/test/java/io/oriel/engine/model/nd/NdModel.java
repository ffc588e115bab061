// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.model.nd.ModelEndpoint.State;
import io.oriel.engine.model.operation.Inventory;
import io.oriel.engine.model.operation.Inventory.RegionKind;
import io.oriel.engine.model.operation.Operation;
import io.oriel.engine.model.operation.Operation.Kind;
import io.oriel.engine.model.operation.Operation.Span;
import io.oriel.engine.model.operation.OperationSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two adapters of Network Direct in plain Java: what every call may return, which completions must appear, and what all
 * memory must hold. Requests take effect at their post, or when the Receive comes that they wait for.
 */
public final class NdModel {
    private static final List<NotifyType> NOTIFY_TYPES =
            List.of(NotifyType.ANY, NotifyType.SOLICITED, NotifyType.ERRORS);

    private final Set<Rule> forgotten;
    private final Footprint footprint = new Footprint();
    private final ModelExecution execution = new ModelExecution(this, footprint);
    private final ModelMemory[][] regions = new ModelMemory[Inventory.SIDES][Inventory.REGIONS.size()];
    private final ModelWindow[][] windows = new ModelWindow[Inventory.SIDES][Inventory.WINDOWS];
    private final ModelWindow.@Nullable View[][][] descriptors =
            new ModelWindow.View[Inventory.SIDES][Inventory.WINDOWS][2];
    private final ModelEndpoint[][] endpoints = new ModelEndpoint[Inventory.SIDES][Inventory.PAIRS];
    private final ModelMemory buffer = new ModelMemory(Inventory.BUFFER_LENGTH, false);
    private final List<Set<NotifyType>> pending = Stream.generate(
                    () -> (Set<NotifyType>) EnumSet.noneOf(NotifyType.class))
            .limit(Inventory.SIDES * Inventory.QUEUES)
            .toList();
    private final boolean[][] told = new boolean[Inventory.SIDES][Inventory.QUEUES];
    private int lastBinding;
    private boolean hasEnded;

    public NdModel(Set<Rule> forgotten) {
        this.forgotten = forgotten;
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int region = 0; region < Inventory.REGIONS.size(); region++) {
                regions[side][region] = newMemory(region);
            }
            for (int window = 0; window < Inventory.WINDOWS; window++) {
                windows[side][window] = new ModelWindow(side, window);
            }
        }
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            renew(pair, pair);
            connect(pair);
        }
    }

    private static ModelMemory newMemory(int region) {
        RegionKind kind = Inventory.REGIONS.get(region);
        return new ModelMemory(kind.length(), kind.writable());
    }

    public boolean knows(Rule rule) {
        return !forgotten.contains(rule);
    }

    // What there is.

    public ModelMemory region(int side, int region) {
        return regions[side][region];
    }

    public ModelWindow window(int side, int window) {
        return windows[side][window];
    }

    public ModelEndpoint endpoint(int side, int pair) {
        return endpoints[side][pair];
    }

    public ModelEndpoint endpointOf(Operation operation) {
        return endpoints[operation.side()][operation.pair()];
    }

    public ModelEndpoint peerOf(ModelEndpoint endpoint) {
        return endpoints[1 - endpoint.side][endpoint.pair];
    }

    public ModelMemory buffer() {
        return buffer;
    }

    public Footprint footprint() {
        return footprint;
    }

    public ModelExecution execution() {
        return execution;
    }

    public ModelWindow.@Nullable View descriptor(int side, int window, boolean former) {
        return descriptors[side][window][former ? 1 : 0];
    }

    // What happens.

    /** Carries out an operation; the real one has returned a status that the model allows. */
    public void performed(Operation operation, long context, NdStatus status) {
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
                pending.get(operation.side() * Inventory.QUEUES + operation.what())
                        .add(typeOf(operation));
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
    public void peerDied() {
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
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
    public Request peek(Operation operation, long context) {
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

    public ModelWindow.@Nullable View viewToOpen(Operation operation) {
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
    public static byte[] pattern(long seed, int length) {
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
        for (int side = 0; side < Inventory.SIDES; side++) {
            endpoints[side][pair] = new ModelEndpoint(side, pair, context);
        }
    }

    private void connect(int pair) {
        for (int side = 0; side < Inventory.SIDES; side++) {
            endpoints[side][pair].state = State.CONNECTED;
            endpoints[side][pair].wasConnected = true;
        }
    }

    public void unbindAll(ModelEndpoint endpoint) {
        for (ModelWindow each : windows[endpoint.side]) {
            if (each.isBoundTo(endpoint)) {
                each.unbind();
            }
        }
    }

    public void fill(ModelMemory memory, Span span, byte[] message, boolean exactly) {
        memory.scatter(span, message);
        if (!exactly) {
            memory.leaveOpen();
        }
    }

    // Notifications.

    public static NotifyType typeOf(Operation operation) {
        return NOTIFY_TYPES.get(operation.flags());
    }

    /** A completion is to be added: it may be what notifications wait for, and then all of them are told. */
    public void noted(ModelEndpoint endpoint, boolean ofReceives, boolean failed, boolean solicited) {
        int queue = Inventory.queueOf(endpoint.pair, ofReceives);
        Set<NotifyType> types = pending.get(endpoint.side * Inventory.QUEUES + queue);
        boolean due = types.contains(NotifyType.ANY)
                || (types.contains(NotifyType.SOLICITED) && (solicited || failed))
                || (types.contains(NotifyType.ERRORS) && failed);
        if (due) {
            types.clear();
            told[endpoint.side][queue] = true;
        }
    }

    /** Tells whether the notifications of a queue that were pending have been told. */
    public boolean isTold(int side, int queue) {
        return told[side][queue];
    }

    // Ends and quiet.

    public void ended() {
        hasEnded = true;
    }

    /** Tells whether a connection has ended since everything arrived last. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** Everything has arrived, and every completion was taken. */
    public void settled() {
        hasEnded = false;
        footprint.clear();
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (ModelWindow each : windows[side]) {
                each.forgetTouches();
            }
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                told[side][queue] = false;
            }
            for (ModelEndpoint each : endpoints[side]) {
                each.silentUnderWay = 0;
            }
        }
    }
}
