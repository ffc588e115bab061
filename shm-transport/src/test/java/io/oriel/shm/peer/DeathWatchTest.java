// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.TestPort;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.FailingLoop;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DeathWatchTest {
    private final Path directory = ShmTestBed.freshDirectory();
    private final OrielConfig config = OrielConfig.defaults()
            .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory));
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final SelectorLoop agent = SelectorLoop.start(errors::add);
    private final FailingLoop loop = new FailingLoop(agent);
    private final ProcessHome home = ProcessHome.open(config, loop);
    private final AtomicBoolean isOver = new AtomicBoolean();

    @AfterEach
    void removeEverything() {
        home.close();
        agent.close();
        Directories.delete(directory);
    }

    @Test
    void goesOnThoughTimersCouldNotBeMade() {
        loop.fail(FailingLoop.Want.TIMER, 1, 3);
        BlockingQueue<String> looks = new LinkedBlockingQueue<>();

        agent.execute(() -> DeathWatch.beginWhile(
                home, isOver::get, () -> looks.add("wanted"), () -> events.add("dead"), () -> events.add("given up")));

        assertThat(TestPort.take(looks)).isEqualTo("wanted");
        assertThat(TestPort.take(looks)).as("asked again").isEqualTo("wanted");
        isOver.set(true);
        assertThat(TestPort.take(events)).isEqualTo("dead");
        assertThat(loop.failures(FailingLoop.Want.TIMER)).isEqualTo(3);
        assertThat(errors).isEmpty();
    }
}
