// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.testing.FileMemory;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** The race of a {@link RevokingOwner} with a {@link RacingPeer} in two threads, over two mappings of the same files. */
final class RevocationRace {
    private RevocationRace() {}

    /** Runs rounds until there are so many or a violation is seen. */
    static RevokingOwner run(Guards guards, int bytes, long rounds, Random random) {
        Path directory = FileMemory.createFiles(RevokingOwner.regionLength(bytes));
        try {
            RevokingOwner owner = new RevokingOwner(FileMemory.ofOwner(directory), guards, bytes, random);
            RacingPeer peer = new RacingPeer(FileMemory.ofPeer(directory), guards, bytes);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread thread = new Thread(peer, "racing-peer");
            thread.setUncaughtExceptionHandler((failed, why) -> failure.set(why));
            thread.setDaemon(true);
            thread.start();
            owner.run(() -> owner.rounds() < rounds && thread.isAlive());
            owner.end();
            thread.join();
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            return owner;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            FileMemory.deleteFiles(directory);
        }
    }
}
