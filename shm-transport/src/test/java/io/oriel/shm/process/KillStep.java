// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.shm.process.KillScene.Role;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where in its life the victim is killed, and what the survivor must then see. */
enum KillStep {
    LISTENER_BOUND(Role.LISTENS, scene -> {
        InetSocketAddress address = scene.listenAtVictim();
        scene.kill();
        scene.victim().awaitEnd();
        scene.requireEnd(scene.survivor().connect(address), NdStatus.CONNECTION_REFUSED, NdStatus.CONNECTION_ABORTED);
        // The address is free again, though its socket was left.
        scene.assertEnd(Outcomes.of(() -> scene.survivor().listen(address)), NdStatus.SUCCESS);
    }),

    DIAL_BEGUN(Role.CONNECTS, scene -> {
        scene.beginConnectAtVictim(scene.listen());
        scene.pause(3000);
        scene.kill();
        scene.requireListening();
    }),

    CONNECT_SENT(Role.CONNECTS, scene -> {
        scene.beginConnectAtVictim(scene.listen());
        scene.victim().order("await-request-sent");
        scene.kill();
        scene.requireListening();
    }),

    REQUEST_TAKEN(null, scene -> {
        Party survivor = scene.survivor();
        Party.require(survivor.receive(64));
        if (scene.role() == Role.LISTENS) {
            InetSocketAddress address = scene.listenAtVictim();
            scene.victim().order("begin-request", "begun");
            CompletableFuture<Void> connecting = survivor.connect(address);
            scene.victim().order("end", "SUCCESS");
            assertThat(connecting).isNotDone();
            scene.kill();
            scene.requireEnd(connecting, NdStatus.CONNECTION_ABORTED);
            scene.requireEnd(survivor.complete(), NdStatus.CONNECTION_ABORTED);
            scene.requireEnd(survivor.connector().notifyDisconnect(), NdStatus.CONNECTION_INVALID);
        } else {
            InetSocketAddress address = survivor.listen();
            CompletableFuture<Void> request = survivor.request();
            scene.beginConnectAtVictim(address);
            Outcomes.requireSuccess(request);
            scene.kill();
            scene.requireEnd(survivor.accept(), NdStatus.CONNECTION_ABORTED);
            // If the death was known before, nothing was accepted.
            scene.requireEnd(survivor.connector().notifyDisconnect(), NdStatus.SUCCESS, NdStatus.CONNECTION_INVALID);
        }
    }),

    ACCEPTED(null, scene -> {
        Party survivor = scene.survivor();
        if (scene.role() == Role.LISTENS) {
            InetSocketAddress address = scene.listenAtVictim();
            scene.victim().order("begin-request", "begun");
            CompletableFuture<Void> connecting = survivor.connect(address);
            scene.victim().order("end", "SUCCESS");
            scene.victim().order("begin-accept", "begun");
            Outcomes.requireSuccess(connecting);
            scene.kill();
            // It may still be made: then its end is announced.
            CompletableFuture<Void> completed = survivor.complete();
            scene.requireEnd(completed, NdStatus.SUCCESS, NdStatus.CONNECTION_ABORTED);
            if (!completed.isCompletedExceptionally()) {
                scene.requireEnd(survivor.connector().notifyDisconnect(), NdStatus.SUCCESS);
            }
        } else {
            Party.require(survivor.receive(64));
            InetSocketAddress address = survivor.listen();
            CompletableFuture<Void> request = survivor.request();
            scene.beginConnectAtVictim(address);
            Outcomes.requireSuccess(request);
            CompletableFuture<Void> accepted = survivor.accept();
            scene.victim().order("end", "SUCCESS");
            assertThat(accepted).isNotDone();
            scene.killAndSettle();
            scene.requireEnd(accepted, NdStatus.CONNECTION_ABORTED);
            survivor.ledger().requireEndByDeath();
        }
    }),

