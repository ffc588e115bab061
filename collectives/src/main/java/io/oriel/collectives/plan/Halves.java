// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;

/**
 * Exchanges with partners at distances of one, two, four and so on, in which the lower half of the ranks always stands to the
 * left. If the ranks are no power of two, the first few give what they have to their neighbours, and get the result from them.
 *
 * <p>Rounds: one in which the first few give, the exchanges, with {@code halving} as many on the way back, one in which they get.
 */
final class Halves {
    private static final int NONE = -1;

    private Halves() {}

    /** Begins a round; false if there is none. */
    static boolean beginExchange(Execution execution, int round, boolean halving) {
        int partners = Integer.highestOneBit(execution.size());
        int steps = Integer.numberOfTrailingZeros(partners);
        int last = 1 + (halving ? 2 * steps : steps);
        int place = place(execution, partners);
        if (round == 0) {
            fold(execution, place, partners);
        } else if (round == last) {
            unfold(execution, place, partners);
        } else if (round > last) {
            return false;
        } else if (place != NONE && !halving) {
            exchange(execution, place, round - 1, partners);
        } else if (place != NONE && round <= steps) {
            halve(execution, place, round - 1, partners);
        } else if (place != NONE) {
            collect(execution, place, 2 * steps - round, partners);
        }
        return true;
    }

    /** Returns which of the partners this rank is; {@link #NONE} if its neighbour stands in for it. */
    private static int place(Execution execution, int partners) {
        int rank = execution.rank();
        int pairs = execution.size() - partners;
        if (rank >= 2 * pairs) {
            return rank - pairs;
        }
        return (rank & 1) == 0 ? rank / 2 : NONE;
    }

    private static int rankAt(Execution execution, int place, int partners) {
        int pairs = execution.size() - partners;
        return place < pairs ? 2 * place : place + pairs;
    }

    private static boolean hasNeighbour(Execution execution, int place, int partners) {
        return place != NONE && place < execution.size() - partners;
    }

    private static void fold(Execution execution, int place, int partners) {
        Elements send = execution.send();
        Elements receive = execution.receive();
        int rank = execution.rank();
        if (place == NONE) {
            execution.flow(send.type(), send.count()).from(send, 0).to(rank - 1);
        } else if (hasNeighbour(execution, place, partners)) {
            execution.combining(send.count()).from(send, 0).from(rank + 1).into(receive, 0);
        } else {
            execution.flow(send.type(), send.count()).from(send, 0).into(receive, 0);
        }
    }

    private static void unfold(Execution execution, int place, int partners) {
        Elements receive = execution.receive();
        int rank = execution.rank();
        int count = execution.send().count();
        if (place == NONE) {
            execution.flow(receive.type(), count).from(rank - 1).into(receive, 0);
        } else if (hasNeighbour(execution, place, partners)) {
            execution.flow(receive.type(), count).from(receive, 0).to(rank + 1);
        }
    }

    /** Adds what a partner and this rank have of a range, in their order. */
    private static void combine(Flow flow, Execution execution, int partner, int start) {
        if (partner < execution.rank()) {
            flow.from(partner).from(execution.receive(), start);
        } else {
            flow.from(execution.receive(), start).from(partner);
        }
        flow.into(execution.receive(), start);
    }

    private static void exchange(Execution execution, int place, int step, int partners) {
        int partner = rankAt(execution, place ^ 1 << step, partners);
        Elements receive = execution.receive();
        int count = execution.send().count();
        Flow sending = execution.flow(receive.type(), count).from(receive, 0).to(partner);
        Flow combining = execution.combining(count).after(sending);
        combine(combining, execution, partner, 0);
    }

    private static void halve(Execution execution, int place, int step, int partners) {
        int otherPlace = place ^ 1 << step;
        int partner = rankAt(execution, otherPlace, partners);
        Elements receive = execution.receive();
        int theirs = start(execution, otherPlace, step + 1);
        execution
                .flow(receive.type(), end(execution, otherPlace, step + 1) - theirs)
                .from(receive, theirs)
                .to(partner);
        int own = start(execution, place, step + 1);
        Flow combining = execution.combining(end(execution, place, step + 1) - own);
        combine(combining, execution, partner, own);
    }

    private static void collect(Execution execution, int place, int step, int partners) {
        int otherPlace = place ^ 1 << step;
        int partner = rankAt(execution, otherPlace, partners);
        Elements receive = execution.receive();
        int own = start(execution, place, step + 1);
        execution
                .flow(receive.type(), end(execution, place, step + 1) - own)
                .from(receive, own)
                .to(partner);
        int theirs = start(execution, otherPlace, step + 1);
        execution
                .flow(receive.type(), end(execution, otherPlace, step + 1) - theirs)
                .from(partner)
                .into(receive, theirs);
    }

    /** Returns where the range of a place begins after so many steps, each of which has kept one half of it. */
    private static int start(Execution execution, int place, int steps) {
        return execution
                .arguments()
                .partStart(position(place, steps), 1 << steps, execution.send().count());
    }

    private static int end(Execution execution, int place, int steps) {
        return execution
                .arguments()
                .partStart(
                        position(place, steps) + 1, 1 << steps, execution.send().count());
    }

    /** Returns the number of that range: the bits of the place, the first step's being the highest. */
    private static int position(int place, int steps) {
        return steps == 0 ? 0 : Integer.reverse(place) >>> (Integer.SIZE - steps);
    }
}
