// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_2;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WaitSet;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What calls answer that are given null, which no caller means. */
@SuppressWarnings("NullAway")
public abstract class MissingArgumentsConformanceTest extends ConformanceTest {
    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected MissingArgumentsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"requests.missing", "requests.call-failure"})
    void refusesRequestsWithoutAList() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
        Endpoint endpoint = pair.peer().endpoint();

        for (int flags : new int[] {OpFlags.NONE, OpFlags.INLINE}) {
            assertThat(endpoint.send(1, null, flags)).isEqualTo(INVALID_PARAMETER_2);
            assertThat(endpoint.sendAndInvalidate(1, null, remote, flags)).isEqualTo(INVALID_PARAMETER_2);
            assertThat(endpoint.write(1, null, remote, 0, flags)).isEqualTo(INVALID_PARAMETER_2);
            assertThat(endpoint.writeWithImmediate(1, null, remote, 0, 0, flags))
                    .isEqualTo(INVALID_PARAMETER_2);
        }
        assertThat(endpoint.read(1, null, remote, 0, OpFlags.NONE)).isEqualTo(INVALID_PARAMETER_2);
        assertThat(endpoint.fetchAndAdd(1, null, remote, 0, 1, OpFlags.NONE)).isEqualTo(INVALID_PARAMETER_2);
        assertThat(endpoint.compareAndSwap(1, null, remote, 0, 1, 2, OpFlags.NONE))
                .isEqualTo(INVALID_PARAMETER_2);
        assertThat(endpoint.receive(1, null)).isEqualTo(INVALID_PARAMETER_2);
        SharedReceiveQueue shared = fixture().peer().createSharedReceiveQueue(1, 1, 0);
        assertThat(shared.receive(1, null)).isEqualTo(INVALID_PARAMETER_2);

        pair.peer().assertNothingMore();
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    @Proves("requests.missing")
    void refusesRequestsThatNameNothing() {
        ConnectedPair pair = connected();
        Side side = pair.peer();
        Endpoint endpoint = side.endpoint();
        MemoryWindow window = side.newWindow();
        UnsafeBuffer descriptor = newDescriptor();
        MemoryRegion fast = side.adapter().allocateMemory(64, AccessFlags.FAST_REGISTER);

        assertThat(endpoint.sendAndInvalidate(1, EMPTY, null, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.read(1, EMPTY, null, 0, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.write(1, EMPTY, null, 0, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.fetchAndAdd(1, EMPTY, null, 0, 1, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.invalidate(1, (MemoryWindow) null, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.invalidate(1, (MemoryRegion) null, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.bind(1, null, window, 0, 1, READ_WRITE, descriptor, 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.bind(1, side.region(), null, 0, 1, READ_WRITE, descriptor, 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.bind(1, side.region(), window, 0, 1, READ_WRITE, null, 0))
                .isEqualTo(INVALID_PARAMETER_7);
        assertThat(endpoint.fastRegister(1, null, 0, 1, OpFlags.NONE, descriptor, 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.fastRegister(1, fast, 0, 1, OpFlags.NONE, null, 0)).isEqualTo(INVALID_PARAMETER_6);

        side.assertNothingMore();
        assertThat(endpoint.isConnected()).isTrue();
        pair.bind(pair.owner().newWindow(), 0, 64, READ_WRITE);
    }

    @Test
    @Proves("control-calls.missing")
    void refusesToMakeSomethingOfNothing() {
        Adapter adapter = fixture().owner();
        CompletionQueue queue = adapter.createCompletionQueue(1);
        EndpointConfig config = EndpointConfig.defaults();

        assertFailsNaming("buffer", () -> adapter.registerMemory(null, AccessFlags.NONE));
        assertFailsNaming("config", () -> adapter.createEndpoint(queue, queue, null));
        assertFails(INVALID_PARAMETER_2, () -> adapter.createEndpoint(null, queue, config));
        assertFails(INVALID_PARAMETER_3, () -> adapter.createEndpoint(queue, null, config));
        assertFails(INVALID_PARAMETER_4, () -> adapter.createEndpoint(queue, queue, null, config));
        MemoryRegion region = adapter.allocateMemory(8, AccessFlags.ALLOW_REMOTE_READ);
        assertFailsNaming("descriptor", () -> region.getRemoteToken(null, 0));
        assertFailsNaming("address", () -> fixture().ownerProvider().openAdapter(null));
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            assertFails(INVALID_PARAMETER, () -> set.add(null));
            set.remove(null);
        }
        assertThat(queue.await(null, 0)).isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(queue.requestNotification(null))).isEqualTo(INVALID_PARAMETER);
        assertThatIllegalArgumentException().isThrownBy(() -> queue.discard(null));
        assertThatIllegalArgumentException().isThrownBy(() -> ScatterGatherList.of(null));
        assertThatIllegalArgumentException().isThrownBy(() -> new ScatterGatherList(1).add((DirectBuffer) null, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ScatterGatherList(1).add((MemoryRegion) null, 0, 1));
    }

    @Test
    @Proves("control-calls.missing")
    void refusesToConnectWithNothing() {
        ConnectedPair pair = connected();
        assertFailsNaming("descriptor", () -> pair.peer().endpoint().openWindow(null, 0));
        Adapter adapter = fixture().owner();
        Connector connector = adapter.createConnector();
        Endpoint endpoint = Side.open(fixture(), adapter, SideConfig.defaults()).endpoint();
        InetSocketAddress somewhere = fixture().freshAddress();

        assertFailsNaming("address", () -> connector.bind(null));
        assertThat(fixture().statusOf(connector.connect(null, somewhere))).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.connect(endpoint, null))).isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(connector.connect(endpoint, somewhere, 0, 0, null)))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(connector.connect(endpoint, somewhere, null)))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(connector.accept(null))).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.accept(endpoint, 0, 0, null))).isEqualTo(INVALID_PARAMETER);
        assertFailsNaming("privateData", () -> connector.reject(null));
        try (Listener listener = adapter.createListener()) {
            assertFailsNaming("address", () -> listener.bind(null));
            assertThat(fixture().statusOf(listener.getConnectionRequest(null))).isEqualTo(INVALID_HANDLE);
        }
    }

    private static void assertFailsNaming(String parameter, ThrowingCallable call) {
        assertFails(INVALID_PARAMETER, () -> {
            try {
                call.call();
            } catch (RuntimeException e) {
                assertThat(e).hasMessageContaining(parameter);
                throw e;
            }
        });
    }
}
