// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

/** Is given the requests of all clients of a server. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers a request, or keeps it to be answered later.
     *
     * <p>What it throws goes to the server's error handler; a request that is not answered by then gets an answer with the status
     * REMOTE_ERROR, and the server goes on.
     *
     * <p><b>Threading:</b> called within {@link Server#poll}. <b>Ordering:</b> the requests of one client come in the order in which they were
     * committed.
     *
     * @param request valid until it is answered or declined; if nobody waits for an answer ({@link Request#isOneWay()}), until this
     *     call returns
     */
    void onRequest(Request request);
}
