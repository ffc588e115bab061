// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Queued;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.protocol.ReadResponseDecoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.testing.Memory;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** An application and its hostile peer, both driven by a fuzzer's bytes, and a model of what the peer may do. */
final class FuzzedSession {
    private static final int ENDPOINTS = 2;
    private static final int WINDOWS = 4;
    private static final int DEPTH = 4;
    private static final int LENGTH = 512;
    private static final int MAX_STEPS = 400;
    private static final long PEER = FrameWord.of(0, 0, EndpointFixture.PEER_ID, EndpointFixture.PEER_GENERATION);
    private static final long WINDOW_CONTEXT = 1L << 40;
    private static final int GENERATION_OFFSET = 24; // of a descriptor
    private static final int[] ACCESS = {
        AccessFlags.ALLOW_LOCAL_WRITE, AccessFlags.ALLOW_REMOTE_WRITE, AccessFlags.ALLOW_LOCAL_WRITE, AccessFlags.NONE
    };
    private static final byte UNTOUCHED = (byte) 0x91;
    private static final Set<NdStatus> ANSWERS = EnumSet.of(
            NdStatus.SUCCESS,
            NdStatus.INVALID_HANDLE,
            NdStatus.CONNECTION_INVALID,
            NdStatus.NO_MORE_ENTRIES,
            NdStatus.DATA_OVERRUN,
            NdStatus.BUFFER_OVERFLOW,
            NdStatus.INVALID_BUFFER_SIZE,
            NdStatus.ACCESS_VIOLATION,
            NdStatus.INVALID_PARAMETER_3,
            NdStatus.INVALID_PARAMETER_4,
            NdStatus.INVALID_PARAMETER_5,
            NdStatus.INVALID_PARAMETER_6);

    private final FuzzInput input;
    private final EndpointFixture fixture = new EndpointFixture();
    private final HostilePeer peer;
    private final RequestLedger ledger = new RequestLedger();
    private final List<EngineEndpoint> endpoints = new ArrayList<>();
    private final List<GrantedWindow> windows = new ArrayList<>();
    private final List<Memory> memories = new ArrayList<>();
    private final List<Memory> retired = new ArrayList<>();
    private final Map<Long, ScatterGatherList> sinks = new HashMap<>();
    private final List<HostilePeer.Target> formerTargets = new ArrayList<>();
    private final Map<Integer, Asked> asked = new HashMap<>();
    private final List<Window> peersWindows = new ArrayList<>();
    private final Completion[] completion = {new Completion()};
    private Runnable acceptWrite = () -> {};
    private boolean mayFillSinks;
    private boolean invalidatesItself;
    private @Nullable Window invalidated;
    private ConnectionEnd invalidator;
    private long endpointContext;
    private long acknowledged;

    FuzzedSession(FuzzInput input) {
        this.input = input;
        peer = new HostilePeer(input, fixture.link);
        for (int access : ACCESS) {
            memories.add(new Memory(fixture.regions, LENGTH, access, UNTOUCHED));
        }
        for (int index = 0; index < ENDPOINTS; index++) {
            endpoints.add(open(index == 0));
        }
        invalidator = endpoints.get(0).connection();
        WindowTable foreign = new WindowTable();
        for (int index = 0; index < 3; index++) {
            peersWindows.add(foreign.create(0));
        }
        for (int index = 0; index < WINDOWS; index++) {
            windows.add(new GrantedWindow(fixture.windows.create(WINDOW_CONTEXT + index)));
            bind(endpoints.get(0), windows.get(index), index % 2, 64L * index, 100, 1 + index % 7, OpFlags.NONE);
        }
        for (EngineEndpoint endpoint : endpoints) {
            receive(endpoint, ScatterGatherList.of(memories.get(2).region(), 0, 100));
        }
        fixture.grantCredit(DEPTH);
        step(() -> {});
    }

