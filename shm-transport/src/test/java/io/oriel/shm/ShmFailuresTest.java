// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.driver.DriverHost;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.FailingLoop;
import io.oriel.testing.resource.FailingLoop.Want;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opening, listening and mapping with something wanting at each step in turn. Each ends with a status, or does it all the
 * same; nothing is left behind, and what failed succeeds when nothing is wanting any more.
 */
@Timeout(120)
class ShmFailuresTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int MOST_STEPS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path directory = ShmTestBed.freshDirectory();
    private final OrielConfig config = OrielConfig.defaults()
            .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory));
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final SelectorLoop agent = SelectorLoop.start(errors::add);
    private final FailingLoop loop = new FailingLoop(agent);

    @AfterEach
    void removeEverything() {
        agent.close();
        Directories.delete(directory);
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "WATCH", "TASK"})
    void failsWithAStatusAtEachStepOfAProcessThatIsAloneAndSucceedsLater(Want want) {
        requireEachStep(config, want);
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "WATCH", "TASK", "TIMER"})
    void failsWithAStatusAtEachStepOfAProcessThatJoinsADriverAndSucceedsLater(Want want) {
        OrielConfig external = config.withDriver(config.driver().withMode(DriverMode.EXTERNAL));
        try (DriverHost host = DriverHost.start(config, errors::add)) {
            assertThat(host).isNotNull();
            requireEachStep(external, want);
        }
    }

    @Test
    void tellsEveryAdapterOfTheDriversEndThoughThereIsNoMemoryAtFirst() {
        OrielConfig external = config.withDriver(config.driver().withMode(DriverMode.EXTERNAL));
        List<CompletableFuture<String>> removals = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        DriverHost host = Objects.requireNonNull(DriverHost.start(config, errors::add));
        Transport transport = new ShmTransportFactory().open(external, loop);
        List<Port> ports = removals.stream()
                .map(each -> transport.openPort(LOOPBACK, new Owner(each)))
                .toList();
        try {
            loop.settle();
            loop.fail(Want.TASK, 1, 3);

            host.close();

            removals.forEach(each -> assertThat(each).succeedsWithin(PATIENCE));
            assertThat(loop.failures(Want.TASK)).isEqualTo(3);
        } finally {
            loop.heal();
            CloseHelper.closeAll(ports);
            CloseHelper.close(transport);
        }
    }

    private void requireEachStep(OrielConfig config, Want want) {
        List<String> before = ShmTestBed.filesBelow(directory);
        int step = 0;
        int failures;
        do {
            step++;
            assertThat(step).isLessThan(MOST_STEPS);
            failures = loop.failures(want);
            try (Scene scene = new Scene(config)) {
                loop.failAt(want, step);
                @Nullable NdException failure = scene.playOrFail();
                loop.settle();
                loop.heal();
                if (failure != null) {
                    assertThat(failure.status())
                            .as("step %d: %s", step, failure.getMessage())
                            .isIn(NdStatus.INSUFFICIENT_RESOURCES, NdStatus.DEVICE_NOT_READY);
                }
                scene.play();
            }
            assertThat(ShmTestBed.filesBelow(directory))
                    .as("step %d", step)
                    .filteredOn(name -> !name.equals("lock"))
                    .containsExactlyInAnyOrderElementsOf(
                            before.stream().filter(name -> !name.equals("lock")).toList());
        } while (loop.failures(want) > failures);
        assertThat(step).as("steps, and one beyond").isGreaterThan(1);
    }

    /** What is opened, as far as it went. */
    private final class Scene implements AutoCloseable {
        private final OrielConfig config;
        private @Nullable Transport transport;
        private @Nullable Port port;
        private Port.@Nullable Listening listening;

        Scene(OrielConfig config) {
            this.config = config;
        }

        @Nullable
        NdException playOrFail() {
            try {
                play();
                return null;
            } catch (NdException e) {
                return e;
            }
        }

        void play() {
            Transport open = transport == null ? new ShmTransportFactory().open(config, loop) : transport;
            transport = open;
            Port opened = port == null ? open.openPort(LOOPBACK, new Owner(null)) : port;
            port = opened;
            if (listening == null) {
                listening = opened.listen(new InetSocketAddress(LOOPBACK, 0));
            }
            opened.allocate(4096).release();
        }

        @Override
        public void close() {
            loop.heal();
            CloseHelper.closeAll(listening, port, transport);
        }
    }

    /** Hears of the medium's end, if there is to be one. */
    private static final class Owner implements PortOwner {
        private final @Nullable CompletableFuture<String> removal;

        Owner(@Nullable CompletableFuture<String> removal) {
            this.removal = removal;
        }

        @Override
        public LinkHandler linkOpened(Link link) {
            throw new AssertionError("nobody dials");
        }

        @Override
        public void removed(String reason) {
            if (removal == null || !removal.complete(reason)) {
                throw new AssertionError(reason);
            }
        }
    }
}
