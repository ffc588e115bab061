// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/** Whether some bytes lie in others, whatever a peer or an application says of them. */
public final class Range {
    private Range() {}

    /**
     * Tells whether bytes lie in memory. Nothing overflows: where one of the numbers is negative, the answer is no.
     *
     * @param offset where they begin
     * @param size   how many
     * @param length of the memory, at least 0
     * @return true if all of them do
     */
    public static boolean isInside(long offset, long size, long length) {
        long left = length - size;
        return (offset | size | left | (left - offset)) >= 0; // one branch
    }
}