    /** Does what the input says. */
    void run() {
        for (int count = 0; count < MAX_STEPS && !input.isEmpty(); count++) {
            int what = input.octet();
            int which = input.below(ENDPOINTS);
            if (!endpoints.get(which).connection().exchange().takesFrames() && !input.oneIn(8)) {
                step(() -> reopen(which));
            }
            EngineEndpoint endpoint = endpoints.get(which);
            step(() -> {
                if (what < 130) {
                    frame(what % 26, endpoint.connection());
                } else if (what < 240) {
                    request(what % 8, endpoint);
                } else {
                    disturb(what % 16, endpoint);
                }
            });
        }
    }

    /** Ends everything: what is outstanding completes, once. */
    void endAndCheck() {
        fixture.link.room(Long.MAX_VALUE);
        step(() -> endpoints.forEach(EngineEndpoint::flush));
        step(() -> endpoints.forEach(EngineEndpoint::close));
        ledger.assertEverythingCompleted();
        long told = fixture.ended.stream().filter("endpoint"::equals).count();
        if (fixture.ended.contains("link")) {
            assertThat(told).isLessThanOrEqualTo(endpointContext);
        } else {
            assertThat(told).as("every endpoint tells of its end, once").isEqualTo(endpointContext);
            step(peer::nothing);
            assertThat(acknowledged).as("nothing holds acknowledgements back").isEqualTo(peer.sent());
        }
        for (GrantedWindow each : windows) {
            assertThat(each.window.isBound()).as("bound after the end").isFalse();
        }
        fixture.regions.close();
    }

    /** Does something, progresses, and looks at everything that has changed. */
    private void step(Runnable action) {
        acceptWrite = () -> {};
        mayFillSinks = false;
        invalidated = null;
        invalidatesItself = ledger.hasOutstanding(RequestType.INVALIDATE);
        action.run();
        Set<Integer> grantedBefore = new HashSet<>();
        asked.forEach((id, read) -> {
            if (read.isGranted()) {
                grantedBefore.add(id);
            }
        });
        fixture.progress();

        acceptWrite.run();
        if (mayFillSinks) {
            sinks.values().forEach(this::accept);
        }
        for (Memory memory : allMemories()) {
            assertThat(memory.firstChange()).as("a byte that nobody may change").isEqualTo(Memory.NO_CHANGE);
            assertThat(memory.contains(FakeLink.POISON))
                    .as("bytes from outside the frame")
                    .isFalse();
        }
        for (FakeLink.Frame frame : fixture.link.takeCommitted()) {
            peer.see(frame);
            check(frame, grantedBefore);
        }
        acknowledged = Math.max(acknowledged, AcknowledgementWord.sequence(fixture.link.published(), 0));
        assertThat(acknowledged).isLessThanOrEqualTo(peer.sent());
        takeCompletions();
    }

    private List<Memory> allMemories() {
        List<Memory> all = new ArrayList<>(memories);
        all.addAll(retired);
        return all;
    }

    /** What a posted list names may be filled, all of it or nothing. */
    private void accept(ScatterGatherList list) {
        List<Runnable> accepts = new ArrayList<>();
        for (int index = 0; index < list.size(); index++) {
            long offset = list.offset(index);
            long length = list.length(index);
            for (Memory memory : memories) {
                Region region = memory.region();
                if (region == list.region(index) && region.isWritable() && region.contains(offset, length)) {
                    accepts.add(() -> memory.accept((int) offset, (int) length));
                }
            }
        }
        if (accepts.size() == list.size()) {
            accepts.forEach(Runnable::run);
        }
    }

    private void check(FakeLink.Frame frame, Set<Integer> grantedBefore) {
        long word = frame.word();
        boolean isForNobody =
                FrameWord.type(word) == FrameWord.TYPE_FAILURE && FrameWord.flags(word) == FrameWord.FLAG_NOBODY;
        assertThat(isForNobody || FrameWord.receiver(word) == PEER)
                .as("for the peer")
                .isTrue();
        assertThat(FrameWord.type(word)).isBetween(FrameWord.TYPE_SEND, FrameWord.TYPE_ATOMIC);
        if (FrameWord.type(word) == FrameWord.TYPE_FAILURE) {
            long failed = new UnsafeBuffer(frame.payload()).getLong(0);
            assertThat(failed > acknowledged || peer.isRead(failed))
                    .as("frame %d failed, %d are acknowledged already", failed, acknowledged)
                    .isTrue();
        }
        acknowledged = Math.max(acknowledged, FrameWord.acknowledgement(word, peer.sent()));
        if (FrameWord.type(word) == FrameWord.TYPE_READ_RESPONSE) {
            checkResponse(frame, grantedBefore);
        }
    }

