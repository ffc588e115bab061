// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.resource.FailingLoop;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PortWorkTest {
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final SelectorLoop agent = SelectorLoop.start(errors::add);
    private final FailingLoop loop = new FailingLoop(agent);
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final PortWork work = new PortWork(loop, () -> events.add("ended"));

    @AfterEach
    void closeAgent() {
        agent.close();
    }

    @Test
    void givesBackWithoutThreadAndTimer() {
        loop.failAll(FailingLoop.Want.THREAD);
        loop.failAll(FailingLoop.Want.TIMER);

        agent.execute(() -> work.giveBack(() -> events.add("given back"), () -> events.add("then")));

        assertThat(TestPort.take(events)).isEqualTo("given back");
        assertThat(TestPort.take(events)).isEqualTo("then");
        assertThat(TestPort.take(events)).isEqualTo("ended");
        assertThat(work.isDone()).isTrue();
    }

    @Test
    void givesBackAsSoonAsThereIsAThread() {
        loop.fail(FailingLoop.Want.THREAD, 1, 3);

        agent.execute(() -> work.giveBack(() -> events.add("on the agent: " + agent.isAgentThread()), () -> {}));

        assertThat(TestPort.take(events)).isEqualTo("on the agent: false");
        assertThat(TestPort.take(events)).isEqualTo("ended");
        assertThat(loop.failures(FailingLoop.Want.THREAD)).isEqualTo(3);
    }

    @Test
    void countsAGiftThatFails() {
        loop.failAll(FailingLoop.Want.THREAD);
        loop.failAll(FailingLoop.Want.TIMER);

        agent.execute(() -> work.giveBack(
                () -> {
                    throw new IllegalStateException("as the test wants");
                },
                () -> events.add("then")));

        assertThat(TestPort.take(events)).isEqualTo("then");
        assertThat(TestPort.take(events)).isEqualTo("ended");
        assertThat(TestPort.take(errors)).hasMessage("as the test wants");
    }

    @Test
    void tellsAResult() {
        agent.execute(() -> work.run(() -> "result", events::add, e -> events.add("failed")));

        assertThat(TestPort.take(events)).isEqualTo("result");
        assertThat(TestPort.take(events)).isEqualTo("ended");
    }

    @Test
    void tellsWhatATaskHasThrownAndThrowsAnErrorOn() {
        agent.execute(() -> work.run(
                () -> {
                    throw new OutOfMemoryError("as the test wants");
                },
                result -> events.add("done"),
                e -> events.add(e.getMessage())));

        assertThat(TestPort.take(events)).isEqualTo("as the test wants");
        assertThat(TestPort.take(events)).isEqualTo("ended");
        assertThat(TestPort.take(errors)).hasMessage("as the test wants");
        assertThat(work.isDone()).isTrue();
    }
}
