// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** One gives to all: down a tree of some width, fragment by fragment. */
public enum BroadcastPlan implements Plan {
    /** The root gives to each. */
    FLAT(Integer.MAX_VALUE),
    /** Each gives to a few. */
    TREE(3),
    /** Each gives to the next. */
    CHAIN(1);

    private final int width;

    BroadcastPlan(int width) {
        this.width = width;
    }

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        int size = execution.size();
        int root = execution.arguments().root;
        int own = Math.floorMod(execution.rank() - root, size);
        Elements data = execution.receive();
        Flow flow = execution.flow(data.type(), data.count());
        if (own == 0) {
            (execution.isAtLeisure() ? flow.shared() : flow).from(data, 0);
        } else {
            flow.from(((own - 1) / width + root) % size).into(data, 0);
        }
        long first = (long) own * width + 1;
        for (long child = first; child < Math.min(first + width, size); child++) {
            flow.to((int) ((child + root) % size));
        }
        return true;
    }
}
