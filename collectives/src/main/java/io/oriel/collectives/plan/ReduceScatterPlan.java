// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** What all have is combined, and each gets a part; the parts are those of {@link Arguments#sendCounts}. */
public enum ReduceScatterPlan implements Plan {
    /** Each gives each its part, and combines its own. */
    PAIRWISE {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            Elements send = execution.send();
            int size = execution.size();
            for (int distance = 1; distance < size; distance++) {
                int member = (execution.rank() + distance) % size;
                execution
                        .flow(send.type(), execution.arguments().sent(member, size))
                        .from(send, execution.arguments().sentAt(member, size))
                        .to(member);
            }
            Flow combining = execution.combining(execution.receive().count());
            ReducePlan.fromAll(combining, execution, execution.arguments().sentAt(execution.rank(), size))
                    .into(execution.receive(), 0);
            return true;
        }
    },
    /** Parts go around a ring. */
    RING {
        @Override
        public boolean begin(Execution execution, int round) {
            int size = execution.size();
            Arguments arguments = execution.arguments();
            int wave = round / size;
            int longest = 0;
            for (int member = 0; member < size; member++) {
                longest = Math.max(longest, arguments.sent(member, size));
            }
            if (wave >= Ring.waves(execution, longest)) {
                return false;
            }
            int step = round % size;
            int part = Ring.combinedAt(execution, step);
            int length = arguments.sent(part, size);
            int first = Ring.startOf(execution, wave, length);
            Flow flow = execution.combining(Ring.countOf(execution, wave, length));
            int start = arguments.sentAt(part, size) + first;
            Ring.combine(flow, execution, step, start, execution.receive(), first);
            return true;
        }
    }
}
