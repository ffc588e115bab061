// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.host;

import io.oriel.testing.heap.failure.Failure;
import java.util.Set;

/**
 * What a simulated host has of the real ones' unkindness; a calm host has nothing of it.
 *
 * @param words    where the acknowledgement words of links are
 * @param failures those that strike by lot
 * @param failsOnceIn how many times they can strike for each time they do
 */
public record HeapHabits(Words words, Set<Failure> failures, int failsOnceIn) {
    /** Where the acknowledgement words of links are. */
    public enum Words {
        /** Each link has one that no other ever has. */
        OWN,
        /** In slots of the port, which later links use again; a reader looks whether the word is its link's. */
        REUSED,
        /** As reused, but a reader does not look: the look is needed, or Sends succeed that nobody took. */
        REUSED_UNSEEN
    }

    /** Returns no habits at all. */
    public static HeapHabits none() {
        return new HeapHabits(Words.OWN, Set.of(), 1);
    }

    /** Returns these habits with acknowledgement words elsewhere. */
    public HeapHabits withWords(Words value) {
        return new HeapHabits(value, failures, failsOnceIn);
    }

    /** Returns these habits with failures that strike by lot, once in so many times that they can. */
    public HeapHabits withFailures(Set<Failure> value, int onceIn) {
        return new HeapHabits(words, value, onceIn);
    }
}
