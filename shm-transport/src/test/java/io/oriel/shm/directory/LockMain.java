// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Holds the lock of a directory for a while, in a process of its own. */
public final class LockMain {
    private LockMain() {}

    public static void main(String[] args) {
        BaseDirectory base = BaseDirectory.open(Path.of(args[0]));
        base.locked(() -> {
            System.out.println("locked");
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
            while (System.nanoTime() - endNs < 0) {
                LockSupport.parkNanos(endNs - System.nanoTime());
            }
            System.out.println("unlocking");
            return true;
        });
    }
}
