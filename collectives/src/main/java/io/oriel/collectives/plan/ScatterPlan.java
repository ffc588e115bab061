// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Arguments;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** One gives each a part. */
public enum ScatterPlan implements Plan {
    /** The root gives to each. */
    FLAT;

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        Arguments arguments = execution.arguments();
        Elements receive = arguments.receive;
        if (execution.rank() != arguments.root) {
            execution.flow(receive.type(), receive.count()).from(arguments.root).into(receive, 0);
            return true;
        }
        int size = execution.size();
        for (int distance = 0; distance < size; distance++) {
            int member = (arguments.root + distance) % size;
            Elements send = arguments.send;
            Flow flow = execution
                    .flow(send.type(), Part.sent(arguments, member, size))
                    .from(send, Part.sentAt(arguments, member, size));
            if (distance == 0) {
                flow.into(receive, 0);
            } else {
                flow.to(member);
            }
        }
        return true;
    }
}
