// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.Eventually;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EmbeddedDriverTest {
    private final Path path = ShmTestBed.freshDirectory();
    private final ProcessDirectory process = ProcessDirectory.create(BaseDirectory.open(path));
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private final EmbeddedDriver driver =
            EmbeddedDriver.launch(process, DriverConfig.defaults(), events::add, () -> events.add("death"));

    @AfterEach
    void close() {
        driver.close();
        process.close();
        Directories.delete(path);
        assertThat(events).isEmpty();
    }

    @Test
    void forgetsAClientThatIsExpired() {
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        try (Aeron aeron = Aeron.connect(context(errors));
                Publication publication = aeron.addExclusivePublication("aeron:ipc", 7)) {
            assertThat(publication.isClosed()).isFalse();
            assertThat(logs()).hasSize(1);

            driver.expire(aeron.clientId());

            Eventually.becomes(this::logs, List.of());
        }
    }

    @Test
    void keepsItsOtherClients() {
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        try (Aeron dead = Aeron.connect(context(errors));
                Aeron alive = Aeron.connect(context(errors));
                Publication lost = dead.addExclusivePublication("aeron:ipc", 7);
                Publication kept = alive.addExclusivePublication("aeron:ipc", 8)) {
            assertThat(lost.isClosed() || kept.isClosed()).isFalse();

            driver.expire(dead.clientId());

            Eventually.becomes(() -> logs().size(), 1);
            assertThat(kept.isClosed()).isFalse();
            assertThat(alive.isClosed()).isFalse();
        }
    }

    @Test
    void ignoresAClientThatItDoesNotKnow() {
        driver.expire(12345);

        assertThat(logs()).isEmpty();
    }

    @Test
    void removesItsFilesWhenItIsClosed() {
        assertThat(driver.directory().resolve("cnc.dat")).exists();

        driver.close();
        driver.expire(1);

        assertThat(driver.directory()).doesNotExist();
    }

    private Aeron.Context context(BlockingQueue<Throwable> errors) {
        return new Aeron.Context()
                .aeronDirectoryName(driver.directory().toString())
                .epochClock(HostClock.INSTANCE)
                .driverTimeoutMs(HostClock.PATIENCE.toMillis())
                .errorHandler(errors::add);
    }

    private List<String> logs() {
        return ShmTestBed.filesBelow(path).stream()
                .filter(name -> name.endsWith(".logbuffer"))
                .toList();
    }
}