    private void checkResponse(FakeLink.Frame frame, Set<Integer> grantedBefore) {
        UnsafeBuffer payload = new UnsafeBuffer(frame.payload());
        ReadResponseDecoder response = new ReadResponseDecoder();
        response.wrap(payload, 0, ReadResponseDecoder.BLOCK_LENGTH, ReadResponseDecoder.SCHEMA_VERSION);
        Asked read = asked.get(response.requestId());
        assertThat(read).as("what was answered was asked").isNotNull();
        if (read == null) {
            return;
        }
        byte[] data = new byte[payload.capacity() - ReadResponseDecoder.BLOCK_LENGTH];
        payload.getBytes(ReadResponseDecoder.BLOCK_LENGTH, data);
        assertThat(response.requestOffset()).as("where the last part ended").isEqualTo(read.answered);
        read.answered += data.length;
        boolean last = (FrameWord.flags(frame.word()) & FrameWord.FLAG_LAST) != 0;
        assertThat(last).as("the last part").isEqualTo(read.answered == read.length);
        if (read.isAtomic) {
            assertThat(data).as("what an atomic that was granted has found").isEqualTo(read.former);
            return;
        }
        boolean revoked = read.window.window == invalidated
                && !invalidatesItself
                && !read.isGranted()
                && read.receiver.exchange().isLive();
        assertThat(grantedBefore.contains(response.requestId()) && !revoked)
                .as("granted before: %s", grantedBefore.contains(response.requestId()))
                .isTrue();
        assertThat(read.answered).isBetween(0L, read.length);
        long from = read.offset + response.requestOffset();
        assertThat(data).isEqualTo(read.window.content(read.target, from, data.length));
    }

    private void takeCompletions() {
        List<Long> invalidations = new ArrayList<>();
        for (CompletionQueue queue : List.of(fixture.receives, fixture.initiators)) {
            boolean expectReceive = false;
            while (Queued.isIn(queue)) {
                assertThat(queue.poll(completion, 1)).isEqualTo(1);
                Completion taken = completion[0];
                boolean byPeer = taken.requestContext() >= WINDOW_CONTEXT;
                if (byPeer) {
                    assertThat(taken.requestType()).isEqualTo(RequestType.INVALIDATE);
                    assertThat(taken.status()).isEqualTo(NdStatus.SUCCESS);
                    invalidations.add(taken.requestContext());
                } else {
                    assertThat(!expectReceive || taken.status() == NdStatus.SUCCESS)
                            .as("the Receive of an invalidation: %s", taken)
                            .isTrue();
                    ledger.completed(taken);
                    sinks.remove(taken.requestContext());
                }
                expectReceive = byPeer;
            }
            assertThat(expectReceive).as("an invalidation without its Receive").isFalse();
        }
        Window window = invalidated;
        if (window == null) {
            assertThat(invalidations).isEmpty();
        } else if (!window.isBound() && invalidator.exchange().isLive() && !invalidatesItself) {
            assertThat(invalidations).containsExactly(window.context());
        }
    }

    // What the peer sends.

