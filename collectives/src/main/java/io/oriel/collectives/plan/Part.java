// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.flow.Arguments;
import io.oriel.collectives.flow.Execution;

/** Where the parts of elements are that belong to the ranks. */
final class Part {
    private Part() {}

    /** Returns where a part begins if elements are divided as evenly as items can be; that of all parts is the end. */
    static int start(int part, int parts, int count, int item) {
        int items = count / item;
        return (int) ((long) items * part / parts) * item;
    }

    /** Returns where a rank's part of the elements of a reduction begins. */
    static int start(Execution execution, int part, int count) {
        return start(
                part, execution.size(), count, execution.arguments().operator.itemCount());
    }

    /** Returns how long that part is. */
    static int length(Execution execution, int part, int count) {
        return start(execution, part + 1, count) - start(execution, part, count);
    }

    /** Returns how long the longest of those parts is. */
    static int longest(Execution execution, int count) {
        int longest = 0;
        for (int part = 0; part < execution.size(); part++) {
            longest = Math.max(longest, length(execution, part, count));
        }
        return longest;
    }

    /** Returns how many elements a rank's part has that is received. */
    static int received(Arguments arguments, int part, int parts) {
        int[] counts = arguments.receiveCounts;
        return counts.length == 0 ? arguments.receive.count() / parts : counts[part];
    }

    /** Returns where it goes. */
    static int receivedAt(Arguments arguments, int part, int parts) {
        int[] places = arguments.receivePlaces;
        return places.length == 0 ? part * (arguments.receive.count() / parts) : places[part];
    }

    /** Returns how many elements a rank's part has that is sent. */
    static int sent(Arguments arguments, int part, int parts) {
        int[] counts = arguments.sendCounts;
        return counts.length == 0 ? arguments.send.count() / parts : counts[part];
    }

    /** Returns where it is. */
    static int sentAt(Arguments arguments, int part, int parts) {
        int[] places = arguments.sendPlaces;
        return places.length == 0 ? part * (arguments.send.count() / parts) : places[part];
    }
}
