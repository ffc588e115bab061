// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverHost;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two providers on shared memory of their own, both in this process: a real driver, real sockets, real files. The driver
 * is the owner's, or one apart, which can end while the providers go on.
 */
final class ShmFixture extends ConformanceFixture {
    private final Path parent;
    private final OrielConfig config;
    private @Nullable DriverHost driver;
    private final BlockingQueue<Throwable> errors;
    private final List<SelectorLoop> agents;
    private final List<Stranger> strangers = new ArrayList<>();
    private boolean isAfar;

    private ShmFixture(Path parent, OrielConfig config, @Nullable DriverHost driver, BlockingQueue<Throwable> errors) {
        this(parent, config, driver, errors, List.of(), () -> NetworkDirect.open(config));
    }

    private ShmFixture(
            Path parent,
            OrielConfig config,
            @Nullable DriverHost driver,
            BlockingQueue<Throwable> errors,
            List<SelectorLoop> agents,
            Supplier<Provider> providers) {
        super(providers.get(), providers.get());
        this.agents = agents;
        this.parent = parent;
        this.config = config;
        this.driver = driver;
        this.errors = errors;
    }

    static ShmFixture open(OrielConfig config, boolean directAccess) {
        Path parent = newDirectory();
        return new ShmFixture(parent, in(parent, config, directAccess), null, new LinkedBlockingQueue<>());
    }

    /** Opens one where neither side maps what the other allocates. */
    static ConformanceFixture openCopied(OrielConfig config) {
        Path parent = newDirectory();
        OrielConfig own = in(parent, config, true);
        SharingConfig sharing = own.sharedMemory().sharing().withAccess(MemoryAccess.COPIED);
        OrielConfig copied = own.withSharedMemory(own.sharedMemory().withSharing(sharing));
        return new ShmFixture(parent, copied, null, new LinkedBlockingQueue<>());
    }

    /** Opens one as a test wants it. */
    static ConformanceFixture openTried(ProcessHome.Trial trial, OrielConfig config) {
        Path parent = newDirectory();
        OrielConfig own = in(parent, config, trial.isAfar());
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        List<SelectorLoop> agents = new ArrayList<>();
        ShmFixture fixture = new ShmFixture(parent, own, null, errors, agents, () -> {
            agents.add(SelectorLoop.start(errors::add));
            return EngineProviderFactory.open(own, agents.get(agents.size() - 1), ShmTestBed.factory(trial));
        });
        fixture.isAfar = trial.isAfar();
        return fixture;
    }

    static ConformanceFixture openWithDriverApart(OrielConfig config, boolean directAccess) {
        Path parent = newDirectory();
        OrielConfig own = in(parent, config.withDriver(config.driver().withMode(DriverMode.EXTERNAL)), directAccess);
        BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        return new ShmFixture(parent, own, DriverHost.start(own, errors::add), errors);
    }

    /** Returns where the listeners' sockets are. */
    Path directory() {
        return config.sharedMemory().directory();
    }

    private static Path newDirectory() {
        return Directories.make("oriel-conf");
    }

    private static OrielConfig in(Path parent, OrielConfig config, boolean directAccess) {
        SharedMemoryConfig memory =
                config.sharedMemory().withDirectory(parent.resolve("d")).withDirectAccess(directAccess);
        return config.withSharedMemory(memory);
    }

    @Override
    public boolean knowsPeers() {
        return true;
    }

    @Override
    public boolean reachesMemory() {
        return config.sharedMemory().directAccess()
                && config.sharedMemory().sharing().access() == MemoryAccess.MAPPED;
    }

    @Override
    public boolean writesMemory() {
        return !isAfar && super.writesMemory();
    }

    @Override
    public boolean canRemoveMedium() {
        return driver != null;
    }

    @Override
    public boolean losesPeerMediumToo() {
        return true;
    }

    @Override
    public void removeOwnerMedium() {
        Objects.requireNonNull(driver).close();
        awaitUndriven("the removal", () -> adapters().stream().noneMatch(ShmFixture::isUsable));
        driver = DriverHost.start(config, errors::add);
    }

    private static boolean isUsable(Adapter adapter) {
        try {
            adapter.createMemoryWindow(0).close();
            return true;
        } catch (NdException e) {
            return e.status() != NdStatus.DEVICE_REMOVED && e.status() != NdStatus.INVALID_HANDLE;
        }
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000);
    }

    @Override
    public IntConsumer occupyEveryPort() {
        Stranger stranger = Stranger.occupy(
                config.sharedMemory().directory(),
                parent.resolve("stranger"),
                anyPort().getAddress(),
                FIRST_FREE_PORT,
                LAST_FREE_PORT);
        strangers.add(stranger);
        return stranger::leave;
    }

    @Override
    public void close() {
        super.close();
        agents.forEach(SelectorLoop::close);
        if (driver != null) {
            driver.close();
        }
        strangers.forEach(Stranger::close);
        Directories.delete(parent);
        assertThat(errors).isEmpty();
    }
}
