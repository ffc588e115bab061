// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.flow.Plan;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.world.Trouble;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an operation of a communicator that checks: in its first round each rank tells all what it calls, so that all come
 * to the same end. For one operation.
 */
final class Comparison implements Plan {
    private final Group group;
    private final Plan plan;
    private final Signature[] signatures;

    /** Compares the arguments of an operation before it goes on by its own plan. */
    Comparison(Group group, Plan plan, Arguments arguments) {
        this.group = group;
        this.plan = plan;
        signatures = new Signature[group.size()];
        Arrays.setAll(signatures, unused -> new Signature(group.size()));
        signatures[group.rank()].of(arguments, group.rank());
    }

    @Override
    public boolean begin(Execution execution, int round) {
        if (round == 0) {
            exchange(execution);
            return true;
        }
        Trouble difference = round == 1 ? difference() : null;
        if (difference != null) {
            execution.refuse(difference);
            return false;
        }
        return plan.begin(execution, round - 1);
    }

    private void exchange(Execution execution) {
        int length = signatures[group.rank()].elements().count();
        Flow told = execution.moving(ElementType.INT, length).from(signatures[group.rank()].elements(), 0);
        for (int distance = 1; distance < group.size(); distance++) {
            told.to((group.rank() + distance) % group.size());
        }
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank()) {
                execution.moving(ElementType.INT, length).from(member).into(signatures[member].elements(), 0);
            }
        }
    }

    private @Nullable Trouble difference() {
        int root = Math.floorMod(signatures[0].root(), signatures.length); // has elements of a type if anybody has
        for (int member = 1; member < signatures.length; member++) {
            boolean isLike = signatures[member].isLike(signatures[0]);
            if (!isLike || !signatures[member].isOfLikeType(signatures[root])) {
                int other = isLike ? root : 0;
                return mismatch(
                        member,
                        "calls " + signatures[member].describe() + " where rank " + other + " calls "
                                + signatures[other].describe());
            }
        }
        for (int from = 0; from < signatures.length; from++) {
            for (int to = 0; to < signatures.length; to++) {
                int given = signatures[from].givenTo(to);
                int expected = signatures[to].expectedFrom(from);
                if (given != Signature.UNKNOWN && expected != Signature.UNKNOWN && given != expected) {
                    return mismatch(
                            from,
                            "gives " + given + " elements to rank " + to + ", which expects " + expected + ", in "
                                    + signatures[from].describe());
                }
            }
        }
        return null;
    }

    private Trouble mismatch(int member, String text) {
        return Trouble.of(CollectiveStatus.MISMATCH, group.worldRank(member), text);
    }
}
