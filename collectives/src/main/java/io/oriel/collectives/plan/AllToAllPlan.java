// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** Each gives to each a part. */
public enum AllToAllPlan implements Plan {
    /** All at once. */
    FLAT {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            for (int distance = 0; distance < execution.size(); distance++) {
                exchange(execution, distance);
            }
            return true;
        }
    },
    /** In rounds: each gives to one and gets from one at a time. */
    PAIRWISE {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round >= execution.size()) {
                return false;
            }
            exchange(execution, round);
            return true;
        }
    };

    private static void exchange(Execution execution, int distance) {
        Arguments arguments = execution.arguments();
        Elements send = arguments.send;
        Elements receive = arguments.receive;
        int size = execution.size();
        int to = (execution.rank() + distance) % size;
        int from = (execution.rank() + size - distance) % size;
        Flow sending = execution.flow(send.type(), arguments.sent(to, size)).from(send, arguments.sentAt(to, size));
        if (distance == 0) {
            sending.into(receive, arguments.receivedAt(from, size));
            return;
        }
        sending.to(to);
        execution
                .flow(receive.type(), arguments.received(from, size))
                .from(from)
                .into(receive, arguments.receivedAt(from, size));
    }
}
