// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WaitSet;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Every method of the data plane allocates nothing, from its first call on adapters that are new. The same calls were made before on
 * other adapters, so that the JVM has loaded and linked what they need. Calls that {@link Adapter} excepts are not measured.
 */
public abstract class DataPlaneAllocations {
    private static final int FORMER_LIVES = 3;
    private static final int LIVES = 5;
    private static final int RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE | OpFlags.ALLOW_ATOMIC;
    private static final int ACCESS = AccessFlags.ALLOW_LOCAL_WRITE
            | AccessFlags.FAST_REGISTER
            | AccessFlags.ALLOW_REMOTE_READ
            | AccessFlags.ALLOW_REMOTE_WRITE;
    private static final int SHORT = 32;
    private static final int LONG = 60_000;
    private static final long WAIT_NS = 2_000_000;

    private final ScatterGatherList empty = ScatterGatherList.empty();
    private final Completion[] completions = new Completion[16];
    private CallAllocations calls = new CallAllocations();

    protected DataPlaneAllocations() {
        Arrays.setAll(completions, index -> new Completion());
    }

    /**
     * Opens two adapters on a medium.
     *
     * @param config of both
     * @return to be closed by the caller
     */
    protected abstract ConformanceFixture open(OrielConfig config);

    @Test
    void noMethodAllocatesFromItsFirstCallOn() {
        for (int life = 0; life < FORMER_LIVES; life++) {
            live();
        }

        // The JVM links rare code, such as a keep-alive, in some later life; a method that allocates does so in each.
        int life = 0;
        do {
            live();
        } while (!calls.allocating().isEmpty() && ++life < LIVES);

        assertThat(calls.allocating()).isEmpty();
        assertThat(calls.methods()).isEqualTo(AllocationPromises.in("api", "io.oriel.api"));
    }

    @Test
    void everyMethodThatReturnsAStatusPromisesIt() {
        Set<String> returning = new TreeSet<>();
        Stream.of(Endpoint.class, CompletionQueue.class, SharedReceiveQueue.class, Adapter.class, WaitSet.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getReturnType() == NdStatus.class)
                .map(DataPlaneAllocations::nameOf)
                .forEach(returning::add);
        returning.remove("Endpoint.flush");

        assertThat(AllocationPromises.in("api", "io.oriel.api")).containsAll(returning);
    }

