// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.Collective;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** What the lower ranks have is combined, with the own or without. */
public enum ScanPlan implements Plan {
    /** Each gives to all above it. */
    FLAT {
        @Override
        void begin(Execution execution, int rank, boolean isExclusive) {
            Elements send = execution.send();
            int size = execution.size();
            Flow sending = null;
            if (rank < size - 1) {
                sending = execution.flow(send.type(), send.count()).from(send, 0);
                for (int member = rank + 1; member < size; member++) {
                    sending.to(member);
                }
            }
            if (rank == 0 && isExclusive) {
                return;
            }
            Flow combining = execution.combining(send.count());
            for (int member = 0; member < rank; member++) {
                combining.from(member);
            }
            if (!isExclusive) {
                combining.from(send, 0);
            }
            combining.into(execution.receive(), 0);
            if (sending != null) {
                combining.after(sending); // it may be the same memory
            }
        }
    },
    /** From each to the next, fragment by fragment. */
    CHAIN {
        @Override
        void begin(Execution execution, int rank, boolean isExclusive) {
            Elements send = execution.send();
            boolean isLast = rank == execution.size() - 1;
            Flow flow = execution.combining(send.count());
            if (rank > 0) {
                flow.from(rank - 1);
                if (isExclusive) {
                    flow.into(execution.receive(), 0);
                }
            }
            if (!isExclusive || !isLast) {
                flow.from(send, 0);
            }
            if (!isExclusive) {
                flow.into(execution.receive(), 0);
            }
            if (!isLast) {
                flow.to(rank + 1);
            }
        }
    };

    abstract void begin(Execution execution, int rank, boolean isExclusive);

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        boolean isExclusive = execution.arguments().collective == Collective.EXCLUSIVE_SCAN;
        if (!isExclusive || execution.size() > 1) {
            begin(execution, execution.rank(), isExclusive);
        }
        return true;
    }
}
