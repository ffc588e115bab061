// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Inventory.RegionKind;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Span;
import io.oriel.testing.model.operation.OperationSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The real objects that a sequence names by number. */
public final class Rig {
    private static final int TOKEN_OFFSET = 16;
    private static final int FORMAT_OFFSET = 36;
    private static final int MAX_ENTRIES = 16;

    /** The context of a Bind that is no operation of the sequence. */
    public static final long MARK = 1;

    private final ConformanceFixture fixture;
    private final Side[] sides;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Inventory.BUFFER_LENGTH]);
    private final UnsafeBuffer scratch = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
    private final Map<Long, UnsafeBuffer> fastRegistered = new HashMap<>();
    private boolean toldTheSameToken;
    private @Nullable CompletableFuture<Void> lastSharedNotification;
    private final ScatterGatherList list = new ScatterGatherList(MAX_ENTRIES);

    /** What one side has. */
    private static final class Side {
        final Adapter adapter;
        final MemoryRegion[] regions = new MemoryRegion[Inventory.REGIONS.size()];
        final MemoryWindow[] windows = new MemoryWindow[Inventory.WINDOWS];
        final CompletionQueue[] queues = new CompletionQueue[Inventory.QUEUES];
        final @Nullable Endpoint[] endpoints = new Endpoint[Inventory.PAIRS];
        final @Nullable Connector[] connectors = new Connector[Inventory.PAIRS];
        final Map<Integer, CompletableFuture<Void>> ends = new HashMap<>();
        final @Nullable RemoteWindow[][] remotes = new RemoteWindow[Inventory.PAIRS][Inventory.REMOTE_WINDOWS];
        final UnsafeBuffer[][] descriptors = new UnsafeBuffer[Inventory.DESCRIPTORS][2];
        SharedReceiveQueue shared;

        Side(Adapter adapter) {
            this.adapter = adapter;
            for (int region = 0; region < regions.length; region++) {
                regions[region] = newRegion(adapter, Inventory.REGIONS.get(region));
            }
            for (int window = 0; window < windows.length; window++) {
                windows[window] = newWindow(adapter, window);
            }
            for (UnsafeBuffer[] each : descriptors) {
                Arrays.setAll(each, unused -> new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]));
            }
            shared = newSharedQueue(adapter);
            for (int queue = 0; queue < queues.length; queue++) {
                queues[queue] = adapter.createCompletionQueue(Inventory.QUEUE_DEPTH);
            }
        }

        Endpoint endpoint(int pair) {
            return Objects.requireNonNull(endpoints[pair]);
        }

        Connector connector(int pair) {
            return Objects.requireNonNull(connectors[pair]);
        }
    }

    public Rig(ConformanceFixture fixture) {
        this.fixture = fixture;
        sides = new Side[] {new Side(fixture.owner()), new Side(fixture.peer())};
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            renew(pair, pair, Inventory.sharingAtFirst(pair));
            connect(pair);
        }
    }

    private static MemoryRegion newRegion(Adapter adapter, RegionKind kind) {
        return kind.mapped()
                ? adapter.allocateMemory(kind.length(), kind.access())
                : adapter.registerMemory(new UnsafeBuffer(new byte[kind.length()]), kind.access());
    }

    private static MemoryWindow newWindow(Adapter adapter, int window) {
        return adapter.createMemoryWindow(-1 - window);
    }

    private static SharedReceiveQueue newSharedQueue(Adapter adapter) {
        return adapter.createSharedReceiveQueue(Inventory.SHARED_DEPTH, Inventory.MAX_SGE, Inventory.SHARED_THRESHOLD);
    }

    // What a run looks at.

    public CompletionQueue queue(int side, int queue) {
        return sides[side].queues[queue];
    }

    public boolean isConnected(int side, int pair) {
        return sides[side].endpoint(pair).isConnected();
    }

    /** Tells whether a connection's application has been told of its end. */
    public boolean isToldOfEnd(int side, int pair) {
        return Objects.requireNonNull(sides[side].ends.get(pair)).isDone();
    }

    public boolean isBound(int side, int window) {
        return sides[side].windows[window].isBound();
    }

    public MemoryRegion region(int side, int region) {
        return sides[side].regions[region];
    }

    /** Tells whether a region that is fast-registered has a token now. */
    public boolean hasToken(int side, int region) {
        MemoryRegion of = region(side, region);
        return of.isRegistered() && statusOf(() -> of.getRemoteToken(scratch, 0)) == NdStatus.SUCCESS;
    }

    /** Tells whether the token of a region is the one that a FastRegister has made. */
    public boolean hasToken(int side, int region, long contextOfRequest) {
        return hasToken(side, region) && scratch.equals(fastRegistered.get(contextOfRequest));
    }

    public SharedReceiveQueue sharedQueue(int side) {
        return sides[side].shared;
    }

    /** Makes a completion queue so deep; false if it holds more. */
    public boolean resize(int side, int queue, int depth) {
        return statusOf(() -> queue(side, queue).resize(depth)) == NdStatus.SUCCESS;
    }

    /** Tells whether the token that was asked for last was the one known before. */
    public boolean toldTheSameToken() {
        return toldTheSameToken;
    }

    /** Returns the notification of a shared queue that was asked for last. */
    public CompletableFuture<Void> lastSharedNotification() {
        return Objects.requireNonNull(lastSharedNotification);
    }

    /** Posts a Bind of no bytes that is not part of the sequence, and takes the window back at once. */
    public NdStatus mark(int side, int pair) {
        Side of = sides[side];
        MemoryWindow window = of.adapter.createMemoryWindow(0);
        NdStatus status = of.endpoint(pair).bind(MARK, of.regions[0], window, 0, 0, 0, scratch, 0);
        window.close();
        return status;
    }

    // What a sequence does.

    /** Does what an operation says, which compares with no value; returns the call's status. */
    public NdStatus perform(Operation operation, long context) {
        return perform(operation, context, 0);
    }

    /** Does what an operation says; returns the call's status. */
    public NdStatus perform(Operation operation, long context, long expected) {
        Side side = sides[operation.side()];
        Endpoint endpoint = side.endpoint(operation.pair());
        return switch (operation.kind()) {
            case GET_TOKEN -> getToken(operation);
            case SHARED_RECEIVE -> side.shared.receive(context, list(operation));
            case MODIFY_SHARED -> statusOf(() -> side.shared.modify((int) operation.at(), operation.flags()));
            case NOTIFY_SHARED -> notifyShared(side);
            case CLOSE_SHARED -> closeShared(operation, side);
            case RESIZE -> statusOf(() -> side.queues[operation.what()].resize((int) operation.at()));
            case START_BATCH -> endpoint.startRequestBatch();
            case SUBMIT_BATCH -> endpoint.submitRequestBatch();
            case OPEN_WINDOW -> open(operation);
            case FILL -> fill(operation, context);
            case CLOSE_WINDOW -> closeWindow(operation);
            case DEREGISTER -> deregister(operation);
            case FLUSH -> endpoint.flush();
            case DISCONNECT -> fixture.statusOf(side.connector(operation.pair()).disconnect());
            case CLOSE -> {
                endpoint.close();
                yield NdStatus.SUCCESS;
            }
            case RENEW -> renew(operation.pair(), context, operation.flags());
            case CONNECT -> connect(operation.pair());
            default -> post(operation, context, expected);
        };
    }

    private NdStatus post(Operation operation, long context, long expected) {
        Endpoint endpoint = sides[operation.side()].endpoint(operation.pair());
        return switch (operation.kind()) {
            case SEND -> endpoint.send(context, list(operation), operation.flags());
            case SEND_AND_INVALIDATE ->
                endpoint.sendAndInvalidate(context, list(operation), remote(operation), operation.flags());
            case RECEIVE -> endpoint.receive(context, list(operation));
            case READ -> endpoint.read(context, list(operation), remote(operation), operation.at(), operation.flags());
            case WRITE ->
                endpoint.write(context, list(operation), remote(operation), operation.at(), operation.flags());
            case WRITE_WITH_IMMEDIATE ->
                endpoint.writeWithImmediate(
                        context,
                        list(operation),
                        remote(operation),
                        operation.at(),
                        Operation.immediate(context),
                        operation.flags());
            case FETCH_AND_ADD ->
                endpoint.fetchAndAdd(
                        context,
                        list(operation),
                        remote(operation),
                        operation.at(),
                        Operation.operand(context),
                        operation.flags());
            case COMPARE_AND_SWAP ->
                endpoint.compareAndSwap(
                        context,
                        list(operation),
                        remote(operation),
                        operation.at(),
                        expected,
                        Operation.operand(context),
                        operation.flags());
            case BIND -> bind(operation, context);
            case INVALIDATE -> endpoint.invalidate(context, window(operation), operation.flags());
            case FAST_REGISTER -> fastRegister(operation, context);
            case INVALIDATE_TOKEN -> endpoint.invalidate(context, regionOf(operation), operation.flags());
            default -> throw new IllegalStateException("a run does " + operation);
        };
    }

    private ScatterGatherList list(Operation operation) {
        Span span = operation.span();
        list.clear();
        long end = span.offset() + span.total();
        for (int index = 0; index < span.entries(); index++) {
            long piece = span.pieceLength(index);
            end -= piece;
            if (span.region() == Span.BUFFER) {
                list.add(buffer, end, piece);
            } else {
                list.add(regionOf(operation), end, piece);
            }
        }
        return list;
    }

    private MemoryRegion regionOf(Operation operation) {
        int region = operation.span().region();
        return region == Span.FOREIGN
                ? sides[1 - operation.side()].regions[0]
                : sides[operation.side()].regions[region];
    }

    private MemoryWindow window(Operation operation) {
        int number = operation.what();
        return number < Inventory.WINDOWS
                ? sides[operation.side()].windows[number]
                : sides[1 - operation.side()].windows[0];
    }

    private RemoteWindow remote(Operation operation) {
        int number = operation.what();
        int last = Inventory.REMOTE_WINDOWS;
        @Nullable RemoteWindow[][] remotes = sides[operation.side()].remotes;
        return Objects.requireNonNull(
                number < last ? remotes[operation.pair()][number] : remotes[operation.otherPair()][number - last]);
    }

    private NdStatus bind(Operation operation, long context) {
        Span span = operation.span();
        Side side = sides[operation.side()];
        NdStatus status = side.endpoint(operation.pair())
                .bind(
                        context,
                        regionOf(operation),
                        window(operation),
                        span.offset(),
                        span.length(),
                        operation.flags(),
                        scratch,
                        (int) operation.at());
        if (status == NdStatus.SUCCESS) {
            keepDescriptor(side.descriptors[operation.what()]);
        }
        return status;
    }

    private NdStatus fastRegister(Operation operation, long context) {
        Span span = operation.span();
        Side side = sides[operation.side()];
        NdStatus status = side.endpoint(operation.pair())
                .fastRegister(
                        context, regionOf(operation), span.offset(), span.length(), operation.flags(), scratch, (int)
                                operation.at());
        if (status == NdStatus.SUCCESS) {
            keepDescriptor(side.descriptors[Inventory.tokenOf(span.region())]);
            byte[] copy = new byte[WindowDescriptor.LENGTH];
            scratch.getBytes(0, copy);
            fastRegistered.put(context, new UnsafeBuffer(copy));
        }
        return status;
    }

    private NdStatus getToken(Operation operation) {
        UnsafeBuffer[] known = sides[operation.side()].descriptors[Inventory.tokenOf(operation.what())];
        MemoryRegion region = region(operation.side(), operation.what());
        NdStatus status = statusOf(() -> region.getRemoteToken(scratch, (int) operation.at()));
        if (status == NdStatus.SUCCESS) {
            toldTheSameToken = scratch.equals(known[0]);
            if (!toldTheSameToken) {
                keepDescriptor(known);
            }
        }
        return status;
    }

    private void keepDescriptor(UnsafeBuffer[] known) {
        known[1].putBytes(0, known[0], 0, WindowDescriptor.LENGTH);
        known[0].putBytes(0, scratch, 0, WindowDescriptor.LENGTH);
    }

    private static NdStatus statusOf(Runnable call) {
        try {
            call.run();
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        }
    }

    private NdStatus notifyShared(Side side) {
        CompletableFuture<Void> asked = side.shared.requestNotification();
        lastSharedNotification = asked;
        return asked.isCompletedExceptionally() ? fixture.statusOf(asked) : NdStatus.SUCCESS;
    }

    private static NdStatus closeShared(Operation operation, Side side) {
        if (operation.flags() == OperationSource.ANEW) {
            side.shared = newSharedQueue(side.adapter);
        } else {
            side.shared.close();
        }
        return NdStatus.SUCCESS;
    }

    private NdStatus open(Operation operation) {
        int flags = operation.flags();
        boolean own = (flags & OperationSource.OWN_WINDOW) != 0;
        boolean former = (flags & OperationSource.FORMER_DESCRIPTOR) != 0;
        Side owner = sides[own ? operation.side() : 1 - operation.side()];
        scratch.putBytes(0, owner.descriptors[(int) operation.at()][former ? 1 : 0], 0, WindowDescriptor.LENGTH);
        if ((flags & OperationSource.FORGED_TOKEN) != 0) {
            flip(TOKEN_OFFSET * Byte.SIZE + ((int) operation.span().offset() % Long.SIZE));
        }
        if ((flags & OperationSource.BROKEN_FORMAT) != 0) {
            flip(FORMAT_OFFSET * Byte.SIZE + ((int) operation.span().offset() % Integer.SIZE));
        }
        Side side = sides[operation.side()];
        @Nullable RemoteWindow[] remotes = side.remotes[operation.pair()];
        @Nullable RemoteWindow reuse = (flags & OperationSource.REUSE) != 0 ? remotes[operation.what()] : null;
        try {
            remotes[operation.what()] = side.endpoint(operation.pair()).openWindow(scratch, 0, reuse);
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        }
    }

    private void flip(int bit) {
        int index = bit / Byte.SIZE;
        scratch.putByte(index, (byte) (scratch.getByte(index) ^ (1 << (bit % Byte.SIZE))));
    }

    private NdStatus fill(Operation operation, long context) {
        Span span = operation.span();
        byte[] pattern = NdModel.pattern(context, (int) span.length());
        regionOf(operation).buffer().putBytes((int) span.offset(), pattern);
        return NdStatus.SUCCESS;
    }

    private NdStatus closeWindow(Operation operation) {
        Side side = sides[operation.side()];
        if (operation.flags() == OperationSource.ANEW) {
            side.windows[operation.what()] = newWindow(side.adapter, operation.what());
        } else {
            side.windows[operation.what()].close();
        }
        return NdStatus.SUCCESS;
    }

    private NdStatus deregister(Operation operation) {
        Side side = sides[operation.side()];
        MemoryRegion region = side.regions[operation.what()];
        if (operation.flags() == OperationSource.ANEW) {
            side.regions[operation.what()] = newRegion(side.adapter, Inventory.REGIONS.get(operation.what()));
            return NdStatus.SUCCESS;
        }
        return statusOf(region::deregister);
    }

    private NdStatus renew(int pair, long context, int sharing) {
        for (int number = 0; number < sides.length; number++) {
            Side side = sides[number];
            Endpoint former = side.endpoints[pair];
            if (former != null) {
                former.close();
                side.connector(pair).close();
            }
            CompletionQueue receives = side.queues[Inventory.queueOf(pair, true)];
            CompletionQueue initiators = side.queues[Inventory.queueOf(pair, false)];
            EndpointConfig config = new EndpointConfig(
                    Inventory.receiveDepth(pair),
                    Inventory.initiatorDepth(pair),
                    Inventory.MAX_SGE,
                    Inventory.MAX_SGE,
                    Inventory.INLINE_SIZE,
                    context);
            side.endpoints[pair] = Inventory.shares(sharing, number)
                    ? side.adapter.createEndpoint(receives, initiators, side.shared, config)
                    : side.adapter.createEndpoint(receives, initiators, config);
            side.connectors[pair] = side.adapter.createConnector();
            side.remotes[pair] = new RemoteWindow[Inventory.REMOTE_WINDOWS];
        }
        return NdStatus.SUCCESS;
    }

    /** Connects a pair; of the first one the owner listens, of the second one the peer. */
    private NdStatus connect(int pair) {
        Side listening = sides[pair % 2];
        Side connecting = sides[1 - pair % 2];
        try (Listener listener = listening.adapter.createListener()) {
            listener.bind(fixture.anyPort());
            listener.listen(0);
            CompletableFuture<Void> requested = listener.getConnectionRequest(listening.connector(pair));
            CompletableFuture<Void> connected =
                    connecting.connector(pair).connect(connecting.endpoint(pair), listener.localAddress());
            fixture.get(requested);
            CompletableFuture<Void> accepted = listening.connector(pair).accept(listening.endpoint(pair));
            fixture.get(connected);
            fixture.get(connecting.connector(pair).completeConnect());
            fixture.get(accepted);
        }
        for (Side each : sides) {
            each.ends.put(pair, each.connector(pair).notifyDisconnect());
        }
        return NdStatus.SUCCESS;
    }
}
