// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A media driver in a process of its own carries what two others say to each other, until it is killed. */
@Timeout(120)
class UdpDriverDeathIT {
    private static final long LONG_MS = TimeUnit.SECONDS.toMillis(30);

    @RegisterExtension
    final UdpStage stage = new UdpStage();

    private static void exchange(ChildProcess child, Party party) {
        child.accept(party);
        child.order("echo", "serving");
        for (int i = 0; i < 100; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            party.settle();
        }
        party.ledger().requireSuccess();
        child.order("rest");
    }

    private static NdStatus last(List<NdStatus> ends) {
        return ends.get(ends.size() - 1);
    }

    @WholeBuild
    @Test
    void removesTheAdaptersOfAllItsProcesses() {
        Process driver = stage.startDriver();
        Provider provider = stage.newProvider(stage.externalConfig());
        Party party = UdpStage.openWithDriver(provider);
        ChildProcess child = stage.newExternalChild();
        exchange(child, party);
        CompletableFuture<Void> disconnected = party.connector().notifyDisconnect();

        driver.destroyForcibly();
        Party.require(party.send(64));
        Party.require(party.receive(64));

        party.settle();
        party.ledger().requireOnceInOrder();
        assertThat(last(party.ledger().initiatorEnds()))
                .as("as by a death, or by the farewell of the other if that noticed first")
                .isIn(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
        assertThat(last(party.ledger().receiveEnds())).isEqualTo(NdStatus.CANCELED);
        assertThat(Outcomes.of(disconnected)).isEqualTo(NdStatus.SUCCESS);
        assertThat(party.awaitDevice(LONG_MS)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(party.send(1)).isEqualTo(NdStatus.DEVICE_REMOVED);
        child.order("settle");
        child.order("await-device 30000", "DEVICE_REMOVED");
        assertThat(Outcomes.of(() -> provider.openAdapter())).isEqualTo(NdStatus.DEVICE_NOT_READY);

        stage.startDriver();
        Party again = UdpStage.openWithDriver(provider);
        child.order("reopen", "opened");
        exchange(child, again);
    }
}
