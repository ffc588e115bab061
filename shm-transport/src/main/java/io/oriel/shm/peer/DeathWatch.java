// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.peer;

import io.oriel.shm.directory.PeerLife;
import io.oriel.shm.directory.ProcessHome;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Finds out whether a process whose socket has ended without a word is dead: whether its lock is free. The lock is asked
 * for on a worker, again and again, since a dying process gives up its sockets and locks one by one.
 */
final class DeathWatch {
    private static final long RETRY_NS = Duration.ofMillis(5).toNanos();
    private static final long LONG_RETRY_NS = Duration.ofMillis(100).toNanos();
    private static final long PATIENCE_NS = Duration.ofSeconds(1).toNanos();

    private final ProcessHome home;
    private final BooleanSupplier isOver;
    private final long retryNs;
    private final BooleanSupplier isWanted;
    private final Runnable onDead;
    private final Runnable onGivenUp;

    // Made before: amid the watch there may be no memory.
    private final Runnable again;
    private final Runnable onKnown;
    private final Runnable onNothingKnown;

    private DeathWatch(
            ProcessHome home,
            BooleanSupplier isOver,
            long retryNs,
            BooleanSupplier isWanted,
            Runnable onDead,
            Runnable onGivenUp) {
        this.home = home;
        this.isOver = isOver;
        this.retryNs = retryNs;
        this.isWanted = isWanted;
        this.onDead = onDead;
        this.onGivenUp = onGivenUp;
        again = this::probe;
        onKnown = () -> goOn(true);
        onNothingKnown = () -> goOn(false);
    }

    /**
     * Begins to watch. On the agent.
     *
     * @param home    of this process
     * @param life    of another process
     * @param onDead  is called on the agent when the process is known to be dead
     * @param onEnd   is called after that, or when the process has kept its lock for so long that only its socket can be
     *     broken, which ends the link as well
     */
    static void begin(ProcessHome home, PeerLife life, Runnable onDead, Runnable onEnd) {
        long startNs = System.nanoTime();
        BooleanSupplier isPatient = () -> System.nanoTime() - startNs <= PATIENCE_NS;
        life.beginWatch();
        Runnable onGivenUp = () -> {
            onEnd.run(); // first: another watch may begin
            life.endWatch();
        };
        Runnable onDeath = () -> {
            onDead.run();
            onGivenUp.run();
        };
        new DeathWatch(home, life::isOver, RETRY_NS, isPatient, onDeath, onGivenUp).probe();
    }

    /**
     * Begins to watch a process that may live on for long. On the agent.
     *
     * @param home     of this process
     * @param life     of another process
     * @param isWanted false ends the watch without a word
     * @param onDead   is called on the agent when the process is known to be dead
     */
    static void beginWhile(ProcessHome home, PeerLife life, BooleanSupplier isWanted, Runnable onDead) {
        life.beginWatch();
        Runnable onDeath = () -> {
            life.endWatch();
            onDead.run();
        };
        beginWhile(home, life::isOver, isWanted, onDeath, life::endWatch);
    }

    /** As {@link #beginWhile(ProcessHome, PeerLife, BooleanSupplier, Runnable)}, by any probe, which a worker runs. */
    static void beginWhile(
            ProcessHome home, BooleanSupplier isOver, BooleanSupplier isWanted, Runnable onDead, Runnable onGivenUp) {
        new DeathWatch(home, isOver, LONG_RETRY_NS, isWanted, onDead, onGivenUp).probe();
    }

    private void probe() {
        try {
            home.loop().executeBlocking(this::probeNow);
        } catch (OutOfMemoryError e) {
            goOn(false); // without a thread nothing was found out
        }
    }

    private void probeNow() {
        Runnable told = onNothingKnown;
        try {
            if (isOver.getAsBoolean()) {
                told = onKnown;
            }
        } finally {
            home.loop().executeSurely(told);
        }
        if (told == onKnown) {
            home.clearDead(); // it may be long until somebody comes who would
        }
    }

    /** On the agent. */
    private void goOn(boolean isDead) {
        if (isDead) {
            onDead.run();
        } else if (!isWanted.getAsBoolean()) {
            onGivenUp.run();
        } else {
            home.loop().scheduleSurely(retryNs, again);
        }
    }
}
