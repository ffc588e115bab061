// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** What all have is combined for one. The order is the same whoever the root is. */
public enum ReducePlan implements Plan {
    /** The root combines. */
    FLAT {
        @Override
        void begin(Execution execution, int rank, int root) {
            Flow flow = flow(execution);
            if (rank == root) {
                fromAll(flow, execution, 0).into(execution.receive(), 0);
            } else {
                flow.from(execution.send(), 0).to(root);
            }
        }
    },
    /** Up a tree to rank 0, and from there to the root. */
    TREE {
        @Override
        void begin(Execution execution, int rank, int root) {
            Flow flow = Tree.fromSubtree(flow(execution), execution.send(), rank, execution.size());
            finish(execution, flow, rank == 0, Tree.parent(rank), 0);
        }
    },
    /** From each to the next, and from the last to the root. */
    CHAIN {
        @Override
        void begin(Execution execution, int rank, int root) {
            int last = execution.size() - 1;
            Flow flow = flow(execution);
            if (rank > 0) {
                flow.from(rank - 1);
            }
            flow.from(execution.send(), 0);
            finish(execution, flow, rank == last, rank + 1, last);
        }
    };

    abstract void begin(Execution execution, int rank, int root);

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        begin(execution, execution.rank(), execution.arguments().root);
        return true;
    }

    private static Flow flow(Execution execution) {
        return execution.combining(execution.send().count());
    }

    /** Adds what all ranks have to a flow, in their order. */
    static Flow fromAll(Flow flow, Execution execution, int ownIndex) {
        Elements own = execution.send();
        for (int member = 0; member < execution.size(); member++) {
            if (member == execution.rank()) {
                flow.from(own, ownIndex);
            } else {
                flow.from(member);
            }
        }
        return flow;
    }

    /** Gives a flow its target: the next rank, or, from who has all, the root. */
    private static void finish(Execution execution, Flow flow, boolean hasAll, int next, int collector) {
        Elements result = execution.receive();
        int root = execution.arguments().root;
        int rank = execution.rank();
        if (!hasAll) {
            flow.to(next);
        } else if (rank != root) {
            flow.to(root);
        } else {
            flow.into(result, 0);
        }
        if (rank == root && !hasAll) {
            execution.flow(result.type(), result.count()).from(collector).into(result, 0);
        }
    }
}
