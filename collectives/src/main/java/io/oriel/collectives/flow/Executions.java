// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.group.Group;
import java.util.ArrayDeque;

/** The operations of one communicator, used again and again. By the domain's owner. */
public final class Executions {
    private final Group group;
    private final ArrayDeque<Execution> free = new ArrayDeque<>();

    /**
     * Creates none.
     *
     * @param group of the communicator
     */
    public Executions(Group group) {
        this.group = group;
    }

    /**
     * Begins an operation.
     *
     * @param plan      how
     * @param arguments with what; copied
     * @return what tells of its end
     */
    public Execution begin(Plan plan, Arguments arguments) {
        long key = group.begin();
        Execution execution = free.pollFirst();
        return (execution == null ? new Execution(group, this) : execution).begin(key, plan, arguments);
    }

    /** Takes back an execution whose end was told. */
    void giveBack(Execution execution) {
        if (!free.contains(execution)) { // who asks again after the end gives it back again
            free.addLast(execution);
        }
    }
}
