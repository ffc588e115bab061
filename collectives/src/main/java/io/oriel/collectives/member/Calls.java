// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.Collective;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;

/** Checks what operations are given, and puts it into arguments, always the same ones. */
final class Calls {
    private final Arguments arguments = new Arguments();
    private final int size;
    private final int rank;

    Calls(int size, int rank) {
        this.size = size;
        this.rank = rank;
    }

    Arguments barrier() {
        return arguments.begin(Collective.BARRIER, 0);
    }

    Arguments broadcast(Span data, int root) {
        begin(Collective.BROADCAST, "data", data);
        arguments.root = requireRank("root", root);
        arguments.receive = elements("data", data);
        return arguments;
    }

    Arguments reduce(Span send, Span receive, Operator operator, int root) {
        reduction(Collective.REDUCE, send, rank == requireRank("root", root) ? receive : send, operator);
        arguments.root = root;
        return arguments;
    }

    Arguments allReduce(Span send, Span receive, Operator operator) {
        return reduction(Collective.ALL_REDUCE, send, receive, operator);
    }

    Arguments scan(Span send, Span receive, Operator operator) {
        return reduction(Collective.SCAN, send, receive, operator);
    }

    Arguments exclusiveScan(Span send, Span receive, Operator operator) {
        return reduction(Collective.EXCLUSIVE_SCAN, send, rank == 0 ? send : receive, operator);
    }

    private Arguments reduction(Collective collective, Span send, Span receive, Operator operator) {
        begin(collective, "send", send);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        arguments.operator = requireOperator(operator, send);
        requireSame(send, receive);
        requireCount("receive", receive.count(), send.count());
        return arguments;
    }

    Arguments gather(Span send, Span receive, int root) {
        begin(Collective.GATHER, "send", send);
        arguments.root = requireRank("root", root);
        arguments.send = elements("send", send);
        if (rank == root) {
            arguments.receive = elements("receive", receive);
            requireSame(send, receive);
            requireCount("receive", receive.count(), (long) size * send.count());
        }
        return arguments;
    }

    Arguments gatherv(Span send, Span receive, int[] counts, int[] displacements, int root) {
        begin(Collective.GATHER, "send", send);
        arguments.root = requireRank("root", root);
        arguments.send = elements("send", send);
        if (rank == root) {
            arguments.receive = elements("receive", receive);
            requireSame(send, receive);
            received(receive, counts, displacements, send.count());
        }
        return arguments;
    }

    Arguments scatter(Span send, Span receive, int root) {
        begin(Collective.SCATTER, "receive", receive);
        arguments.root = requireRank("root", root);
        arguments.receive = elements("receive", receive);
        if (rank == root) {
            arguments.send = elements("send", send);
            requireSame(send, receive);
            requireCount("send", send.count(), (long) size * receive.count());
        }
        return arguments;
    }

    Arguments scatterv(Span send, int[] counts, int[] displacements, Span receive, int root) {
        begin(Collective.SCATTER, "receive", receive);
        arguments.root = requireRank("root", root);
        arguments.receive = elements("receive", receive);
        if (rank == root) {
            arguments.send = elements("send", send);
            requireSame(send, receive);
            sent(send, counts, displacements);
            requireOwnCount(counts[rank], receive.count());
        }
        return arguments;
    }

    Arguments allGather(Span send, Span receive) {
        begin(Collective.ALL_GATHER, "send", send);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        requireSame(send, receive);
        requireCount("receive", receive.count(), (long) size * send.count());
        return arguments;
    }

    Arguments allGatherv(Span send, Span receive, int[] counts, int[] displacements) {
        arguments.begin(Collective.ALL_GATHER, 0);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        requireSame(send, receive);
        received(receive, counts, displacements, send.count());
        arguments.bytes = (sum(counts) << receive.type().shift()) / size; // its gaps may be others elsewhere
        return arguments;
    }

    Arguments allToAll(Span send, Span receive) {
        begin(Collective.ALL_TO_ALL, "send", send);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        requireSame(send, receive);
        requireCount("receive", receive.count(), send.count());
        requireMultiple(send);
        return arguments;
    }

    Arguments allToAllv(
            Span send,
            int[] sendCounts,
            int[] sendDisplacements,
            Span receive,
            int[] receiveCounts,
            int[] receiveDisplacements) {
        arguments.begin(Collective.ALL_TO_ALL, Long.MAX_VALUE); // the ranks know different lengths
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        requireSame(send, receive);
        sent(send, sendCounts, sendDisplacements);
        received(receive, receiveCounts, receiveDisplacements, sendCounts[rank]);
        return arguments;
    }

