// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * The thread that completes the futures of a provider and runs the actions that depend on them. For engines and for layers whose
 * calls wait, not for users.
 *
 * <p>All adapters of the provider depend on it, so it never waits. A call that may wait is refused there.
 */
public final class ControlAgent extends Thread {
    /**
     * Creates the daemon thread of an agent.
     *
     * @param task run by the thread
     */
    public ControlAgent(Runnable task) {
        super(task, "oriel-agent");
        setDaemon(true);
    }

    /**
     * Refuses a call that may wait.
     *
     * @throws IllegalStateException with the remedy, if the calling thread is the control agent of any provider
     */
    public static void requireOtherThread() {
        if (currentThread() instanceof ControlAgent) {
            throw refusal();
        }
    }

    /**
     * Creates the exception of a call that a control agent must not make.
     *
     * @return names the remedy
     */
    public static IllegalStateException refusal() {
        return new IllegalStateException(
                "a control agent must not wait, but this call may. It was made in an action that depends on a"
                        + " future; run the action on another thread, for example with thenRunAsync instead of thenRun");
    }
}
