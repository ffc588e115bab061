// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

/** Is given the answers to a client's requests. */
@FunctionalInterface
public interface AnswerHandler {
    /**
     * Looks at an answer, or learns that there is none.
     *
     * <p>For each request that was committed there is exactly one call in which {@link Answer#isLast()} is true. What this method throws goes
     * to the client's error handler.
     *
     * <p><b>Threading:</b> called within {@link Client#poll}, {@link Client#close} too. New requests may be made here.
     *
     * @param answer the client's; valid during the call
     */
    void onAnswer(Answer answer);
}