    private static String nameOf(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** Calls every method on new adapters. */
    private void live() {
        calls = new CallAllocations();
        try (ConformanceFixture fixture = open(OrielConfig.defaults())) {
            Life life = new Life(fixture);
            life.refuseBeforeConnection();
            life.connect();
            life.exchangeMessages();
            life.accessMemory();
            life.takeBackWindows();
            life.shareReceives();
            life.await();
            life.end();
        }
    }

    /** One life of two connected endpoints. */
    private final class Life {
        private final ConformanceFixture fixture;
        private final ConnectedPair pair;
        private final Side owner;
        private final Side peer;
        private final UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        private final MemoryWindow window;
        private final MemoryRegion fast;
        private final ScatterGatherList one;
        private final ScatterGatherList large;
        private final ScatterGatherList former;
        private final ScatterGatherList into;
        private final ScatterGatherList inline = new ScatterGatherList(1);

        Life(ConformanceFixture fixture) {
            this.fixture = fixture;
            pair = ConnectedPair.open(fixture, SideConfig.defaults(), SideConfig.defaults());
            owner = pair.owner();
            peer = pair.peer();
            window = owner.newWindow();
            fast = owner.adapter().allocateMemory(LONG, ACCESS);
            one = peer.range(0, SHORT);
            large = peer.range(0, LONG);
            former = peer.range(0, Long.BYTES);
            into = owner.range(0, LONG);
            inline.add(new UnsafeBuffer(new byte[SHORT]), 0, SHORT);
        }

        void refuseBeforeConnection() {
            NdStatus expected = NdStatus.CONNECTION_INVALID;
            requireSend(expected);
            requireBind(expected);
            batch(peer.endpoint());
            assertThat(calls.isTrue("Endpoint.isConnected", peer.endpoint()::isConnected))
                    .isFalse();
            calls.number("CompletionQueue.poll", () -> peer.receiveQueue().poll(completions, 16));
        }

        private void requireSend(NdStatus expected) {
            Endpoint endpoint = peer.endpoint();
            require(expected, calls.status("Endpoint.send", () -> endpoint.send(1, one, OpFlags.NONE)));
        }

        private void requireBind(NdStatus expected) {
            require(expected, bind(window));
        }

        void connect() {
            pair.connect();
            fixture.settle();
            CallAllocations measured = calls;
            calls = new CallAllocations();
            nameRegionsAndWindows();
            calls = measured;
            Endpoint endpoint = peer.endpoint();
            assertThat(calls.isTrue("Endpoint.isConnected", endpoint::isConnected))
                    .isTrue();
            calls.run("Endpoint.context", endpoint::context);
            calls.status("NdStatus.ofValue", () -> NdStatus.ofValue(NdStatus.IO_TIMEOUT.value()));
        }

        /** Names each for the first time. */
        private void nameRegionsAndWindows() {
            receive();
            send(large, OpFlags.NONE);
            completed(peer.initiatorQueue(), 1);
            completed(owner.receiveQueue(), 1);
            require(NdStatus.SUCCESS, bind(window));
            completed(owner.initiatorQueue(), 1);
            invalidateWindow();
            invalidateToken();
        }

        private void invalidateWindow() {
            success("Endpoint.invalidate", () -> owner.endpoint().invalidate(1, window, OpFlags.NONE));
            completed(owner.initiatorQueue(), 1);
        }

        /** Binds a region's token, and takes it back. */
        private void invalidateToken() {
            int rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
            success(
                    "Endpoint.fastRegister",
                    () -> owner.endpoint().fastRegister(1, fast, 0, SHORT, rights, descriptor, 0));
            completed(owner.initiatorQueue(), 1);
            RemoteWindow token = peer.endpoint().openWindow(descriptor, 0);
            success("Endpoint.write", () -> peer.endpoint().write(1, one, token, 0, OpFlags.NONE));
            completed(peer.initiatorQueue(), 1);
            success("Endpoint.invalidate", () -> owner.endpoint().invalidate(1, fast, OpFlags.NONE));
            completed(owner.initiatorQueue(), 1);
        }

        void exchangeMessages() {
            for (ScatterGatherList message : new ScatterGatherList[] {one, large, empty}) {
                receive();
                send(message, OpFlags.NONE);
                completed(peer.initiatorQueue(), 1);
                completed(owner.receiveQueue(), 1);
            }
            send(one, OpFlags.NONE); // waits for a Receive
            send(inline, OpFlags.INLINE | OpFlags.SILENT_SUCCESS);
            fixture.settle();
            receive();
            receive();
            completed(owner.receiveQueue(), 2);
            completed(peer.initiatorQueue(), 1);
            sendBatch();
            require(
                    NdStatus.INVALID_PARAMETER_4,
                    calls.status("Endpoint.send", () -> peer.endpoint().send(1, one, OpFlags.ALLOW_READ)));
        }

        private void sendBatch() {
            Endpoint endpoint = peer.endpoint();
            success("Endpoint.startRequestBatch", endpoint::startRequestBatch);
            for (int i = 0; i < 3; i++) {
                receive();
                send(one, OpFlags.DEFER);
            }
            success("Endpoint.submitRequestBatch", endpoint::submitRequestBatch);
            completed(peer.initiatorQueue(), 3);
            completed(owner.receiveQueue(), 3);
        }

        private void receive() {
            success("Endpoint.receive", () -> owner.endpoint().receive(1, into));
        }

        private void send(ScatterGatherList message, int flags) {
            success("Endpoint.send", () -> peer.endpoint().send(2, message, flags));
        }

        void accessMemory() {
            require(NdStatus.SUCCESS, bind(window));
            completed(owner.initiatorQueue(), 1);
            RemoteWindow remote = peer.endpoint().openWindow(descriptor, 0);
            access(remote, one);
            access(remote, large);
            Endpoint endpoint = peer.endpoint();
            success("Endpoint.fetchAndAdd", () -> endpoint.fetchAndAdd(1, former, remote, 0, 1, OpFlags.NONE));
            success("Endpoint.compareAndSwap", () -> endpoint.compareAndSwap(1, former, remote, 8, 0, 1, OpFlags.NONE));
            completed(peer.initiatorQueue(), 2);
        }

        private void access(RemoteWindow remote, ScatterGatherList list) {
            Endpoint endpoint = peer.endpoint();
            receive();
            success("Endpoint.write", () -> endpoint.write(1, list, remote, 0, OpFlags.NONE));
            success("Endpoint.read", () -> endpoint.read(2, list, remote, 0, OpFlags.NONE));
            success(
                    "Endpoint.writeWithImmediate",
                    () -> endpoint.writeWithImmediate(3, list, remote, 0, 7, OpFlags.NONE));
            completed(peer.initiatorQueue(), 3);
            completed(owner.receiveQueue(), 1);
        }

        private NdStatus bind(MemoryWindow what) {
            return calls.status(
                    "Endpoint.bind",
                    () -> owner.endpoint().bind(0, owner.region(), what, 0, LONG, RIGHTS, descriptor, 0));
        }

        void takeBackWindows() {
            invalidateWindow();
            invalidateToken();
            require(NdStatus.SUCCESS, bind(window));
            completed(owner.initiatorQueue(), 1);
            RemoteWindow remote = peer.endpoint().openWindow(descriptor, 0);
            receive();
            success(
                    "Endpoint.sendAndInvalidate",
                    () -> peer.endpoint().sendAndInvalidate(1, one, remote, OpFlags.NONE));
            completed(peer.initiatorQueue(), 1);
            completed(owner.receiveQueue(), 2);
        }

        void shareReceives() {
            SharedReceiveQueue shared = owner.adapter().createSharedReceiveQueue(8, 1, 0);
            Side sharing = Side.open(fixture, owner.adapter(), SideConfig.defaults(), shared);
            Side sender = Side.open(fixture, peer.adapter(), SideConfig.defaults());
            ConnectedPair.of(fixture, sharing, sender).connect();
            fixture.settle();
            ScatterGatherList message = sender.range(0, SHORT);
            CallAllocations measured = calls;
            calls = new CallAllocations(); // the first Receive names a region
            for (int i = 0; i < 3; i++) {
                success("SharedReceiveQueue.receive", () -> shared.receive(1, into));
                success("Endpoint.send", () -> sender.endpoint().send(1, message, OpFlags.NONE));
                completed(sender.initiatorQueue(), 1);
                completed(sharing.receiveQueue(), 1);
                calls = measured;
            }
        }

        void await() {
            Adapter adapter = owner.adapter();
            WaitSet set = fixture.newOwnerWaitSet();
            set.add(adapter);
            long waitNs = fixture.supportsBlockingWaits() ? WAIT_NS : 0;
            assertThat(adapter.await(waitNs)).isEqualTo(NdStatus.TIMEOUT); // each has its first wait
            assertThat(set.await(waitNs)).isEqualTo(NdStatus.TIMEOUT);

            require(NdStatus.TIMEOUT, calls.status("Adapter.await", () -> adapter.await(waitNs)));
            require(NdStatus.TIMEOUT, calls.status("WaitSet.await", () -> set.await(waitNs)));
            require(
                    NdStatus.TIMEOUT,
                    calls.status(
                            "CompletionQueue.await", () -> owner.receiveQueue().await(NotifyType.ANY, waitNs)));
            calls.run("Adapter.wakeup", adapter::wakeup);
            success("Adapter.await", () -> adapter.await(waitNs));
            calls.run("WaitSet.wakeup", set::wakeup);
            success("WaitSet.await", () -> set.await(waitNs));
            receive();
            send(one, OpFlags.NONE);
            completed(peer.initiatorQueue(), 1);
            success("CompletionQueue.await", () -> owner.receiveQueue().await(NotifyType.ANY, waitNs));
            completed(owner.receiveQueue(), 1);
            set.close();
        }

        /** The peer leaves while a Receive is outstanding. */
        void end() {
            receive();
            receive();
            fixture.get(peer.connector().disconnect());
            fixture.settle();
            completed(owner.receiveQueue(), 2);
            calls.number("CompletionQueue.discard", () -> owner.receiveQueue().discard(owner.endpoint()));
            requireBind(NdStatus.CONNECTION_INVALID);
            owner.endpoint().close();
            requireBind(NdStatus.INVALID_HANDLE);
            require(
                    NdStatus.INVALID_HANDLE,
                    calls.status("Endpoint.startRequestBatch", owner.endpoint()::startRequestBatch));
        }

        private void batch(Endpoint endpoint) {
            success("Endpoint.startRequestBatch", endpoint::startRequestBatch);
            success("Endpoint.submitRequestBatch", endpoint::submitRequestBatch);
        }

        /** Takes completions from a queue, while both adapters make progress. */
        private void completed(CompletionQueue queue, int count) {
            int[] taken = {0};
            fixture.await(count + " completions", () -> {
                progress(owner.adapter());
                progress(peer.adapter());
                taken[0] += calls.number("CompletionQueue.poll", () -> queue.poll(completions, completions.length));
                return taken[0] >= count;
            });
            assertThat(taken[0]).isEqualTo(count);
        }

        private void progress(Adapter adapter) {
            calls.status("Adapter.await", () -> adapter.await(0));
        }

        private void success(String method, Supplier<NdStatus> call) {
            require(NdStatus.SUCCESS, calls.status(method, call));
        }

        private static void require(NdStatus expected, NdStatus found) {
            assertThat(found).isEqualTo(expected);
        }
    }
}
