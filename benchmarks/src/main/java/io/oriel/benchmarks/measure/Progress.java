// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

/** Is told, between batches, how far a run has come. */
@FunctionalInterface
public interface Progress {
    /** Ignores it. */
    Progress NONE = (done, operations) -> {};

    /**
     * Takes note.
     *
     * @param done       operations that have completed
     * @param operations of the whole run
     */
    void reached(long done, long operations);
}
