// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.Provider;
import io.oriel.shm.Eventually;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A directory that is removed while processes use it, as by a login manager when its user logs out. */
@Timeout(120)
class EnvironmentRemovalIT {
    private static final int MODE_OF_AERON = 0755;

    @RegisterExtension
    final Stage stage = new Stage();

    private boolean isListening(InetSocketAddress address) {
        String port = String.format("-%04x", address.getPort());
        return Files.exists(stage.directory())
                && stage.entries().stream().anyMatch(name -> name.startsWith("s-") && name.endsWith(port));
    }

    private void remove() {
        Directories.delete(stage.directory());
    }

    /** Sends a message on a connection, in each direction. */
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

    private static void accept(Party listener, CompletableFuture<Void> request, ChildProcess dialler) {
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = listener.accept();
        dialler.order("end", "SUCCESS");
        dialler.order("begin-complete", "begun");
        Outcomes.requireSuccess(accepted);
        dialler.order("end", "SUCCESS");
    }

    @ParameterizedTest
    @MethodSource("io.oriel.shm.process.KillScene$Host#tried")
    void isMadeAgainAndAllMeetAsBefore(KillScene.Host host) throws IOException {
        ChildProcess before = stage.newChild(host);
        before.order("open", "opened");
        Provider provider = stage.newProvider(stage.config(host));
        Party server = new Party(provider);
        Party one = new Party(provider);
        Party other = new Party(stage.newProvider(stage.config(host)));
        KillScene.requireConnection(one, other);
        InetSocketAddress address = server.listen();

        for (int round = 0; round < 2; round++) {
            remove();
            exchange(one, other);
            Eventually.becomes(() -> isListening(address), true);
            exchange(one, other);

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(stage.directory())))
                    .isEqualTo("rwx------");
            // A process of before connects to a listener of before.
            CompletableFuture<Void> request = server.request();
            before.beginConnect(address);
            accept(server, request, before);
            before.order("echo", "serving");
            exchange(server);
            before.order("rest");
            // So does a new process, and adapters that are opened from now on meet.
            ChildProcess after = stage.newChild(host);
            after.order("open", "opened");
            server.renew();
            request = server.request();
            after.beginConnect(address);
            accept(server, request, after);
            after.kill();
            after.awaitEnd();
            KillScene.requireConnection(new Party(provider), new Party(stage.newProvider(stage.config(host))));
            exchange(one, other);
            before.order("renew");
            server.renew();
        }
        one.ledger().requireSuccess();
        other.ledger().requireSuccess();
    }

    /** Its Receives were posted before the peer could see them. */
    private static void exchange(Party server) {
        Party.require(server.receive(64));
        Party.require(server.send(64));
        server.settle();
    }

    @Test
    void isUsedBySleepersThatTheRemovalFoundAsleep() {
        Party server = new Party(stage.newProvider());
        Party client = new Party(stage.newProvider());
        InetSocketAddress address = server.listen();
        CompletableFuture<Void> request = server.request();
        remove();
        Eventually.becomes(() -> isListening(address), true);

        CompletableFuture<Void> connected = client.connect(address);
        Outcomes.requireSuccess(request);
        Party.require(server.receive(64));
        CompletableFuture<Void> accepted = server.accept();
        Outcomes.requireSuccess(connected);
        Outcomes.requireSuccess(client.complete());
        Outcomes.requireSuccess(accepted);
        CompletableFuture<Void> notified = server.queue().requestNotification(NotifyType.ANY);
        Party.require(client.send(64));
        client.progressUntil("the server is notified", notified::isDone);

        server.settle();
        client.settleInitiator();
        assertThat(client.connector().peer()).map(Connector.Peer::access).contains(Connector.Access.COOPERATIVE);
        server.ledger().requireSuccess();
    }

    @Test
    void hasItsModeAlthoughAeronMadeItMeanwhile() throws IOException {
        Party server = new Party(stage.newProvider());
        InetSocketAddress address = server.listen();
        remove();
        Files.createDirectory(stage.directory());
        Files.setAttribute(stage.directory(), "unix:mode", MODE_OF_AERON, LinkOption.NOFOLLOW_LINKS);

        Eventually.becomes(() -> isListening(address), true);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(stage.directory())))
                .isEqualTo("rwx------");
        assertThat(Outcomes.of(() -> stage.newProvider().openAdapter())).isEqualTo(NdStatus.SUCCESS);
    }

    @Test
    void isMissedAtOnceByCallsThatNeedIt() {
        Provider provider = stage.newProvider();
        Party party = new Party(provider);
        Path directory = stage.directory();

        remove();
        party.adapter().allocateMemory(4096, 0).deregister();
        assertThat(directory).exists();
        remove();
        party.listen();
        assertThat(directory).exists();
        remove();
        assertThat(new Party(provider).listen()).isNotNull();
        assertThat(directory).exists();
    }
}
