// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import org.agrona.DirectBuffer;

/** The sum of a slot by which a torn copy is told from a whole one. */
final class SlotSum {
    /*
     * Why a sum, and not a version before and a version behind?
     *
     * A Read copies its bytes in no order that anybody promises, while the owner stores. Versions at both ends of a slot
     * tell of a change only to who reads the one first and the other last: a Read may take both, then the old key, then,
     * after a change, the new value. Three Reads, each behind the former with READ_FENCE, would be such an order (version,
     * slot, version), and cost between hosts three round trips instead of one. So each slot says by a sum what belongs
     * together. It needs nothing of a Read but that each byte was there at some moment while it ran, and nothing of the
     * order of the owner's stores.
     *
     * What follows from a slot whose sum is right: let the words read be w[0..n) and the sum s. Of each version the owner
     * stores one sequence of words and its sum. If (w, s) is none of those, it is a mixture: s is the sum of some other w',
     * or a mixture of sums itself. Each step below is a bijection of 64 bits for a given word, and of the word for a given
     * state: if w and w' differ in one word, the sums differ for certain; if in several, the last steps would have to undo
     * what the first have done, which happens once in 2^64 for bits that nobody has chosen. The version is one of the words
     * and never comes again, so a key that was changed, and changed back, is no exception. The seed is new for each table
     * and known to the owner and those it lets in. One of them that chooses values so that sums collide could make a mixture
     * pass, if it also met the moment: who is let in is trusted that far.
     *
     * What follows for a lookup: a whole slot was in the table, as it is, at some moment of the Read. Either a byte of it
     * was loaded then, or bytes of its past and of its future were, and it was there in between. Slots of one Read may be of
     * different moments. FOUND: the key had this value then. ABSENT, which needs all slots of the key's reach whole and none
     * with it: the owner never moves a key, but it may remove it from one slot and put it into another later. Who saw it in
     * neither has loaded the second before that put and the first after that remove; the time between the two, when the key
     * was absent, touches the Read.
     */

    private SlotSum() {}

    /**
     * Sums up bytes.
     *
     * @param seed   of the table
     * @param buffer holds them
     * @param offset where they begin
     * @param length how many, a multiple of 8
     * @return 64 bits
     */
    static long of(long seed, DirectBuffer buffer, int offset, int length) {
        long sum = seed;
        for (int at = offset; at < offset + length; at += Long.BYTES) {
            sum = mix(sum ^ buffer.getLong(at));
        }
        return sum;
    }

    /** Stafford's thirteenth variant of the last step of MurmurHash3, a bijection. */
    private static long mix(long value) {
        long first = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        long second = (first ^ (first >>> 27)) * 0x94d049bb133111ebL;
        return second ^ (second >>> 31);
    }
}
