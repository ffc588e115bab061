// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.testing.model.nd.ModelEndpoint.State;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Inventory.RegionKind;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Span;
import io.oriel.testing.model.operation.OperationSource;
import io.oriel.testing.model.operation.OperationSource.Freed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two adapters of Network Direct in plain Java: what every call may return, which completions must appear, and what all
 * memory must hold. Requests take effect at their post, or when the Receive comes that they wait for.
 *
 * <p>A Send to an endpoint that shares its Receives waits until the run has seen which of them it has taken.
 */
public final class NdModel {
    private static final List<NotifyType> NOTIFY_TYPES =
            List.of(NotifyType.ANY, NotifyType.SOLICITED, NotifyType.ERRORS);

    private final Set<Rule> forgotten;
    private final Footprint footprint = new Footprint();
    private final ModelExecution execution = new ModelExecution(this, footprint);
    private final ModelEnds ends = new ModelEnds(this, footprint);
    private final ModelMemory[][] regions = new ModelMemory[Inventory.SIDES][Inventory.REGIONS.size()];
    private final ModelWindow[][] windows = new ModelWindow[Inventory.SIDES][Inventory.WINDOWS];
    private final ModelWindow[][] tokens = new ModelWindow[Inventory.SIDES][Inventory.REGIONS.size()];
    private final ModelWindow.@Nullable View[][][] descriptors =
            new ModelWindow.View[Inventory.SIDES][Inventory.DESCRIPTORS][2];
    private final ModelEndpoint[][] endpoints = new ModelEndpoint[Inventory.SIDES][Inventory.PAIRS];
    private final ModelSharedQueue[] sharedQueues = new ModelSharedQueue[Inventory.SIDES];
    private final ModelMemory buffer = new ModelMemory(Inventory.BUFFER_LENGTH, false);
    private final int[][] depths = new int[Inventory.SIDES][Inventory.QUEUES];
    private final List<Set<NotifyType>> pending = Stream.generate(
                    () -> (Set<NotifyType>) EnumSet.noneOf(NotifyType.class))
            .limit(Inventory.SIDES * Inventory.QUEUES)
            .toList();
    private final boolean[][] told = new boolean[Inventory.SIDES][Inventory.QUEUES];
    private int lastBinding;
    private int quietTimes;
    private final List<ModelEndpoint> ending = new ArrayList<>();
    private @Nullable Freed freed;

