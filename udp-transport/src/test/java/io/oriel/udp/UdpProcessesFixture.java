// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.remote.PeerHost;
import io.oriel.testing.remote.ProcessesFixture;
import java.time.Duration;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Assumptions;

/** Two processes that talk over UDP on loopback. */
final class UdpProcessesFixture extends ProcessesFixture {
    /** Tests whose peer was killed wait for twice as long. */
    private static final Duration DEAD_PEER = Duration.ofSeconds(1);

    private UdpProcessesFixture(PeerHost host, OrielConfig config) {
        super(host, config);
    }

    static PeerHost newHost() {
        return new PeerHost("udp");
    }

    static ConformanceFixture open(PeerHost host, OrielConfig config) {
        OrielConfig impatient = config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER));
        return new UdpProcessesFixture(host, impatient.withMedium(Medium.UDP));
    }

    @Override
    public int bulkLength() {
        return UdpFixture.BULK_LENGTH;
    }

    @Override
    public boolean standsStillUncalled() {
        return false;
    }

    /** A killed peer is known to be dead when it has been silent for long enough, and the agent has looked. */
    @Override
    public void settle() {
        super.settle();
        if (!isPeerAlive()) {
            long silentNs = 2 * config().timeouts().deadPeer().toNanos();
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < silentNs) {
                idle();
            }
        }
    }

    @Override
    public IntConsumer occupyEveryPort() {
        return Assumptions.abort("the system chooses among ports that others use too");
    }
}
