// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;

/** Shared memory between this process and one more, which is started again when a test has killed it. */
final class ProcessesMedium implements AutoCloseable {
    private final boolean directAccess;
    private PeerProcess process;

    /**
     * Starts no process yet.
     *
     * @param directAccess false to have every request executed by the other side's responder
     */
    ProcessesMedium(boolean directAccess) {
        this.directAccess = directAccess;
    }

    ConformanceFixture open(OrielConfig config) {
        if (process != null && !process.isUsable()) {
            close();
        }
        if (process == null) {
            process = PeerProcess.start();
        }
        return ProcessesFixture.open(process, config, directAccess);
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
            process = null;
        }
    }
}
