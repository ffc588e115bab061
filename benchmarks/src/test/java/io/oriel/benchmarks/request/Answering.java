// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

/** A server that answers each number with the next one, to any number of clients. */
interface Answering extends AutoCloseable {
    /** Answers what has come, and returns how much was done. */
    int poll();

    @Override
    void close();
}
