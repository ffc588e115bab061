// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.shm.directory.DeadProcesses;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.ProcessName;
import java.time.Duration;

/**
 * Finds out whether a process whose socket has ended without a word is dead: whether its lock is free. The lock is asked
 * for on a worker, again and again for a while, since a dying process gives up its sockets and locks one by one.
 */
final class DeathWatch {
    private static final long RETRY_NS = Duration.ofMillis(5).toNanos();
    private static final long PATIENCE_NS = Duration.ofSeconds(1).toNanos();

    private final ProcessHome home;
    private final ProcessName process;
    private final Runnable onDeath;
    private final long startNs = System.nanoTime();

    private DeathWatch(ProcessHome home, ProcessName process, Runnable onDeath) {
        this.home = home;
        this.process = process;
        this.onDeath = onDeath;
    }

    /**
     * Begins to watch. On the agent.
     *
     * @param home    of this process
     * @param process another process
     * @param onDeath is called on the agent when the process is known to be dead, or has kept its lock for so long that
     *     only its socket can be broken, which ends the link as well
     */
    static void begin(ProcessHome home, ProcessName process, Runnable onDeath) {
        new DeathWatch(home, process, onDeath).probe();
    }

    private void probe() {
        home.loop().executeBlocking(() -> {
            boolean isDead =
                    DeadProcesses.isDead(home.base(), process, home.process().name());
            if (isDead || System.nanoTime() - startNs > PATIENCE_NS) {
                home.loop().execute(onDeath);
            } else {
                home.loop().schedule(RETRY_NS, this::probe);
            }
        });
    }
}
