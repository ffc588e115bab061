// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.bench;

import io.oriel.api.NdStatus;
import io.oriel.service.Client;
import io.oriel.service.Request;
import io.oriel.service.RequestHandler;
import java.util.ArrayDeque;
import java.util.Queue;

/** What tests' servers do with numbers. */
public final class Handlers {
    private Handlers() {}

    /** Answers with twice the number, if the client is still there. */
    public static final RequestHandler DOUBLE = request -> {
        long number = request.buffer().getLong(0);
        if (request.claim() == NdStatus.SUCCESS) {
            request.answer().putLong(0, 2 * number);
            var unused = request.commit(Long.BYTES);
        }
    };

    public static void answer(Request request, long number) {
        require(request.claim());
        request.answer().putLong(0, number);
        require(request.commit(Long.BYTES));
    }

    public static NdStatus part(Request request, long number) {
        NdStatus status = request.claimPart();
        if (status == NdStatus.SUCCESS) {
            request.answer().putLong(0, number);
            require(request.commit(Long.BYTES));
        }
        return status;
    }

    /** Keeps requests. */
    public static final class Keeper implements RequestHandler {
        public final Queue<Request> kept = new ArrayDeque<>();

        @Override
        public void onRequest(Request request) {
            kept.add(request);
        }
    }

    public static NdStatus ask(Client client, long number, long context) {
        NdStatus status = client.claim();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        client.buffer().putLong(0, number);
        return client.commit(Long.BYTES, context);
    }

    public static NdStatus tell(Client client, long number) {
        NdStatus status = client.claim();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        client.buffer().putLong(0, number);
        return client.commitOneWay(Long.BYTES);
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException("unexpected " + status);
        }
    }
}
