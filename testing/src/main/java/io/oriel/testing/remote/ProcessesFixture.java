// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Provider;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Two processes on a medium: the owner is in this one, the peer in another that the tests use one after the other, and that
 * can be killed. The memory that the peer allocates lies in files, so that a test sees it as its own.
 *
 * <p>What else a medium can or cannot do, a subclass says by the methods of {@link ConformanceFixture}. Where
 * {@link #reachesMemory} is true, the peer is stopped in the midst of a copy, too.
 *
 * <p>Threading: the test's thread.
 */
public class ProcessesFixture extends ConformanceFixture {
    private static final Duration LEAST_REVOKE = Duration.ofSeconds(1);
    private static final long SETTLING_WHILE_STOPPED_NS = LEAST_REVOKE.toNanos() / 4;

    private final Opened opened;
    private boolean isStoppedInside;

    /**
     * Opens a provider in each process.
     *
     * @param host   of the peer; names the medium
     * @param config of both, but with a directory of this fixture's own for the medium's files, and with at least a second
     *     for each revocation
     * @throws IllegalArgumentException if the medium is not on the class path
     */
    public ProcessesFixture(PeerHost host, OrielConfig config) {
        this(Opened.open(host, config));
    }

    private ProcessesFixture(Opened opened) {
        super(opened.owner.provider(), opened.peerProvider);
        this.opened = opened;
    }

    /** What is there before the fixture is, and is closed with it. */
    private record Opened(
            Path directory,
            OrielConfig config,
            PeerProcess process,
            Provider peerProvider,
            OpenMedium owner,
            Queue<Throwable> errors) {
        static Opened open(PeerHost host, OrielConfig given) {
            TransportFactory medium = OpenMedium.find(host.medium());
            Path directory = host.makeDirectory("oriel-conf");
            try {
                return open(host, medium, directory, in(directory, given));
            } catch (RuntimeException | Error e) {
                Directories.delete(directory);
                throw e;
            }
        }

        private static Opened open(PeerHost host, TransportFactory medium, Path directory, OrielConfig config) {
            Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
            OpenMedium owner = OpenMedium.open(medium, config, errors::add);
            try {
                PeerProcess process = host.ready();
                Provider peer = process.calls().root().open(host.medium(), config, directory.resolve("m"));
                return new Opened(directory, config, process, peer, owner, errors);
            } catch (RuntimeException | Error e) {
                owner.close();
                throw e;
            }
        }

        private static OrielConfig in(Path directory, OrielConfig given) {
            return given.withSharedMemory(given.sharedMemory().withDirectory(directory.resolve("d")))
                    .withTimeouts(inRealTime(given.timeouts()));
        }

        /** Lets no revocation give up while a test waits for what must not come. */
        private static TimeoutConfig inRealTime(TimeoutConfig timeouts) {
            return timeouts.revoke().compareTo(LEAST_REVOKE) < 0 ? timeouts.withRevoke(LEAST_REVOKE) : timeouts;
        }
    }

    /**
     * Returns a directory of this fixture's own, which is deleted when it is closed.
     *
     * @return the directory, in which the medium's is
     */
    protected final Path directory() {
        return opened.directory;
    }

    /**
     * Returns what both providers were opened with.
     *
     * @return the configuration, changed as the constructor says
     */
    protected final OrielConfig config() {
        return opened.config;
    }

    @Override
    public void pause() {
        opened.process.calls().takeEndings();
        LockSupport.parkNanos(1_000);
    }

    @Override
    public void progress(Adapter adapter) {
        if (isPeerAlive() || !isOfPeer(adapter)) {
            super.progress(adapter);
        }
    }

    @Override
    public void settle() {
        if (!isStoppedInside) {
            super.settle();
            return;
        }
        // Whatever is wrongly not awaited comes at once; and the time-out of the revocation must not come meanwhile.
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < SETTLING_WHILE_STOPPED_NS) {
            idle();
        }
    }

    @Override
    public boolean canKill() {
        return true;
    }

    @Override
    public boolean isPeerAlive() {
        return opened.process.isUsable();
    }

    @Override
    public void killPeer() {
        isStoppedInside = false;
        opened.process.kill();
    }

    @Override
    public boolean canStopPeerInside() {
        return reachesMemory();
    }

    @Override
    public void stopPeerInside(DirectBuffer descriptor) {
        byte[] bytes = new byte[WindowDescriptor.LENGTH];
        descriptor.getBytes(0, bytes);
        opened.process.calls().root().stopInside(bytes);
        isStoppedInside = true;
    }

    @Override
    public void resumePeer() {
        opened.process.calls().root().goOn();
        isStoppedInside = false;
    }

    @Override
    public void close() {
        opened.owner.close();
        if (isPeerAlive()) {
            opened.process.calls().root().close();
        } else {
            opened.process.kill();
        }
        Directories.delete(opened.directory);
        assertThat(opened.errors).as("errors of the owner's agent").isEmpty();
    }
}
