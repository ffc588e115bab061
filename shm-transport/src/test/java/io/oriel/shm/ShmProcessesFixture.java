// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.remote.PeerHost;
import io.oriel.testing.remote.ProcessesFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Two processes on shared memory. */
final class ShmProcessesFixture extends ProcessesFixture {
    private final List<Stranger> strangers = new ArrayList<>();

    private ShmProcessesFixture(PeerHost host, OrielConfig config) {
        super(host, config);
    }

    static PeerHost newHost() {
        return new PeerHost("shm");
    }

    static ShmProcessesFixture open(PeerHost host, OrielConfig config, boolean directAccess) {
        return new ShmProcessesFixture(
                host, config.withSharedMemory(config.sharedMemory().withDirectAccess(directAccess)));
    }

    @Override
    public boolean knowsPeers() {
        return true;
    }

    @Override
    public boolean reachesMemory() {
        return config().sharedMemory().directAccess();
    }

    @Override
    public IntConsumer occupyEveryPort() {
        Stranger stranger = Stranger.occupy(
                config().sharedMemory().directory(),
                directory().resolve("stranger"),
                anyPort().getAddress(),
                FIRST_FREE_PORT,
                LAST_FREE_PORT);
        strangers.add(stranger);
        return stranger::leave;
    }

    @Override
    public void close() {
        strangers.forEach(Stranger::close);
        super.close();
    }
}
