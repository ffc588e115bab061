// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.shm.Stranger;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;

/** Two processes on shared memory: the owner is in this one, the peer in another that the tests use one after the other. */
final class ProcessesFixture extends ConformanceFixture {
    private static final Duration LEAST_REVOKE = Duration.ofSeconds(1);
    private static final long SETTLING_WHILE_STOPPED_NS = LEAST_REVOKE.toNanos() / 4;

    private final Path parent;
    private final PeerProcess process;
    private final boolean isDirect;
    private final List<Stranger> strangers = new ArrayList<>();
    private boolean isStoppedInside;

    private ProcessesFixture(Path parent, PeerProcess process, OrielConfig config) {
        super(NetworkDirect.open(config), process.calls().control().open(config));
        this.parent = parent;
        this.process = process;
        isDirect = config.sharedMemory().directAccess();
    }

    /**
     * Opens a provider in each process.
     *
     * @param process      of the peer
     * @param config       of both
     * @param directAccess false to have every request executed by the other side's responder
     * @return the fixture
     */
    static ConformanceFixture open(PeerProcess process, OrielConfig config, boolean directAccess) {
        Path parent = Directories.make("oriel-conf");
        SharedMemoryConfig memory =
                config.sharedMemory().withDirectory(parent.resolve("d")).withDirectAccess(directAccess);
        process.calls().forget();
        return new ProcessesFixture(
                parent, process, config.withSharedMemory(memory).withTimeouts(inRealTime(config.timeouts())));
    }

    /** Lets no revocation give up while a test waits for what must not come. */
    private static TimeoutConfig inRealTime(TimeoutConfig timeouts) {
        return timeouts.revoke().compareTo(LEAST_REVOKE) < 0 ? timeouts.withRevoke(LEAST_REVOKE) : timeouts;
    }

    @Override
    public boolean knowsPeers() {
        return true;
    }

    @Override
    public void pause() {
        process.calls().takeEndings();
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
        return process.isUsable();
    }

    @Override
    public void killPeer() {
        isStoppedInside = false;
        process.kill();
    }

    @Override
    public boolean reachesMemory() {
        return isDirect;
    }

    @Override
    public boolean canStopPeerInside() {
        return isDirect;
    }

    @Override
    public void stopPeerInside(DirectBuffer descriptor) {
        byte[] bytes = new byte[WindowDescriptor.LENGTH];
        descriptor.getBytes(0, bytes);
        process.calls().control().stopInside(bytes);
        isStoppedInside = true;
    }

    @Override
    public void resumePeer() {
        process.calls().control().goOn();
        isStoppedInside = false;
    }

    @Override
    public IntConsumer occupyEveryPort() {
        Stranger stranger = Stranger.occupy(
                parent.resolve("d"),
                parent.resolve("stranger"),
                anyPort().getAddress(),
                FIRST_FREE_PORT,
                LAST_FREE_PORT);
        strangers.add(stranger);
        return stranger::leave;
    }

    @Override
    public void close() {
        strangers.forEach(Stranger::close);
        ownerProvider().close();
        if (isPeerAlive()) {
            process.calls().control().close();
        } else {
            process.kill();
        }
        Directories.delete(parent);
    }
}