    Arguments reduceScatter(Span send, Span receive, Operator operator) {
        begin(Collective.REDUCE_SCATTER, "send", send);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        arguments.operator = requireOperator(operator, send);
        requireSame(send, receive);
        requireMultiple(send);
        requireCount("receive", receive.count(), send.count() / size);
        requireItems("receive", receive.count());
        return arguments;
    }

    Arguments reduceScatterv(Span send, Span receive, int[] counts, Operator operator) {
        begin(Collective.REDUCE_SCATTER, "send", send);
        arguments.send = elements("send", send);
        arguments.receive = elements("receive", receive);
        arguments.operator = requireOperator(operator, send);
        requireSame(send, receive);
        requireLength("counts", counts);
        arguments.sendPlaces = arguments.ownPlaces(size);
        long sum = 0;
        for (int member = 0; member < size; member++) {
            requireItems("counts", requireCount("counts", counts[member]));
            arguments.sendPlaces[member] = (int) sum;
            sum += counts[member];
        }
        requireCount("send", send.count(), sum);
        requireCount("receive", receive.count(), counts[rank]);
        arguments.sendCounts = counts;
        return arguments;
    }

    // What is asked of each argument.

    Elements elements(String name, Span span) {
        if (span instanceof Elements elements) {
            return elements;
        }
        throw new IllegalArgumentException(name + " must be made by Span.of, was " + span);
    }

    int requireRank(String name, int value) {
        if (value < 0 || value >= size) {
            throw new IllegalArgumentException(name + " must be in 0.." + (size - 1) + ", was " + value);
        }
        return value;
    }

    private void begin(Collective collective, String name, Span measure) {
        arguments.begin(collective, elements(name, measure).byteLength());
    }

    private Reduction requireOperator(Operator operator, Span send) {
        if (!(operator instanceof Reduction reduction)) {
            throw new IllegalArgumentException("operator must be made by Operator, was " + operator);
        }
        if (!reduction.takes(send.type())) {
            throw new IllegalArgumentException(operator + " does not combine elements of " + send.type());
        }
        arguments.operator = reduction;
        requireItems("send", send.count());
        return reduction;
    }

    private void requireItems(String name, int count) {
        int item = arguments.operator.itemCount();
        if (count % item != 0) {
            throw new IllegalArgumentException(name + " must be a multiple of " + item + " elements, was " + count);
        }
    }

    /** No elements are of any type. */
    private void requireSame(Span send, Span receive) {
        if (send.type() == receive.type()) {
            return;
        }
        if (send.count() == 0) {
            arguments.send = Elements.none(receive.type());
        } else if (receive.count() == 0) {
            arguments.receive = Elements.none(send.type());
        } else {
            throw new IllegalArgumentException(
                    "receive must be of " + send.type() + " as send is, was of " + receive.type());
        }
    }

    private static void requireCount(String name, long actual, long expected) {
        if (actual != expected) {
            throw new IllegalArgumentException(name + " must have " + expected + " elements, had " + actual);
        }
    }

    private void requireOwnCount(int actual, int expected) {
        if (actual != expected) {
            throw new IllegalArgumentException("counts[" + rank + "] must be " + expected + ", was " + actual);
        }
    }

    private static int requireCount(String name, int count) {
        if (count < 0) {
            throw new IllegalArgumentException(name + " must not be negative, were " + count);
        }
        return count;
    }

    private void requireMultiple(Span send) {
        if (send.count() % size != 0) {
            throw new IllegalArgumentException(
                    "send must have a multiple of " + size + " elements, had " + send.count());
        }
    }

    private static long sum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    private void requireLength(String name, int[] counts) {
        if (counts == null || counts.length != size) {
            throw new IllegalArgumentException(name + " must have " + size + " entries, "
                    + (counts == null ? "was null" : "had " + counts.length));
        }
    }

    private void sent(Span send, int[] counts, int[] displacements) {
        requirePlaces(send, counts, displacements);
        arguments.sendCounts = counts;
        arguments.sendPlaces = displacements;
    }

    private void received(Span receive, int[] counts, int[] displacements, int own) {
        requirePlaces(receive, counts, displacements);
        requireOwnCount(counts[rank], own);
        arguments.receiveCounts = counts;
        arguments.receivePlaces = displacements;
    }

    private void requirePlaces(Span span, int[] counts, int[] displacements) {
        requireLength("counts", counts);
        requireLength("displacements", displacements);
        for (int member = 0; member < size; member++) {
            int count = requireCount("counts", counts[member]);
            int at = displacements[member];
            if (at < 0 || at > span.count() - count) {
                throw new IllegalArgumentException("displacements[" + member + "] and counts[" + member
                        + "] must lie in " + span.count() + " elements, were " + at + " and " + count);
            }
        }
    }
}
