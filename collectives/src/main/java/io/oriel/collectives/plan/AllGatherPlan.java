// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** All collect from all. */
public enum AllGatherPlan implements Plan {
    /** Each gives to all. */
    FLAT {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            Elements send = execution.send();
            AllReducePlan.toOthers(
                    execution
                            .flow(send.type(), send.count())
                            .from(send, 0)
                            .into(execution.receive(), ownPlace(execution)),
                    execution);
            int size = execution.size();
            for (int distance = 1; distance < size; distance++) {
                int member = (execution.rank() + size - distance) % size;
                execution
                        .flow(execution.receive().type(), execution.arguments().received(member, size))
                        .from(member)
                        .into(execution.receive(), execution.arguments().receivedAt(member, size));
            }
            return true;
        }
    },
    /** Each gives what it has got last to the next. */
    RING {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round == 0) {
                copyOwn(execution);
                return true;
            }
            int size = execution.size();
            int wave = (round - 1) / size;
            if (wave >= Ring.waves(execution, longest(execution))) {
                return false;
            }
            int step = (round - 1) % size;
            int member = Ring.toldAt(execution, step);
            int length = execution.arguments().received(member, size);
            int place = execution.arguments().receivedAt(member, size);
            Flow flow = execution.flow(execution.receive().type(), Ring.countOf(execution, wave, length));
            Ring.tell(flow, execution, step, place + Ring.startOf(execution, wave, length));
            return true;
        }
    },
    /** All that each has is exchanged with partners ever farther away; for powers of two of ranks, and parts as long. */
    DOUBLING {
        @Override
        public boolean begin(Execution execution, int round) {
            int size = execution.size();
            if (round == 0) {
                copyOwn(execution);
                return true;
            }
            int distance = 1 << (round - 1);
            if (distance >= size) {
                return false;
            }
            int partner = execution.rank() ^ distance;
            Elements receive = execution.receive();
            int part = receive.count() / size;
            execution
                    .flow(receive.type(), part * distance)
                    .from(receive, (execution.rank() & -distance) * part)
                    .to(partner);
            execution.flow(receive.type(), part * distance).from(partner).into(receive, (partner & -distance) * part);
            return true;
        }
    };

    private static int longest(Execution execution) {
        int longest = 0;
        for (int member = 0; member < execution.size(); member++) {
            longest = Math.max(longest, execution.arguments().received(member, execution.size()));
        }
        return longest;
    }

    private static int ownPlace(Execution execution) {
        return execution.arguments().receivedAt(execution.rank(), execution.size());
    }

    private static void copyOwn(Execution execution) {
        Elements send = execution.send();
        execution.flow(send.type(), send.count()).from(send, 0).into(execution.receive(), ownPlace(execution));
    }
}
