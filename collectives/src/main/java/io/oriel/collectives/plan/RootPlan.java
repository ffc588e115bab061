// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** Between one and each of the others, and itself. */
public enum RootPlan implements Plan {
    /** Each gives to the root. */
    GATHER {
        @Override
        void beginAtRoot(Execution execution, Arguments arguments, int member, int size) {
            Flow flow = execution.flow(arguments.receive.type(), arguments.received(member, size));
            if (member == arguments.root) {
                flow.from(arguments.send, 0);
            } else {
                flow.from(member);
            }
            flow.into(arguments.receive, arguments.receivedAt(member, size));
        }

        @Override
        void beginElsewhere(Execution execution, Arguments arguments) {
            Elements send = arguments.send;
            shareIfAlone(execution, execution.flow(send.type(), send.count()))
                    .from(send, 0)
                    .to(arguments.root);
        }
    },
    /** The root gives to each. */
    SCATTER {
        @Override
        void beginAtRoot(Execution execution, Arguments arguments, int member, int size) {
            Flow flow = execution
                    .flow(arguments.send.type(), arguments.sent(member, size))
                    .from(arguments.send, arguments.sentAt(member, size));
            if (member == arguments.root) {
                flow.into(arguments.receive, 0);
            } else {
                shareIfAlone(execution, flow).to(member);
            }
        }

        @Override
        void beginElsewhere(Execution execution, Arguments arguments) {
            Elements receive = arguments.receive;
            execution.flow(receive.type(), receive.count()).from(arguments.root).into(receive, 0);
        }
    };

    @Override
    public boolean begin(Execution execution, int round) {
        if (round > 0) {
            return false;
        }
        Arguments arguments = execution.arguments();
        if (execution.rank() != arguments.root) {
            beginElsewhere(execution, arguments);
            return true;
        }
        int size = execution.size();
        for (int distance = 0; distance < size; distance++) {
            beginAtRoot(execution, arguments, (arguments.root + distance) % size, size);
        }
        return true;
    }

    /** With one other rank alone, both copy. */
    private static Flow shareIfAlone(Execution execution, Flow flow) {
        return execution.size() == 2 && execution.isAtLeisure() ? flow.shared() : flow;
    }

    abstract void beginAtRoot(Execution execution, Arguments arguments, int member, int size);

    abstract void beginElsewhere(Execution execution, Arguments arguments);
}