    IDLE(null, scene -> {
        scene.connect();
        scene.killAndSettle();
        endByDeath(scene);
    }),

    SENDS_WITHOUT_CREDIT(null, scene -> {
        scene.connect();
        posts(Party.DEPTH, () -> scene.survivor().receive(64));
        posts(Party.DEPTH, () -> scene.survivor().send(64));
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).startsWith(NdStatus.IO_TIMEOUT);
    }),

    SENDS_NOT_ACKNOWLEDGED(null, scene -> {
        scene.connect();
        scene.victim().order("receive 64 64");
        posts(Party.DEPTH, () -> scene.survivor().send(64));
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).startsWith(NdStatus.IO_TIMEOUT);
    }),

    SENDS_ACKNOWLEDGED(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.victim().order("receive 10 64");
        scene.victim().order("serve", "serving");
        posts(10, () -> survivor.send(64));
        survivor.settle();
        posts(3, () -> survivor.receive(64));
        posts(2, () -> survivor.send(64));
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(survivor.ledger().initiatorEnds())
                .hasSize(12)
                .endsWith(NdStatus.SUCCESS, NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
    }),

    ACKNOWLEDGED_BUT_NOT_POLLED(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.victim().order("receive 10 64");
        posts(20, () -> survivor.send(64));
        scene.victim().order("settle");
        // The victim has told us that it took ten, and we have not looked before it dies.
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(survivor.ledger().initiatorEnds().subList(0, 10)).containsOnly(NdStatus.SUCCESS);
        assertThat(survivor.ledger().initiatorEnds().get(10)).isEqualTo(NdStatus.IO_TIMEOUT);
    }),

    RECEIVES(null, scene -> {
        scene.connect();
        posts(Party.DEPTH, () -> scene.survivor().receive(64));
        scene.killAndSettle();
        endByDeath(scene);
    }),

    MESSAGES_NOT_POLLED(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(Party.DEPTH, () -> survivor.receive(64));
        scene.victim().order("send 40 64");
        // What the dead had sent still arrives.
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(survivor.ledger().receiveEnds().subList(0, 40)).containsOnly(NdStatus.SUCCESS);
        assertThat(survivor.ledger().receiveEnds().get(40)).isEqualTo(NdStatus.CANCELED);
    }),

    READS(null, scene -> {
        scene.connect();
        scene.openVictimsWindow();
        posts(Party.DEPTH, () -> scene.survivor().read(1000));
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).startsWith(NdStatus.IO_TIMEOUT);
    }),

    WRITES_STREAMING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.openVictimsWindow();
        scene.victim().order("serve", "serving");
        long killAt = System.nanoTime() + 1000L * scene.random().nextInt(20_000);
        boolean isKilled = false;
        NdStatus status = NdStatus.SUCCESS;
        while (status == NdStatus.SUCCESS || status == NdStatus.NO_MORE_ENTRIES) {
            status = survivor.write(4096);
            survivor.pollOnce();
            if (!isKilled && System.nanoTime() - killAt > 0) {
                isKilled = true;
                scene.kill();
            }
        }
        scene.assertEnd(status, NdStatus.CONNECTION_INVALID);
        survivor.settle();
        endByDeath(scene);
    }),

    WINDOW_BOUND(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.openSurvivorsWindow();
        posts(1, () -> survivor.receive(64));
        scene.victim().order("write-on", "serving");
        survivor.progressUntil("the Bind has completed", () -> survivor.ledger().initiatorOutstanding() == 0);
        scene.pause(5000);
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(survivor.window().isBound()).isFalse();
        survivor.replaceMemory();
    }),

    INVALIDATE_OUTSTANDING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.openVictimsWindow();
        scene.openSurvivorsWindow();
        survivor.settle();
        posts(1, () -> survivor.read(1000));
        posts(1, () -> survivor.invalidate(OpFlags.READ_FENCE));
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(survivor.ledger().initiatorEnds())
                .containsExactly(NdStatus.SUCCESS, NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
        assertThat(survivor.window().isBound()).isFalse();
        survivor.replaceMemory();
    }),

    DIRECT_READS(null, scene -> {
        scene.connect();
        scene.openVictimsWindow();
        scene.kill(); // until somebody notices, its memory is still there
        postsUntilNoticed(scene, Party.DEPTH / 2, () -> scene.survivor().read(1000));
        postsUntilNoticed(scene, 3, () -> scene.survivor().receive(64));
        scene.survivor().settle();
        endByDeath(scene);
    }),

    LARGE_SENDS_OF_VICTIM_STREAMING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(40, () -> survivor.receive(Party.HALF_LENGTH));
        scene.victim().tell("send 40 " + Party.HALF_LENGTH);
        scene.pause(20_000);
        scene.killAndSettle();
        endByDeath(scene);
        survivor.replaceMemory(); // nobody is in it any more
    }),

    PLACED_SENDS_STREAMING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.victim().order("receive 41 " + Party.HALF_LENGTH);
        scene.victim().order("serve", "serving");
        posts(1, () -> survivor.send(Party.HALF_LENGTH)); // in frames, until the victim's memory is mapped
        survivor.settle();
        posts(40, () -> survivor.send(Party.HALF_LENGTH));
        scene.killLater();
        survivor.settle();
        // Some may have been done before: each is, or is not, once.
        endByDeath(scene);
        survivor.replaceMemory();
    }),

    LARGE_SEND(null, scene -> {
        scene.connect();
        scene.victim().order("receive 2 " + Party.HALF_LENGTH);
        posts(2, () -> scene.survivor().send(Party.HALF_LENGTH));
        takeTurns(scene);
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).containsExactly(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
    }),

    LARGE_SEND_OF_VICTIM(null, scene -> {
        scene.connect();
        posts(2, () -> scene.survivor().receive(Party.HALF_LENGTH));
        scene.victim().order("send 2 " + Party.HALF_LENGTH);
        takeTurns(scene);
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().receiveEnds()).containsExactly(NdStatus.CANCELED, NdStatus.CANCELED);
    }),

    LARGE_READ(null, scene -> {
        scene.connect();
        scene.openVictimsWindow();
        posts(2, () -> scene.survivor().read(Party.HALF_LENGTH));
        takeTurns(scene);
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).containsExactly(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
    }),

    LARGE_WRITE(null, scene -> {
        scene.connect();
        scene.openVictimsWindow();
        posts(2, () -> scene.survivor().write(Party.HALF_LENGTH));
        takeTurns(scene);
        scene.killAndSettle();
        endByDeath(scene);
        assertThat(scene.survivor().ledger().initiatorEnds()).containsExactly(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
    }),

    DISCONNECT_UNANSWERED(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(2, () -> survivor.receive(64));
        posts(2, () -> survivor.send(64));
        scene.victim().stop();
        CompletableFuture<Void> done = survivor.connector().disconnect();
        survivor.settle();
        assertThat(done).isNotDone();
        scene.kill();
        scene.requireEnd(done, NdStatus.SUCCESS);
        survivor.ledger().requireEndByDisconnect();
        scene.requireDisconnected();
    }),

    DISCONNECT_OF_VICTIM(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(2, () -> survivor.receive(64));
        posts(2, () -> survivor.send(64));
        scene.victim().tell("begin-disconnect");
        scene.pause(1500);
        scene.killAndSettle();
        // Whichever of the two was seen.
        if (survivor.ledger().initiatorEnds().get(0) == NdStatus.IO_TIMEOUT) {
            survivor.ledger().requireEndByDeath();
        } else {
            survivor.ledger().requireEndByDisconnect();
        }
        scene.requireDisconnected();
    }),

    NOTIFICATION_PENDING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(2, () -> survivor.receive(64));
        posts(2, () -> survivor.send(64));
        CompletableFuture<Void> notified = survivor.queue().requestNotification(NotifyType.ERRORS);
        assertThat(notified).isNotDone();
        scene.kill();
        // Nobody polls.
        scene.requireEnd(notified, NdStatus.SUCCESS);
        survivor.settle();
        endByDeath(scene);
    }),

    AWAITING(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        posts(2, () -> survivor.receive(64));
        scene.killLater();
        assertThat(survivor.adapter().await(TimeUnit.SECONDS.toNanos(30))).isEqualTo(NdStatus.SUCCESS);
        survivor.settle();
        endByDeath(scene);
    }),

    TWO_ENDPOINTS(null, scene -> {
        Party survivor = scene.survivor();
        Party sibling = survivor.sibling();
        scene.connect();
        scene.victim().ask("sibling");
        scene.victim().accept(sibling);
        for (Party party : List.of(survivor, sibling)) {
            posts(3, () -> party.receive(64));
            posts(3, () -> party.send(64));
        }
        scene.killAndSettle();
        sibling.settle();
        sibling.ledger().requireEndByDeath();
        assertThat(sibling.ledger().initiatorEnds()).startsWith(NdStatus.IO_TIMEOUT);
        endByDeath(scene);
        assertThat(survivor.ledger().initiatorEnds()).startsWith(NdStatus.IO_TIMEOUT);
    }),

    MIXED_TRAFFIC(null, scene -> {
        Party survivor = scene.survivor();
        scene.connect();
        scene.openVictimsWindow();
        scene.openSurvivorsWindow();
        Traffic traffic = new Traffic(survivor, scene.random().nextLong());
        scene.victim().order("mix " + scene.random().nextLong(), "serving");
        long killAt = System.nanoTime() + 1000L * scene.random().nextInt(100_000);
        boolean isKilled = false;
        while (!traffic.isEnded()) {
            traffic.step();
            if (!isKilled && System.nanoTime() - killAt > 0) {
                isKilled = true;
                scene.kill();
            }
        }
        survivor.settle();
        endByDeath(scene);
    });

    /** Posts something. */
    private interface Post {
        NdStatus run();
    }

    private static final Set<KillStep> FRAMED =
            EnumSet.of(READS, INVALIDATE_OUTSTANDING, LARGE_SEND, LARGE_SEND_OF_VICTIM, LARGE_READ, LARGE_WRITE);

    private final @Nullable Role onlyRole;

    @SuppressWarnings("ImmutableEnumChecker") // it keeps nothing
    private final Consumer<KillScene> script;

    KillStep(@Nullable Role onlyRole, Consumer<KillScene> script) {
        this.onlyRole = onlyRole;
        this.script = script;
    }

    boolean suits(Role role) {
        return onlyRole == null || onlyRole == role;
    }

    /** Tells whether the step is the same without the peer's help: its requests are not to be done when it dies. */
    boolean needsNoFrames() {
        return !FRAMED.contains(this);
    }

    void run(KillScene scene) {
        script.accept(scene);
    }

    private static void posts(int count, Post post) {
        for (int i = 0; i < count; i++) {
            Party.require(post.run());
        }
    }

    /** Posts something to the dead, who is still believed to live, or no more. */
    private static void postsUntilNoticed(KillScene scene, int count, Post post) {
        NdStatus status = NdStatus.SUCCESS;
        for (int i = 0; i < count && status == NdStatus.SUCCESS; i++) {
            status = post.run();
        }
        scene.assertEnd(status, NdStatus.SUCCESS, NdStatus.CONNECTION_INVALID);
    }

    /** Has each side poll a few times, so that a large request is under way, and cannot be done. */
    private static void takeTurns(KillScene scene) {
        for (int i = 0; i < 3; i++) {
            scene.victim().order("poll 1");
            scene.survivor().pollOnce();
        }
    }

    private static void endByDeath(KillScene scene) {
        scene.survivor().ledger().requireEndByDeath();
        scene.requireDisconnected();
    }
}
