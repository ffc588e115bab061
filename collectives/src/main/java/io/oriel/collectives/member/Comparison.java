// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.group.Exchange;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import java.util.Arrays;

/**
 * The comparison of what the ranks call, before each operation of a communicator that checks: each tells all what it calls, so
 * that all come to the same end.
 */
final class Comparison {
    private final Group group;
    private final Exchange exchange;
    private final Signature[] signatures;
    private final int length;

    Comparison(Group group) {
        this.group = group;
        exchange = new Exchange(group);
        signatures = new Signature[group.size()];
        Arrays.setAll(signatures, unused -> new Signature(group.size()));
        length = signatures[0].length();
    }

    /** Waits until all have called something, and throws if it is not the same. */
    void compare(Arguments arguments) {
        long begun = group.begin();
        long key = Key.withKind(begun, Key.CHECK);
        Signature own = signatures[group.rank()].of(arguments, group.rank());
        for (int distance = 1; distance < group.size(); distance++) {
            Lane lane = group.lane((group.rank() + distance) % group.size());
            own.write(lane.staging().buffer(), exchange.prepare(lane, key, length));
            exchange.commit(lane, key, length);
        }
        for (int member = 0; member < group.size(); member++) {
            if (member != group.rank()) {
                Lane lane = group.lane(member);
                exchange.receive(lane, key, length);
                signatures[member].read(lane.slab().buffer(), lane.at());
                lane.take();
            }
        }
        group.end(begun);
        require();
    }

    private void require() {
        for (int member = 1; member < signatures.length; member++) {
            if (!signatures[member].isLike(signatures[0])) {
                throw new CollectiveException(
                        CollectiveStatus.MISMATCH,
                        member,
                        "rank " + member + " calls " + signatures[member].describe() + " where rank 0 calls "
                                + signatures[0].describe());
            }
        }
        for (int from = 0; from < signatures.length; from++) {
            for (int to = 0; to < signatures.length; to++) {
                int given = signatures[from].givenTo(to);
                int expected = signatures[to].expectedFrom(from);
                if (given != Signature.UNKNOWN && expected != Signature.UNKNOWN && given != expected) {
                    throw new CollectiveException(
                            CollectiveStatus.MISMATCH,
                            from,
                            "rank " + from + " gives " + given + " elements to rank " + to + ", which expects "
                                    + expected + ", in " + signatures[from].describe());
                }
            }
        }
    }
}
