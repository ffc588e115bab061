// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.StoppedCopy;
import io.oriel.testing.heap.host.HeapConditions;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Two simulated processes on a simulated host. */
public final class HeapFixture extends ConformanceFixture {
    private static final int CALM_BULK_LENGTH = 4 * 1024 * 1024;
    private static final int FRAMES_IN_BULK = 1024;
    private static final long SETTLING_NS = 20_000_000;
    private static final long PATIENCE_NS = 2_000_000_000;

    private final HeapMedium medium;
    private final HeapProcess ownerProcess;
    private final HeapProcess peerProcess;
    private final int bulkLength;
    private long patienceEndsNs;
    private @Nullable StoppedCopy stoppedInside;

    private HeapFixture(HeapMedium medium, HeapProcess ownerProcess, HeapProcess peerProcess, OrielConfig config) {
        super(provider(ownerProcess, config), provider(peerProcess, config));
        this.medium = medium;
        this.ownerProcess = ownerProcess;
        this.peerProcess = peerProcess;
        bulkLength = medium.conditions().seed() == 0 || medium.conditions().sharesMemory()
                ? CALM_BULK_LENGTH
                : medium.conditions().maxPayloadLength() * FRAMES_IN_BULK;
    }

    /**
     * Opens a host with two processes.
     *
     * @param config     of both
     * @param conditions of the host
     * @return the fixture
     */
    public static HeapFixture open(OrielConfig config, HeapConditions conditions) {
        HeapMedium medium = new HeapMedium(conditions);
        return new HeapFixture(medium, medium.newProcess(), medium.newProcess(), config);
    }

    @Override
    public void pause() {
        medium.time().step();
    }

    @Override
    protected void beginWait() {
        patienceEndsNs = medium.time().nanoTime() + PATIENCE_NS;
    }

    @Override
    protected boolean isPatienceOver() {
        return medium.time().nanoTime() > patienceEndsNs || super.isPatienceOver();
    }

    @Override
    public boolean supportsBlockingWaits() {
        return false;
    }

    @Override
    public boolean canKill() {
        return true;
    }

    @Override
    public boolean isPeerAlive() {
        return peerProcess.isAlive();
    }

    /**
     * Lets the peer's process die just after it has done something for the n-th time from its start.
     *
     * @param point what
     * @param n     how often, from 1
     * @return this fixture
     */
    public HeapFixture crashPeerAfter(CrashPoint point, long n) {
        peerProcess.crashAfter(point, n);
        return this;
    }

    @Override
    public void killPeer() {
        peerProcess.kill();
    }

    @Override
    public boolean reachesMemory() {
        return medium.conditions().sharesMemory();
    }

    @Override
    public boolean canStopPeerInside() {
        return medium.conditions().sharesMemory();
    }

    @Override
    public void stopPeerInside(DirectBuffer descriptor) {
        LinkMemory memory = peerProcess.ports().get(0).links().get(0).memory();
        stoppedInside = new StoppedCopy(Objects.requireNonNull(memory), descriptor);
    }

    @Override
    public void resumePeer() {
        Objects.requireNonNull(stoppedInside).end();
    }

    @Override
    public boolean canRemoveMedium() {
        return true;
    }

    @Override
    public void removeOwnerMedium() {
        ownerProcess.removeMedium("the test removed it");
    }

    @Override
    public int bulkLength() {
        return bulkLength;
    }

    @Override
    public void progress(Adapter adapter) {
        if (peerProcess.isAlive() || !isOfPeer(adapter)) {
            super.progress(adapter);
        }
    }

    @Override
    public void settle() {
        long endNs = medium.time().nanoTime() + SETTLING_NS;
        while (medium.time().nanoTime() < endNs) {
            idle();
        }
    }

    @Override
    public void close() {
        peerProcess.crashAfter(CrashPoint.COMMIT, Long.MAX_VALUE); // not amid its orderly end
        ownerProvider().close();
        if (peerProcess.isAlive()) {
            peerProvider().close();
        }
        medium.time().pass(SETTLING_NS);
        assertThat(medium.violations()).as("rules of the medium").isEmpty();
    }

    HeapProcess ownerProcess() {
        return ownerProcess;
    }

    HeapProcess peerProcess() {
        return peerProcess;
    }

    private static Provider provider(HeapProcess process, OrielConfig config) {
        return EngineProviderFactory.open(config, process.loop(), process.factory());
    }
}