    public NdModel(Set<Rule> forgotten) {
        this.forgotten = forgotten;
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int region = 0; region < Inventory.REGIONS.size(); region++) {
                register(side, region);
            }
            for (int window = 0; window < Inventory.WINDOWS; window++) {
                windows[side][window] = ModelWindow.ofNumber(window);
            }
            sharedQueues[side] = new ModelSharedQueue(this);
            Arrays.fill(depths[side], Inventory.QUEUE_DEPTH);
        }
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            renew(pair, pair, Inventory.sharingAtFirst(pair));
            connect(pair);
        }
    }

    private void register(int side, int region) {
        RegionKind kind = Inventory.REGIONS.get(region);
        regions[side][region] = new ModelMemory(kind.length(), kind.isWritable());
        tokens[side][region] = ModelWindow.tokenOf(region, kind.isFastRegistrable());
    }

    boolean knows(Rule rule) {
        return !forgotten.contains(rule);
    }

    // What there is.

    public ModelMemory region(int side, int region) {
        return regions[side][region];
    }

    public ModelWindow window(int side, int window) {
        return windows[side][window];
    }

    /** Returns the token of a region. */
    public ModelWindow token(int side, int region) {
        return tokens[side][region];
    }

    public ModelEndpoint endpoint(int side, int pair) {
        return endpoints[side][pair];
    }

    public ModelEndpoint endpointOf(Operation operation) {
        return endpoints[operation.side()][operation.pair()];
    }

    public ModelEndpoint peerOf(ModelEndpoint endpoint) {
        return endpoint.peer();
    }

    /** Returns the queue that a side's endpoints share, as far as they do. */
    public ModelSharedQueue sharedQueue(int side) {
        return sharedQueues[side];
    }

    Footprint footprint() {
        return footprint;
    }

    public ModelExecution execution() {
        return execution;
    }

    public ModelEnds ends() {
        return ends;
    }

    ModelWindow.@Nullable View descriptor(int side, int number, boolean former) {
        return descriptors[side][number][former ? 1 : 0];
    }

    // What happens.

    /** Carries out an operation; the real one has returned a status that the model allows. */
    public void performed(Operation operation, long context, NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            return;
        }
        ModelEndpoint endpoint = endpointOf(operation);
        ModelSharedQueue shared = sharedQueues[operation.side()];
        switch (operation.kind()) {
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
                    INVALIDATE_TOKEN -> execution.post(endpoint, newRequest(operation, context));
            case RECEIVE -> {
                endpoint.receives.add(newRequest(operation, context));
                endpoint.receivesTaken++;
                execution.runWaiting(peerOf(endpoint));
            }
            case SHARED_RECEIVE -> shared.post(newRequest(operation, context));
            case MODIFY_SHARED -> shared.modify((int) operation.at(), operation.flags());
            case NOTIFY_SHARED -> shared.askToBeTold();
            case CLOSE_SHARED -> closeShared(operation);
            case OPEN_WINDOW -> endpoint.remotes[operation.what()] = viewToOpen(operation);
            case GET_TOKEN -> getToken(operation);
            case FILL -> fillWith(operation, context);
            case NOTIFY -> pendingOf(operation.side(), operation.what()).add(typeOf(operation));
            case RESIZE -> resized(operation.side(), operation.what(), (int) operation.at());
            case START_BATCH -> endpoint.inBatch = true;
            case SUBMIT_BATCH -> {
                endpoint.inBatch = false;
                execution.runWaiting(endpoint);
            }
            case CLOSE_WINDOW -> closeWindow(operation);
            case DEREGISTER -> deregister(operation);
            case FLUSH, DISCONNECT -> endIfNot(endpoint);
            case CLOSE -> close(endpoint);
            case RENEW -> renew(operation.pair(), context, operation.flags());
            case CONNECT -> connect(operation.pair());
            case IDLE, SETTLE, RACE -> {
                // nothing that the model knows of
            }
        }
    }

    private void close(ModelEndpoint endpoint) {
        endIfNot(endpoint);
        endpoint.state = State.CLOSED;
    }

    private void endIfNot(ModelEndpoint endpoint) {
        if (endpoint.state == State.IDLE || endpoint.state == State.CONNECTED) {
            ends.end(endpoint);
        }
    }

    /** The application was told that a connection has ended. */
    public void told(ModelEndpoint endpoint) {
        endIfNot(endpoint);
    }

    private Request newRequest(Operation operation, long context) {
        Request request = peek(operation, context);
        request.expected = execution.expectation(operation, context);
        if (request.window != null && operation.binds()) {
            request.binding = ++lastBinding;
            describe(operation.side(), request.window, request.binding);
        }
        return request;
    }

    /** Keeps the descriptor of a binding as the present one, and the one before as the former. */
    private void describe(int side, ModelWindow window, int binding) {
        int number = window.isToken() ? Inventory.tokenOf(window.number()) : window.number();
        ModelWindow.@Nullable View[] known = descriptors[side][number];
        known[1] = known[0];
        known[0] = new ModelWindow.View(window, side, binding, false);
    }

    private void getToken(Operation operation) {
        ModelWindow token = tokens[operation.side()][operation.what()];
        if (!token.isBound()) {
            int rights = Inventory.REGIONS.get(operation.what()).remoteRights();
            token.bindWhole(regions[operation.side()][operation.what()], rights, ++lastBinding);
        }
        if (!isDescribed(operation)) {
            describe(operation.side(), token, token.granted().number());
        }
    }

    /** Tells whether the present descriptor of a region's token is known: it is told again, the same. */
    public boolean isDescribed(Operation operation) {
        ModelWindow token = tokens[operation.side()][operation.what()];
        ModelWindow.View known = descriptors[operation.side()][Inventory.tokenOf(operation.what())][0];
        return known != null
                && token.isBound()
                && known.window() == token
                && known.binding() == token.granted().number();
    }

    /** Returns the request that an operation would post, without posting it. */
    Request peek(Operation operation, long context) {
        return new Request(
                operation,
                context,
                memoryOf(operation),
                windowOf(operation),
                operation.isRemote() ? endpointOf(operation).remotes[operation.what()] : null);
    }

    private @Nullable ModelWindow windowOf(Operation operation) {
        return switch (operation.kind()) {
            case BIND, INVALIDATE -> windows[operation.side()][operation.what()];
            case FAST_REGISTER, INVALIDATE_TOKEN ->
                tokens[operation.side()][operation.span().region()];
            default -> null;
        };
    }

    @Nullable
    ModelMemory memoryOf(Operation operation) {
        Span span = operation.span();
        boolean needed = operation.binds() || span.entries() > 0;
        if (!needed || operation.takesBack() || span.region() == Span.FOREIGN) {
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
            windows[operation.side()][operation.what()] = ModelWindow.ofNumber(operation.what());
        } else {
            window.close();
        }
    }

    private void deregister(Operation operation) {
        ModelMemory memory = regions[operation.side()][operation.what()];
        if (operation.flags() == OperationSource.ANEW) {
            register(operation.side(), operation.what());
            return;
        }
        memory.deregister();
        if (knows(Rule.TOKENS_END)) {
            tokens[operation.side()][operation.what()].close();
        }
        for (ModelEndpoint each : endpoints[operation.side()]) {
            execution.runWaiting(each); // a Send from there waits no longer, it fails
        }
    }

    private void closeShared(Operation operation) {
        ModelSharedQueue shared = sharedQueues[operation.side()];
        if (operation.flags() == OperationSource.ANEW) {
            sharedQueues[operation.side()] = new ModelSharedQueue(this);
            return;
        }
        for (ModelEndpoint each : endpoints[operation.side()]) {
            if (each.shared == shared && knows(Rule.SHARED_CLOSE)) {
                close(each);
            }
        }
        shared.close();
    }

    /** Makes the endpoints of a pair anew; those of the sides that the flags name share their Receives. */
    private void renew(int pair, long context, int sharing) {
        for (int side = 0; side < Inventory.SIDES; side++) {
            ModelEndpoint former = endpoints[side][pair];
            if (former != null) {
                close(former);
            }
            boolean shares = Inventory.shares(sharing, side);
            endpoints[side][pair] = new ModelEndpoint(side, pair, context, shares ? sharedQueues[side] : null);
        }
        endpoints[0][pair].meet(endpoints[1][pair]);
    }

    private void connect(int pair) {
        for (int side = 0; side < Inventory.SIDES; side++) {
            endpoints[side][pair].state = State.CONNECTED;
            endpoints[side][pair].wasConnected = true;
        }
    }

    void unbindAll(ModelEndpoint endpoint) {
        for (ModelWindow each : windows[endpoint.side]) {
            boolean isItsOwn = each.isBoundTo(endpoint) || !knows(Rule.ENDS_SPARE_OTHERS);
            if (isItsOwn && knows(Rule.ENDS_UNBIND)) {
                if (each.isBound()) {
                    freed = new Freed(endpoint.side, endpoint.pair, each.number());
                }
                each.unbind();
            }
            each.endsFor(endpoint);
        }
        if (!knows(Rule.TOKENS_OUTLIVE_CONNECTIONS)) {
            for (ModelWindow each : tokens[endpoint.side]) {
                each.unbind();
            }
        }
    }

    // Shared receive queues.

    /** Tells whether a request that waits on some endpoint takes a window back, or binds it anew. */
    boolean isAboutToChange(ModelWindow window) {
        return Stream.of(endpoints)
                .flatMap(Stream::of)
                .flatMap(each -> each.waiting.stream())
                .anyMatch(each -> each.mayChange(window));
    }

    /** Returns the endpoints whose messages wait for a side's shared queue. */
    List<ModelEndpoint> waitingFor(ModelSharedQueue shared) {
        List<ModelEndpoint> found = new ArrayList<>();
        for (ModelEndpoint[] each : endpoints) {
            for (ModelEndpoint sender : each) {
                boolean isServed = sender.runs() && peerOf(sender).isConnected();
                if (isServed && sender.sendsWaiting() > 0 && peerOf(sender).shared == shared) {
                    found.add(sender);
                }
            }
        }
        return found;
    }

    /** Tells whether messages are on their way into a side's shared queue, or may be. */
    public boolean isUnderWay(ModelSharedQueue shared) {
        return !shared.receives().isEmpty() && !waitingFor(shared).isEmpty();
    }

    /** Tells whether Sends wait for a shared queue that did not when everything had arrived last. */
    public boolean hasNewWaiting() {
        return Stream.of(sharedQueues)
                .flatMap(each -> waitingFor(each).stream())
                .anyMatch(ModelEndpoint::hasNewWaiting);
    }

    /**
     * The real queue has given a Receive to a message of an endpoint's peer.
     *
     * @param taker   whose message it was
     * @param context of the Receive
     * @return false if the rules do not allow it
     */
    public boolean tookShared(ModelEndpoint taker, long context) {
        ModelEndpoint sender = peerOf(taker);
        ModelSharedQueue shared = taker.shared;
        if (shared == null || !waitingFor(shared).contains(sender) || !isItsTurn(sender, shared)) {
            return false;
        }
        taker.granted = shared.take(taker, context);
        if (taker.granted == null) {
            return false;
        }
        sender.hasItsTurn();
        execution.runWaiting(sender);
        return true;
    }

    /**
     * Those who have waited since everything arrived last, or longer, come before others, and in their order: each for one
     * message at least, and maybe for several.
     */
    private boolean isItsTurn(ModelEndpoint sender, ModelSharedQueue shared) {
        for (ModelEndpoint each : waitingFor(shared)) {
            boolean isFirst = each.askedAt < sender.askedAt && !sender.hadItsTurn;
            if (knows(Rule.SHARED_TURNS) ? isFirst : each.askedAt > sender.askedAt) {
                return false;
            }
        }
        return true;
    }

    // Completion queues.

    /** Returns the depth that was asked for last. */
    public int depth(int side, int queue) {
        return depths[side][queue];
    }

    /** A completion queue has got a depth. */
    public void resized(int side, int queue, int depth) {
        depths[side][queue] = depth;
    }

    /** Returns how many completions a queue holds when everything has arrived and none was taken. */
    public int queued(int side, int queue) {
        int count = 0;
        for (ModelEndpoint each : endpoints[side]) {
            count += Inventory.queueOf(each.pair, false) == queue ? each.initiated.size() : 0;
            count += Inventory.queueOf(each.pair, true) == queue ? each.received.size() : 0;
        }
        return count;
    }

    private Set<NotifyType> pendingOf(int side, int queue) {
        return pending.get(side * Inventory.QUEUES + queue);
    }

    public static NotifyType typeOf(Operation operation) {
        return NOTIFY_TYPES.get(operation.flags());
    }

    /** A completion is to be added: it may be what notifications wait for, and then all of them are told. */
    public void noted(ModelEndpoint endpoint, boolean ofReceives, boolean failed, boolean solicited) {
        int queue = Inventory.queueOf(endpoint.pair, ofReceives);
        Set<NotifyType> types = pendingOf(endpoint.side, queue);
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

    /** The end of a connection is under way, from either side. */
    void endBegins(ModelEndpoint endpoint) {
        ModelEndpoint first = endpoint.side == 0 ? endpoint : endpoint.peer();
        if (!ending.contains(first)) {
            ending.add(first);
        }
    }

    /** Everything of a connection that has ended has arrived. */
    public void endIsOver(ModelEndpoint first) {
        ends.isOver(first);
        ends.isOver(first.peer());
        ending.remove(first);
    }

    /** Returns the endpoints of side 0 whose connections have ended since everything arrived last, or are about to. */
    public List<ModelEndpoint> ending() {
        return ending;
    }

    /** Tells whether a connection is about to end on which messages for a shared queue are under way, or wait. */
    public boolean endsWithSharedMessages() {
        return ending.stream()
                .anyMatch(each -> each.hasSharedMessages() || each.peer().hasSharedMessages());
    }

    /** Returns a window that an end has freed since everything arrived last; null if none has. */
    public @Nullable Freed freed() {
        return freed;
    }

    void forEachMemory(Consumer<ModelMemory> action) {
        Stream.of(regions).flatMap(Stream::of).forEach(action);
    }

    /** Tells whether it is open whether one of a side's windows shows a region, or its token can be used. */
    boolean isInMotion(int side, int region) {
        boolean windowsAre = Stream.of(windows[side])
                .filter(each -> !each.isBound() || each.memory() == regions[side][region])
                .anyMatch(ModelWindow::isInMotion);
        return windowsAre || tokens[side][region].isInMotion() || footprint.uses(regions[side][region]);
    }

    /** Everything has arrived, and every completion was taken. */
    public void settled() {
        freed = null;
        quietTimes++;
        footprint.clear();
        for (int side = 0; side < Inventory.SIDES; side++) {
            Stream.of(windows[side], tokens[side]).flatMap(Stream::of).forEach(ModelWindow::forgetTouches);
            Arrays.fill(told[side], false);
            sharedQueues[side].settled();
            for (ModelEndpoint each : endpoints[side]) {
                each.settled(quietTimes);
            }
        }
    }
}
