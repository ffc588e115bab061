// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A survivor in this process, a victim in a child, and what becomes of the survivor. */
final class KillScene {
    /** What the victim does when a connection is made. */
    enum Role {
        LISTENS,
        CONNECTS
    }

    /** Who runs the media driver: each process its own, or a process apart. */
    enum Host {
        EACH,
        APART;

        /** Returns those of a build by hand, or all. */
        static List<Host> tried() {
            return WholeBuild.RUNS ? List.of(values()) : List.of(EACH);
        }
    }

    private final Stage stage;
    private final Role role;
    private final Random random;
    private final Provider provider;
    private final Party survivor;
    private final ChildProcess victim;
    private @Nullable CompletableFuture<Void> disconnected;
    private @Nullable InetSocketAddress address;
    private volatile long killNs;
    private long noticeNs;

    KillScene(Stage stage, Role role, Host host, long seed, boolean directAccess) {
        this.stage = stage;
        this.role = role;
        random = new Random(seed);
        victim = stage.newChild(host);
        victim.order("open", "opened");
        OrielConfig config = stage.config(host);
        provider = stage.newProvider(directAccess ? config : Stage.byResponder(config));
        survivor = new Party(provider);
    }

    Role role() {
        return role;
    }

    Party survivor() {
        return survivor;
    }

    ChildProcess victim() {
        return victim;
    }

    Random random() {
        return random;
    }

    /** Connects the two. */
    void connect() {
        if (role == Role.LISTENS) {
            victim.accept(survivor);
        } else {
            victim.connectTo(survivor);
        }
        CompletableFuture<Void> notice = survivor.connector().notifyDisconnect();
        assertThat(notice).isNotDone();
        disconnected = notice;
    }

    InetSocketAddress listenAtVictim() {
        return victim.listen();
    }

    /** Has the survivor listen. */
    InetSocketAddress listen() {
        InetSocketAddress bound = survivor.listen();
        address = bound;
        return bound;
    }

    void beginConnectAtVictim(InetSocketAddress listener) {
        victim.beginConnect(listener);
    }

    /** Gives the survivor a window on the victim's memory. */
    void openVictimsWindow() {
        victim.grant(survivor);
    }

    /** Gives the victim a window on the survivor's memory. */
    void openSurvivorsWindow() {
        victim.openWindow(survivor.bind());
    }

    /** Lets a random time pass, of microseconds. */
    void pause(int maxMicros) {
        LockSupport.parkNanos(1000L * random.nextInt(maxMicros));
    }

    void kill() {
        killNs = System.nanoTime();
        victim.kill();
    }

    /** Kills from another thread, after a while. */
    void killLater() {
        int millis = 1 + random.nextInt(30);
        new Thread(() -> {
                    LockSupport.parkNanos(1_000_000L * millis);
                    kill();
                })
                .start();
    }

    /** Kills, and takes the completions of all that was outstanding. */
    void killAndSettle() {
        kill();
        survivor.settle();
        noticeNs = survivor.ledger().lastEndNs() - killNs;
    }

    /** Returns the time from the kill to the last completion; 0 if nothing was outstanding. */
    long noticeNs() {
        return noticeNs;
    }

    void requireEnd(CompletableFuture<Void> future, NdStatus... expected) {
        assertEnd(Outcomes.of(future), expected);
    }

    void assertEnd(NdStatus status, NdStatus... expected) {
        assertThat(status).isIn((Object[]) expected);
    }

    /** The survivor's listener still serves others; the dead one's request is withdrawn, or cannot be accepted. */
    void requireListening() {
        victim.awaitEnd();
        CompletableFuture<Void> request = survivor.request();
        InetSocketAddress listener = address;
        if (listener == null) {
            requireEnd(request, NdStatus.SUCCESS);
            if (!request.isCompletedExceptionally()) {
                requireEnd(survivor.accept(), NdStatus.CONNECTION_ABORTED);
            }
            return;
        }
        Party next = new Party(stage.newProvider());
        CompletableFuture<Void> connecting = next.connect(listener);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = survivor.accept();
        Outcomes.requireFirst(accepted, connecting);
        if (accepted.isCompletedExceptionally()) {
            assertThat(Outcomes.of(accepted)).isEqualTo(NdStatus.CONNECTION_ABORTED);
            survivor.renew();
            Outcomes.requireSuccess(survivor.request());
            accepted = survivor.accept();
        }
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(next.complete());
        Outcomes.requireSuccess(accepted);
    }

    /** After everything has completed: the connection is over, and nothing more comes. */
    void requireDisconnected() {
        CompletableFuture<Void> notice = disconnected;
        assertThat(notice).isNotNull();
        if (notice != null) {
            assertThat(Outcomes.of(notice)).isEqualTo(NdStatus.SUCCESS);
        }
        survivor.progressUntil("posts are refused", () -> !survivor.endpoint().isConnected());
        assertEnd(survivor.send(1), NdStatus.CONNECTION_INVALID);
        assertEnd(survivor.receive(1), NdStatus.CONNECTION_INVALID);
        for (int i = 0; i < 100; i++) {
            survivor.pollOnce();
        }
        survivor.ledger().requireOnceInOrder();
    }

    /** The dead has left no file behind once the next adapter is open, whoever opens it; and new connections work. */
    void requireRecovery() {
        victim.awaitEnd();
        Party sameProvider = new Party(provider);
        assertThat(stage.remainsOf(victim)).as("after a fresh adapter").isEmpty();
        Party freshProvider = new Party(stage.newProvider());
        assertThat(stage.remainsOf(victim)).as("after a fresh provider").isEmpty();
        requireConnection(sameProvider, freshProvider);
        requireConnection(freshProvider, sameProvider);
        survivor.renew();
        freshProvider.renew();
        requireConnection(survivor, freshProvider);
    }

    /** Connects two parties of this process, and sends both ways. */
    static void requireConnection(Party active, Party passive) {
        active.renew();
        passive.renew();
        InetSocketAddress address = passive.listen();
        CompletableFuture<Void> request = passive.request();
        CompletableFuture<Void> connected = active.connect(address);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = passive.accept();
        Outcomes.requireSuccess(connected);
        Outcomes.requireSuccess(active.complete());
        Outcomes.requireSuccess(accepted);
        Party.require(active.receive(64));
        Party.require(passive.receive(64));
        Party.require(active.send(64));
        Party.require(passive.send(64));
        active.progressUntil("the message has come", () -> {
            passive.pollOnce();
            return active.ledger().isSettled() && passive.ledger().isSettled();
        });
        active.ledger().requireSuccess();
        passive.ledger().requireSuccess();
    }
}
