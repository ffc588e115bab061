// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import org.agrona.collections.IntArrayList;

/**
 * The numbers of one communicator's operations, which wrap, and which of them are under way here. The latest 64 have a bit each; the
 * few that still are when 64 others have begun since are kept one by one.
 */
final class OperationNumbers {
    private static final int LATEST = Long.SIZE;

    private final IntArrayList olderUnderWay = new IntArrayList();
    /** The number of the next operation. Tests advance it past operations that have ended. */
    int next;

    private long underWay;

    /** Creates numbers of which the first has the low bits of a value. */
    OperationNumbers(long start) {
        next = (int) start;
    }

    /** Takes the number of an operation that begins. */
    int begin() {
        int number = pass();
        underWay |= bit(number);
        return number;
    }

    /** Takes the number of an operation that does not begin here. */
    int pass() {
        if (!olderUnderWay.isEmpty() && olderUnderWay.containsInt(next)) {
            throw new IllegalStateException(
                    "at most 4294967295 operations may begin while one is in progress; operation "
                            + (next & 0xFFFF_FFFFL) + " is still in progress: await it, or close the communicator");
        }
        int number = next++;
        if ((underWay & bit(number)) != 0) {
            underWay &= ~bit(number);
            olderUnderWay.addInt(number - LATEST);
        }
        return number;
    }

    void end(int number) {
        if (olderUnderWay.isEmpty() || !olderUnderWay.removeInt(number)) {
            underWay &= ~bit(number);
        }
    }

    /** Tells whether an operation is under way, or will be. */
    boolean isToCome(int number) {
        int behind = next - number;
        return behind <= 0 || (behind <= LATEST ? (underWay & bit(number)) != 0 : olderUnderWay.containsInt(number));
    }

    private static long bit(int number) {
        return 1L << number;
    }
}
