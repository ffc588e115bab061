// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Arguments;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** One collects from all: each gives to the root. */
public enum GatherPlan implements Plan {
    /** Each gives to the root. */
    FLAT;

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        Arguments arguments = execution.arguments();
        Elements send = arguments.send;
        if (execution.rank() != arguments.root) {
            execution.flow(send.type(), send.count()).from(send, 0).to(arguments.root);
            return true;
        }
        int size = execution.size();
        for (int distance = 0; distance < size; distance++) {
            int member = (arguments.root + distance) % size;
            Elements receive = arguments.receive;
            Flow flow = execution.flow(receive.type(), Part.received(arguments, member, size));
            if (distance == 0) {
                flow.from(send, 0);
            } else {
                flow.from(member);
            }
            flow.into(receive, Part.receivedAt(arguments, member, size));
        }
        return true;
    }
}