    private void frame(int what, ConnectionEnd receiver) {
        mayFillSinks = true;
        switch (what) {
            case 0 -> peer.anything();
            case 1 -> peer.anyTypeTo(receiver);
            case 2, 3, 4 -> peer.send(receiver);
            case 5, 6, 7 -> peer.sendChunk(receiver);
            case 8, 9, 10 -> sendAndInvalidate(receiver);
            case 11, 12, 13 -> write(receiver);
            case 14, 15 -> writeWithImmediate(receiver);
            case 16, 17 -> read(receiver);
            case 18, 19 -> atomic(receiver);
            case 20, 21, 22, 23 -> peer.readResponse(receiver);
            case 24 -> peer.failure(receiver);
            default -> {
                long word = AcknowledgementWord.of(peer.committed(), input.below(3));
                fixture.link.acknowledgement(input.oneIn(64) ? input.int64() : word);
                fixture.grantCredit(input.around(0, 20));
                mayFillSinks = false;
            }
        }
        mayFillSinks &= peer.addressed();
    }

    private void sendAndInvalidate(ConnectionEnd receiver) {
        HostilePeer.Target target = target(anyWindow());
        peer.sendAndInvalidate(receiver, target);
        invalidator = receiver;
        for (GrantedWindow each : windows) {
            if (each.names(target, receiver)) {
                invalidated = each.window;
            }
        }
    }

    private void write(ConnectionEnd receiver) {
        HostilePeer.Target target = target(anyWindow());
        GrantedWindow window = windowOf(target);
        byte[] data = input.message(64);
        long offset = input.around(0, 100 - data.length);
        long remaining = input.oneIn(8) ? input.around(0, 100) : data.length;
        boolean granted = window.allows(target, receiver, OpFlags.ALLOW_WRITE, offset, remaining);
        int arrives = peer.write(receiver, target, data, offset, remaining);
        if (granted && arrives <= remaining && peer.addressed()) {
            acceptWrite = () -> window.accept(target, offset, arrives);
        }
    }

    private void writeWithImmediate(ConnectionEnd receiver) {
        HostilePeer.Target target = target(anyWindow());
        GrantedWindow window = windowOf(target);
        byte[] data = input.message(64);
        long offset = input.around(0, 100 - data.length);
        long total = input.oneIn(4) ? input.around(0, 100) : data.length;
        boolean granted = window.allows(target, receiver, OpFlags.ALLOW_WRITE, offset, total);
        int arrives = peer.writeWithImmediate(receiver, target, data, offset, total);
        if (granted && arrives <= total && peer.addressed()) {
            acceptWrite = () -> window.accept(target, offset + total - arrives, arrives);
        }
    }

    private void atomic(ConnectionEnd receiver) {
        HostilePeer.Target target = target(anyWindow());
        GrantedWindow window = windowOf(target);
        long offset = input.around(0, 96);
        boolean granted = window.allowsAtomic(target, receiver, offset);
        Asked atomic = new Asked(window, target, receiver, offset, Long.BYTES);
        atomic.isAtomic = true;
        if (granted) {
            atomic.former = window.content(target, offset, Long.BYTES);
        }
        asked.put(peer.atomic(receiver, target, offset, atomic.former), atomic);
        if (granted && peer.addressed()) {
            acceptWrite = () -> window.accept(target, offset, Long.BYTES);
        }
    }

    private void read(ConnectionEnd receiver) {
        HostilePeer.Target target = target(anyWindow());
        GrantedWindow window = windowOf(target);
        long offset = input.around(0, 100);
        long length = input.around(0, 100);
        int id = peer.read(receiver, target, offset, length);
        Asked read = new Asked(window, target, receiver, offset, length);
        read.valid = peer.addressed();
        asked.put(id, read);
    }

    private GrantedWindow anyWindow() {
        return windows.get(input.below(WINDOWS));
    }

    private GrantedWindow windowOf(HostilePeer.Target target) {
        return windows.stream()
                .filter(each -> each.window.id() == target.windowId())
                .findFirst()
                .orElse(windows.get(0));
    }

    private HostilePeer.Target target(GrantedWindow of) {
        int lie = input.octet();
        if (lie >= 4 && lie < 12 && !formerTargets.isEmpty()) {
            return formerTargets.get(input.octet() % formerTargets.size());
        }
        long generation = lie == 1 ? input.around(0, 10) : of.lastGeneration();
        long token = of.window.tokenOf(generation) ^ (lie == 2 ? 1L << input.below(64) : 0);
        int id = lie == 3 ? (int) input.around(0, WINDOWS) : of.window.id();
        HostilePeer.Target target = new HostilePeer.Target(id, generation, token);
        formerTargets.add(target);
        return target;
    }

