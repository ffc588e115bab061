// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.process;

import java.util.concurrent.locks.LockSupport;

/** The process that this is: its clock, its threads. */
public enum OwnProcess implements Surroundings {
    /** The only one. */
    SURROUNDINGS;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long counterStart() {
        return Long.getLong("oriel.test.counterStart", 0);
    }

    @Override
    public Patience patience(int ranksHere) {
        return new SpinningPatience(ranksHere, Runtime.getRuntime().availableProcessors());
    }

    @Override
    public Repetition repeat(String name, long periodNs, Runnable task) {
        RepeatingThread thread = new RepeatingThread(name, periodNs, task);
        thread.start();
        return thread::end;
    }

    /** Does something until it is told to end. */
    private static final class RepeatingThread extends Thread {
        private final long periodNs;
        private final Runnable task;
        private volatile boolean ended;

        RepeatingThread(String name, long periodNs, Runnable task) {
            super(name);
            this.periodNs = periodNs;
            this.task = task;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!ended) {
                task.run();
                LockSupport.parkNanos(periodNs);
            }
        }

        void end() {
            ended = true;
            LockSupport.unpark(this);
            boolean interrupted = false;
            while (isAlive()) {
                try {
                    join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
