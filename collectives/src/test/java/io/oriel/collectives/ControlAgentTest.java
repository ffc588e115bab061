// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.ranks.Ranks;
import io.oriel.collectives.ranks.ThreadRanks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations in actions that depend on a control future. The control agent runs them, and must not wait for other ranks. */
@Timeout(60)
final class ControlAgentTest {
    static Stream<Ranks> media() {
        return Stream.of(ThreadRanks.onSharedMemory(), ThreadRanks.onUdp());
    }

    private static void onAgent(Runnable action) {
        try (Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter()) {
            Listener listener = adapter.createListener();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(1);
            CompletableFuture<Boolean> result = listener.getConnectionRequest(adapter.createConnector())
                    .handle((nothing, failure) -> {
                        action.run();
                        return true;
                    });
            listener.close();
            assertThat(result.join()).isTrue();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error failure) {
                throw failure; // an assertion of the action
            }
            throw e;
        }
    }

    @ParameterizedTest
    @MethodSource("media")
    void areRefusedAndOthersGoOn(Ranks ranks) {
        ranks.run(2, world -> {
            Span data = Span.of(new int[1]);
            Request pending = world.rank() == 0 ? world.iReceive(data, 1, 1) : world.iSend(data, 0, 1);
            List<ThrowingCallable> calls = List.of(
                    world::barrier,
                    () -> world.allReduce(1L, Operator.SUM),
                    world::iBarrier,
                    () -> world.send(data, 1 - world.rank(), 2),
                    () -> world.receive(data, 1 - world.rank(), 2),
                    () -> world.iSend(data, 1 - world.rank(), 2),
                    world::duplicate,
                    pending::await,
                    () -> Communicator.open(CommunicatorConfig.fromEnvironment()),
                    world::close);

            onAgent(() -> assertThat(calls)
                    .allSatisfy(call -> assertThatThrownBy(call)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("thenRunAsync")));

            pending.await();
            world.barrier();
        });
    }
}