    // What the application posts.

    private void request(int what, EngineEndpoint endpoint) {
        int flags = input.below(8) & (OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE);
        switch (what) {
            case 0 -> post(endpoint, RequestType.SEND, flags, context -> endpoint.send(context, list(false), flags));
            case 1 ->
                post(
                        endpoint,
                        RequestType.SEND,
                        flags,
                        context -> endpoint.send(context, list(false), flags | OpFlags.INLINE));
            case 2 -> receive(endpoint, list(true));
            case 3, 4, 5 -> oneSided(what == 5 && input.oneIn(2) ? 6 : what, endpoint, flags);
            case 6 ->
                bind(
                        endpoint,
                        anyWindow(),
                        input.below(4),
                        input.around(0, LENGTH),
                        input.around(0, 100),
                        input.octet(),
                        flags);
            default -> {
                Window window = anyWindow().window;
                int loud = flags & ~OpFlags.SILENT_SUCCESS;
                post(endpoint, RequestType.INVALIDATE, loud, id -> endpoint.invalidate(id, window, loud));
            }
        }
    }

    private void oneSided(int what, EngineEndpoint endpoint, int flags) {
        RemoteWindow window = remote(endpoint);
        if (window == null) {
            return;
        }
        ScatterGatherList list = list(what == 3);
        long offset = input.around(0, 50);
        switch (what) {
            case 3 ->
                sinks.put(
                        post(endpoint, RequestType.READ, flags, id -> endpoint.read(id, list, window, offset, flags)),
                        list);
            case 4 -> {
                boolean tells = input.oneIn(3);
                LongFunction<NdStatus> call = id -> tells
                        ? endpoint.writeWithImmediate(id, list, window, offset, 1, flags)
                        : endpoint.write(id, list, window, offset, flags);
                post(endpoint, RequestType.WRITE, flags, call);
            }
            case 5 -> atomic(endpoint, window, flags);
            default ->
                post(endpoint, RequestType.SEND, flags, id -> endpoint.sendAndInvalidate(id, list, window, flags));
        }
    }

    private void atomic(EngineEndpoint endpoint, RemoteWindow window, int flags) {
        boolean adds = input.oneIn(2);
        long offset = 8L * input.around(0, 10);
        ScatterGatherList sink = ScatterGatherList.of(memories.get(2).region(), input.octet(), input.oneIn(16) ? 9 : 8);
        long context = post(
                endpoint,
                adds ? RequestType.FETCH_AND_ADD : RequestType.COMPARE_AND_SWAP,
                flags,
                id -> adds
                        ? endpoint.fetchAndAdd(id, sink, window, offset, 1, flags)
                        : endpoint.compareAndSwap(id, sink, window, offset, 0, 1, flags));
        sinks.put(context, sink);
    }

    private long post(EngineEndpoint endpoint, RequestType type, int flags, LongFunction<NdStatus> call) {
        long context = ledger.newContext();
        NdStatus status = call.apply(context);
        assertThat(status).isIn(ANSWERS);
        if (status == NdStatus.SUCCESS) {
            boolean silent = (flags & OpFlags.SILENT_SUCCESS) != 0;
            ledger.posted(context, new RequestLedger.Posted(type, endpoint.context(), silent));
        }
        return context;
    }

    private void receive(EngineEndpoint endpoint, ScatterGatherList sink) {
        sinks.put(post(endpoint, RequestType.RECEIVE, OpFlags.NONE, id -> endpoint.receive(id, sink)), sink);
    }

