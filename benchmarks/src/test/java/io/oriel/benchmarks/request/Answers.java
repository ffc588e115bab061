// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

/** Takes answers. */
@FunctionalInterface
interface Answers {
    void onAnswer(long id, long answer);
}
