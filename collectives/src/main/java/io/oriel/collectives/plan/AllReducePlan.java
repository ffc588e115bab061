// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;

/** What all have is combined for all. */
public enum AllReducePlan implements Plan {
    /** Each gives to all, and combines. */
    FLAT {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            Elements send = execution.send();
            Flow sending = execution.flow(send.type(), send.count()).from(send, 0);
            toOthers(sending, execution);
            Flow combining = execution.combining(send.count());
            ReducePlan.fromAll(combining, execution, 0)
                    .into(execution.receive(), 0)
                    .after(sending); // it may be the same memory
            return true;
        }
    },
    /** Up a tree to rank 0, and down again. */
    TREE {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            Elements receive = execution.receive();
            int rank = execution.rank();
            int count = execution.send().count();
            Flow up = execution.combining(count);
            Tree.fromSubtree(up, execution.send(), rank, execution.size());
            Flow down = up;
            if (rank > 0) {
                up.to(Tree.parent(rank));
                down = execution.flow(receive.type(), count).from(Tree.parent(rank));
            }
            Tree.toChildren(down.into(receive, 0), rank, execution.size());
            return true;
        }
    },
    /** Parts go around a ring to be combined, and around once more to be told. */
    RING {
        @Override
        public boolean begin(Execution execution, int round) {
            int size = execution.size();
            int count = execution.send().count();
            int wave = round / (2 * size);
            if (wave >= Ring.waves(execution, execution.arguments().longestPart(execution.size(), count))) {
                return false;
            }
            int step = round % (2 * size);
            boolean combines = step < size;
            int part = combines ? Ring.combinedAt(execution, step) : Ring.toldAt(execution, step - size);
            int length = execution.arguments().partLength(part, execution.size(), count);
            int start = execution.arguments().partStart(part, execution.size(), count)
                    + Ring.startOf(execution, wave, length);
            Flow flow = execution.combining(Ring.countOf(execution, wave, length));
            if (combines) {
                Ring.combine(flow, execution, step, start, execution.receive(), start);
            } else {
                Ring.tell(flow, execution, step - size, start);
            }
            return true;
        }
    },
    /** All elements are exchanged with partners ever farther away. */
    DOUBLING {
        @Override
        public boolean begin(Execution execution, int round) {
            return Halves.beginExchange(execution, round, false);
        }
    },
    /** Halves are exchanged with partners ever farther away, then the results on the way back. */
    HALVING {
        @Override
        public boolean begin(Execution execution, int round) {
            return Halves.beginExchange(execution, round, true);
        }
    },
    /** Each combines its part, and gives it to all. */
    PAIRWISE {
        @Override
        public boolean begin(Execution execution, int round) {
            return switch (round) {
                case 0 -> {
                    combineParts(execution);
                    yield true;
                }
                case 1 -> {
                    tellParts(execution);
                    yield true;
                }
                default -> false;
            };
        }
    };

    private static void combineParts(Execution execution) {
        int own = execution.rank();
        int size = execution.size();
        Elements send = execution.send();
        for (int distance = 1; distance < size; distance++) {
            int member = (own + distance) % size;
            execution
                    .flow(send.type(), execution.arguments().partLength(member, execution.size(), send.count()))
                    .from(send, execution.arguments().partStart(member, execution.size(), send.count()))
                    .to(member);
        }
        int start = execution.arguments().partStart(own, execution.size(), send.count());
        Flow combining = execution.combining(execution.arguments().partLength(own, execution.size(), send.count()));
        ReducePlan.fromAll(combining, execution, start).into(execution.receive(), start);
    }

    private static void tellParts(Execution execution) {
        int own = execution.rank();
        int size = execution.size();
        Elements receive = execution.receive();
        int count = execution.send().count();
        Flow telling = execution
                .flow(receive.type(), execution.arguments().partLength(own, execution.size(), count))
                .from(receive, execution.arguments().partStart(own, execution.size(), count));
        toOthers(telling, execution);
        for (int distance = 1; distance < size; distance++) {
            int member = (own + size - distance) % size;
            execution
                    .flow(receive.type(), execution.arguments().partLength(member, execution.size(), count))
                    .from(member)
                    .into(receive, execution.arguments().partStart(member, execution.size(), count));
        }
    }

    /** Adds all others to a flow, the next rank first. */
    static void toOthers(Flow flow, Execution execution) {
        int size = execution.size();
        for (int distance = 1; distance < size; distance++) {
            flow.to((execution.rank() + distance) % size);
        }
    }
}