    private void bind(
            EngineEndpoint endpoint,
            GrantedWindow window,
            int memory,
            long offset,
            long length,
            int rights,
            int flags) {
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        int all = GrantedWindow.rights(rights) | flags;
        Memory granted = memories.get(memory);
        post(
                endpoint,
                RequestType.BIND,
                flags,
                id -> endpoint.bind(id, granted.region(), window.window, offset, length, all, descriptor, 0));
        long generation = descriptor.getLong(GENERATION_OFFSET, ByteOrder.BIG_ENDIAN);
        if (generation != 0) { // or it was refused
            window.granted(generation, granted, offset, length, all);
        }
    }

    private @Nullable RemoteWindow remote(EngineEndpoint endpoint) {
        UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        long generation = input.around(1, 3);
        Window named = peersWindows.get(input.below(3));
        DescriptorLayout.write(descriptor, 0, named.id(), generation, named.tokenOf(generation), input.around(0, 100));
        try {
            return endpoint.openWindow(descriptor, 0);
        } catch (NdException e) {
            assertThat(e.status())
                    .isIn(NdStatus.INVALID_PARAMETER, NdStatus.CONNECTION_INVALID, NdStatus.INVALID_HANDLE);
            return null;
        }
    }

    private ScatterGatherList list(boolean sink) {
        ScatterGatherList list = new ScatterGatherList(5);
        int entries = input.below(6);
        for (int index = 0; index < entries; index++) {
            boolean usual = !input.oneIn(16);
            Memory memory = memories.get(usual ? (sink ? 2 : 3) : input.below(memories.size()));
            long offset = usual ? input.octet() : input.around(0, LENGTH);
            long length = usual ? input.below(80) : Math.max(0, input.around(0, LENGTH));
            list.add(memory.region(), offset, length);
        }
        return list;
    }

    // What else happens.

    private void disturb(int what, EngineEndpoint endpoint) {
        switch (what) {
            case 0, 1 -> fixture.link.room(input.below(4));
            case 2, 3, 4, 5 -> fixture.link.room(Long.MAX_VALUE);
            case 6 -> fixture.loop.advance(EndpointFixture.RECEIVER_NOT_READY_NS * input.below(3));
            case 7 -> assertThat(endpoint.flush()).isIn(NdStatus.SUCCESS, NdStatus.INVALID_HANDLE);
            case 8 -> endpoint.connection().disconnect();
            case 9 ->
                endpoint.connection()
                        .peerDisconnected(
                                new PeerEnd(input.around(0, peer.sent() + 2), input.below(4), 0, NdStatus.CANCELED));
            case 10 -> endpoint.connection().completeAccept();
            case 11, 12 -> reopen(endpoints.indexOf(endpoint));
            case 13 -> {
                int index = input.below(WINDOWS);
                windows.get(index).window.close();
                windows.set(index, new GrantedWindow(fixture.windows.create(WINDOW_CONTEXT + index)));
            }
            case 14 -> replaceMemory(input.below(memories.size()));
            default -> {
                if (input.oneIn(8)) {
                    fixture.end.peerDied();
                } else if (input.oneIn(8)) {
                    fixture.end.beginClose();
                }
            }
        }
    }

    private void reopen(int which) {
        endpoints.get(which).close();
        endpoints.set(which, open(input.oneIn(2)));
        receive(endpoints.get(which), ScatterGatherList.of(memories.get(2).region(), 0, 100));
        bind(endpoints.get(which), anyWindow(), input.below(2), input.octet() & ~7, 100, 7, OpFlags.NONE);
    }

    private EngineEndpoint open(boolean active) {
        EngineEndpoint made = fixture.idle(
                EndpointConfig.defaults().withQueueDepth(DEPTH).withMaxSge(4).withContext(++endpointContext));
        fixture.attach(made, active);
        return made;
    }

    private void replaceMemory(int index) {
        try {
            memories.get(index).region().deregister();
            memories.add(index, new Memory(fixture.regions, LENGTH, ACCESS[index], UNTOUCHED));
            retired.add(memories.remove(index + 1));
        } catch (NdException e) {
            assertThat(e.status()).isEqualTo(NdStatus.DEVICE_BUSY);
        }
    }
}
