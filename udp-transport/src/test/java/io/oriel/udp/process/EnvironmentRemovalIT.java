// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Provider;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The directory of media drivers is removed while they run, as by a login manager when its user logs out. */
@Timeout(120)
class EnvironmentRemovalIT {
    @RegisterExtension
    final UdpStage stage = new UdpStage();

    private Path directory() {
        return stage.directory().resolve("d");
    }

    private static void exchange(Party one, Party other) {
        Party.require(one.receive(64));
        Party.require(other.receive(64));
        Party.require(one.send(64));
        Party.require(other.send(64));
        one.progressUntil("the messages have come", () -> {
            other.pollOnce();
            return one.ledger().isSettled() && other.ledger().isSettled();
        });
    }

    private static void connect(Party active, Party passive, InetSocketAddress address) {
        CompletableFuture<Void> request = passive.request();
        CompletableFuture<Void> connected = active.connect(address);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = passive.accept();
        Outcomes.requireSuccess(connected);
        Outcomes.requireSuccess(active.complete());
        Outcomes.requireSuccess(accepted);
        exchange(active, passive);
    }

    @Test
    void isMadeAgainAndAllMeetAsBefore() throws IOException {
        Provider provider = stage.newProvider();
        Party one = new Party(provider);
        Party other = new Party(stage.newProvider());
        connect(one, other, other.listen());
        Party server = new Party(provider);
        InetSocketAddress address = server.listen();
        ChildProcess before = stage.newChild();

        for (int round = 0; round < 2; round++) {
            Directories.delete(directory());
            exchange(one, other);
            one.progressUntil("each process has its directory", () -> areThere(3));

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                    .isEqualTo("rwx------");
            before.connectTo(server, address);
            server.renew();
            before.order("renew");
            stage.newChild().connectTo(server, address);
            server.renew();
            Party opened = new Party(provider);
            connect(opened, server, address);
            server.renew();
            exchange(one, other);
        }
        one.ledger().requireSuccess();
        other.ledger().requireSuccess();
    }

    private boolean areThere(int count) {
        try (var entries = Files.list(directory())) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("p-"))
                            .count()
                    >= count;
        } catch (IOException e) {
            return false;
        }
    }
}
