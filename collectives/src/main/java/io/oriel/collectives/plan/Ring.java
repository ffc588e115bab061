// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Flow;
import io.oriel.collectives.lane.LaneLayout;

/**
 * The ring of ranks. What belongs to a rank begins at the next one, gathers what each rank on the way has, and ends where it
 * belongs; or begins there, and is passed on to all.
 *
 * <p>Long parts go in waves, each once around before the next: a rank begins by sending, so that all would wait for room if they
 * had more to send than the lanes hold. A wave is half of that, of which a rank is never more ahead than one.
 */
final class Ring {
    private static final int WAVE_LENGTH = LaneLayout.SLOTS / 2 * LaneLayout.MAX_PAYLOAD;

    private Ring() {}

    /** Returns how many elements of a part go in a wave. */
    private static int waveCount(Execution execution) {
        int item = execution.arguments().operator.itemCount();
        return (WAVE_LENGTH >> execution.receive().type().shift()) / item * item;
    }

    /** Returns how many waves the longest part needs; one at least. */
    static int waves(Execution execution, int longest) {
        int count = waveCount(execution);
        return Math.max(1, (longest + count - 1) / count);
    }

    /** Returns which element of a part is the first of a wave. */
    static int startOf(Execution execution, int wave, int length) {
        return (int) Math.min((long) wave * waveCount(execution), length);
    }

    /** Returns how many elements of a part are in a wave. */
    static int countOf(Execution execution, int wave, int length) {
        return startOf(execution, wave + 1, length) - startOf(execution, wave, length);
    }

    private static int before(Execution execution) {
        return (execution.rank() + execution.size() - 1) % execution.size();
    }

    private static int next(Execution execution) {
        return (execution.rank() + 1) % execution.size();
    }

    /** Returns which part passes this rank in a step, of as many as there are ranks, in which parts are combined. */
    static int combinedAt(Execution execution, int step) {
        return Math.floorMod(execution.rank() - 1 - step, execution.size());
    }

    /** Describes a flow in which the part that passes is combined with what this rank has; the last step keeps it. */
    static void combine(Flow flow, Execution execution, int step, int start, Elements into, int place) {
        if (step > 0) {
            flow.from(before(execution));
        }
        flow.from(execution.send(), start);
        if (step < execution.size() - 1) {
            flow.to(next(execution)).sent();
        } else {
            flow.into(into, place);
        }
    }

    /** Returns which part passes this rank in a step, of as many as there are ranks, in which results are told. */
    static int toldAt(Execution execution, int step) {
        return Math.floorMod(execution.rank() - step, execution.size());
    }

    /** Describes a flow in which a result is passed on; the first step begins with the own, the last keeps only. */
    static void tell(Flow flow, Execution execution, int step, int start) {
        if (step == 0) {
            flow.from(execution.receive(), start);
        } else {
            flow.from(before(execution)).into(execution.receive(), start);
        }
        if (step < execution.size() - 1) {
            flow.to(next(execution)).sent();
        }
    }
}
