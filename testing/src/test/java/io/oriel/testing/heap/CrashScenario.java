// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.heap.host.HeapConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two processes connect, use each other's windows and messages, and part; one of them may die on the way. The survivor
 * must end with each of its requests completed once, in order, with a status that fits what happened.
 */
final class CrashScenario implements AutoCloseable {
    private static final int WINDOW_LENGTH = 4096;
    private static final int SOURCE = WINDOW_LENGTH;
    private static final int SINK = 2 * WINDOW_LENGTH;
    private static final int LENGTH = 3 * WINDOW_LENGTH;
    private static final int COMPLETIONS_BEFORE_THE_END = 13;
    private static final int RECEIVES = 8;
    private static final int MAX_STEPS = 1_000_000;
    private static final int WRITE_LENGTH = 3000;

    /** One process's part in it. */
    private static final class Part {
        private final Adapter adapter;
        private final CompletionQueue queue;
        private final Endpoint endpoint;
        private final Connector connector;
        private final MemoryRegion region;
        private final MemoryWindow window;
        private final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        private final List<Long> initiated = new ArrayList<>();
        private final List<Long> received = new ArrayList<>();
        private final List<Completion> completions = new ArrayList<>();

        private Part(Adapter adapter) {
            this.adapter = adapter;
            queue = adapter.createCompletionQueue(64);
            endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            connector = adapter.createConnector();
            region = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
            window = adapter.createMemoryWindow(-1);
            region.buffer().setMemory(SOURCE, WINDOW_LENGTH, (byte) 7);
        }

        private void posted(NdStatus status, long context) {
            if (status == NdStatus.SUCCESS) {
                initiated.add(context);
            } else {
                assertThat(status).isEqualTo(NdStatus.CONNECTION_INVALID);
            }
        }

        private ScatterGatherList range(int offset, int length) {
            return ScatterGatherList.of(region, offset, length);
        }

        private void take() {
            Completion next = new Completion();
            while (queue.poll(new Completion[] {next}, 1) == 1) {
                completions.add(next);
                next = new Completion();
            }
        }
    }

    private final HeapFixture fixture;
    private final HeapProcess victimProcess;
    private final Part survivor;
    private final Part victim;
    private boolean made;

    CrashScenario(HeapConditions conditions) {
        fixture = HeapFixture.open(OrielConfig.defaults(), conditions);
        victimProcess = fixture.peerProcess();
        survivor = new Part(fixture.owner());
        victim = new Part(fixture.peer());
    }

    /** Counts how often the victim passes a crash point when it lives. */
    long passes(CrashPoint point) {
        return victimProcess.count(point);
    }

    void crashAfter(CrashPoint point, long n) {
        victimProcess.crashAfter(point, n);
    }

    /** Plays it through, up to the death of the victim or the end. */
    void play(boolean survivorListens) {
        for (Part part : List.of(survivor, victim)) {
            for (int i = 0; i < RECEIVES; i++) {
                if (part.endpoint.receive(100 + i, part.range(SINK + 64 * i, 64)) == NdStatus.SUCCESS) {
                    part.received.add(100L + i);
                }
            }
        }
        if (connect(survivorListens ? survivor : victim, survivorListens ? victim : survivor)) {
            exchange();
            driveUntil(() -> survivor.completions.size() == COMPLETIONS_BEFORE_THE_END
                    && victim.completions.size() == COMPLETIONS_BEFORE_THE_END);
            disconnect();
        }
        if (!victimProcess.isAlive()) {
            fixture.settle();
        }
    }

    /** Checks the survivor. */
    void check() {
        fixture.settle();
        if (!made) {
            assertThat(survivor.endpoint.flush()).isEqualTo(NdStatus.SUCCESS);
        }
        survivor.take();
        assertThat(survivor.endpoint.isConnected()).isFalse();
        List<Completion> initiated = new ArrayList<>();
        List<Completion> received = new ArrayList<>();
        for (Completion each : survivor.completions) {
            boolean ofReceiveQueue = each.requestType() == RequestType.RECEIVE || each.requestContext() == -1;
            (ofReceiveQueue ? received : initiated).add(each);
        }
        assertThat(initiated).extracting(Completion::requestContext).isEqualTo(survivor.initiated);
        checkStatuses(initiated, NdStatus.IO_TIMEOUT);
        checkStatuses(received, NdStatus.CANCELED);
        assertThat(received)
                .filteredOn(each -> each.requestContext() != -1)
                .extracting(Completion::requestContext)
                .isEqualTo(survivor.received);
        for (Completion each : initiated) {
            if (each.requestType() == RequestType.WRITE && each.status() == NdStatus.SUCCESS) {
                checkWritten((int) each.requestContext());
            }
        }
        survivor.window.close();
        survivor.region.deregister();
    }

    @Override
    public void close() {
        fixture.close();
    }

    /** After the first failure, which may have a status of its own, everything is CANCELED. */
    private static void checkStatuses(List<Completion> completions, NdStatus firstFailure) {
        boolean failed = false;
        for (Completion each : completions) {
            if (failed) {
                assertThat(each.status()).as(each.toString()).isEqualTo(NdStatus.CANCELED);
            } else if (each.status() != NdStatus.SUCCESS) {
                assertThat(each.status()).as(each.toString()).isIn(firstFailure, NdStatus.CANCELED);
                failed = true;
            }
        }
    }

    /** What was written successfully is in the victim's memory, though it died. */
    private void checkWritten(int context) {
        for (int i = 0; i < WRITE_LENGTH; i++) {
            assertThat(victim.region.buffer().getByte((context - 10) * 16 + i)).isEqualTo((byte) 7);
        }
    }

    private boolean connect(Part listening, Part connecting) {
        Listener listener = listening.adapter.createListener();
        listener.bind(fixture.anyPort());
        listener.listen(0);
        CompletableFuture<Void> requested = listener.getConnectionRequest(listening.connector);
        CompletableFuture<Void> connected = connecting.connector.connect(connecting.endpoint, listener.localAddress());
        if (!succeeds(requested, listening) || (listening == victim && !victimProcess.isAlive())) {
            return failsFor(connecting, connected);
        }
        CompletableFuture<Void> accepted = listening.connector.accept(listening.endpoint);
        if (!succeeds(connected, connecting)) {
            return failsFor(listening, accepted);
        }
        CompletableFuture<Void> completed = connecting.connector.completeConnect();
        boolean ofConnecting = succeeds(completed, connecting);
        boolean ofListening = succeeds(accepted, listening);
        made = connecting == survivor ? ofConnecting : ofListening;
        return ofConnecting && ofListening && victimProcess.isAlive();
    }

    /** The survivor's future ends, too. */
    private boolean failsFor(Part part, CompletableFuture<Void> future) {
        if (part == survivor) {
            fixture.statusOf(future);
        }
        return false;
    }

    private boolean succeeds(CompletableFuture<Void> future, Part of) {
        for (int i = 0; !future.isDone() && victimProcess.isAlive(); i++) {
            assertThat(i).as("steps without an end").isLessThan(MAX_STEPS);
            fixture.pause();
        }
        if (of == victim) {
            return future.isDone() && !future.isCompletedExceptionally();
        }
        if (!victimProcess.isAlive() && !future.isDone()) {
            fixture.settle();
        }
        if (!future.isDone()) {
            return false; // a listener may wait for ever
        }
        NdStatus status = fixture.statusOf(future);
        assertThat(status)
                .isIn(
                        NdStatus.SUCCESS,
                        NdStatus.CONNECTION_ABORTED,
                        NdStatus.CONNECTION_REFUSED,
                        NdStatus.CONNECTION_INVALID);
        return status == NdStatus.SUCCESS;
    }

    /** Each side uses all that the other offers. */
    private void exchange() {
        int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        List<Part> parts = List.of(survivor, victim);
        for (Part part : parts) {
            part.posted(
                    part.endpoint.bind(1, part.region, part.window, 0, WINDOW_LENGTH, rights, part.descriptor, 0), 1);
        }
        for (Part part : parts) {
            Part other = part == survivor ? victim : survivor;
            if (part.endpoint.isConnected() && other.initiated.contains(1L)) {
                use(part, part.endpoint.openWindow(other.descriptor, 0));
            }
        }
    }

    private static void use(Part part, RemoteWindow remote) {
        Endpoint endpoint = part.endpoint;
        for (long context = 2; context < 4; context++) {
            part.posted(endpoint.send(context, part.range(SOURCE, 50), OpFlags.NONE), context);
        }
        for (int context = 10; context < 12; context++) {
            ScatterGatherList source = part.range(SOURCE, WRITE_LENGTH);
            part.posted(endpoint.write(context, source, remote, (context - 10) * 16L, OpFlags.NONE), context);
        }
        part.posted(endpoint.read(20, part.range(SINK + 1024, 2000), remote, 0, OpFlags.NONE), 20);
        part.posted(endpoint.sendAndInvalidate(30, part.range(SOURCE, 8), remote, OpFlags.READ_FENCE), 30);
        part.posted(endpoint.send(31, part.range(SOURCE, 8), OpFlags.NONE), 31);
    }

    /** The victim disconnects. */
    private void disconnect() {
        if (victimProcess.isAlive()) {
            CompletableFuture<Void> disconnected = victim.connector.disconnect();
            driveUntil(disconnected::isDone);
            fixture.settle();
            survivor.take();
        }
    }

    private void driveUntil(BooleanSupplier condition) {
        for (int i = 0; victimProcess.isAlive() && !condition.getAsBoolean(); i++) {
            assertThat(i).as("steps without an end").isLessThan(MAX_STEPS);
            survivor.take();
            victim.take();
            fixture.pause();
        }
    }
}
