// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.ModelExecution;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.nd.Request;
import io.oriel.testing.model.nd.Request.Expected;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a connection may have done to what one of its endpoints had under way. Each request completes once, in
 * order: those carried out before the end as they would without it, all behind them CANCELED. Where the end has come
 * between them is open, unless it is a request of its own that has failed. A success at one side needs what it tells of
 * at the other.
 */
public final class EndOfConnection {
    private final ModelEndpoint endpoint;
    private final Deque<Expected> initiated;
    private final Deque<Expected> received;

    // By the contexts of Receives, which differ.
    private final Set<Long> filled = new HashSet<>();
    private final Set<Request> done = new HashSet<>();
    private int canceledInitiators;
    private int canceledReceives;

    public EndOfConnection(ModelEndpoint endpoint, Deque<Expected> initiated, Deque<Expected> received) {
        this.endpoint = endpoint;
        this.initiated = initiated;
        this.received = received;
    }

    /** Tells whether everything has come that must come. */
    public boolean hasCome() {
        long silent = endpoint.carriedOut.stream()
                .filter(EndOfConnection::isDoneInSilence)
                .count();
        return initiated.size() >= endpoint.carriedOut.size() - silent + endpoint.waiting.size()
                && count(received) >= count(endpoint.received) + endpoint.receives.size();
    }

    private static long count(Deque<Expected> received) {
        return received.stream().filter(Expected::isOfReceive).count();
    }

    private static boolean isDoneInSilence(Request request) {
        return request.isSilent() && isSuccess(request.completion());
    }

    private static boolean isSuccess(@Nullable Expected completion) {
        return completion != null && completion.status() == NdStatus.SUCCESS;
    }

    /** Tells whether completions may be still to come that nobody can know of. */
    public boolean endsInSilence() {
        return endpoint.carriedOut.stream().anyMatch(EndOfConnection::isDoneInSilence);
    }

    // What has come, against the order of the posts.

    public void check() {
        checkInitiated();
        checkReceived();
        if (!initiated.isEmpty() || !received.isEmpty()) {
            throw wrong("completed more than was posted: " + initiated + received);
        }
    }

    private void checkInitiated() {
        boolean isOver = false;
        for (Request each : endpoint.carriedOut) {
            Expected real = initiated.peek();
            boolean isIt = real != null && real.context() == each.context;
            if (!isOver && (isDoneInSilence(each) ? !isIt : isIt && real.equals(each.completion()))) {
                done.add(each);
                isOver = !isSuccess(each.completion());
            } else {
                if (!isOver && !endpoint.mayEndEarly()) {
                    throw wrong("completed " + real + ", not " + each.completion() + ", before its own failure");
                }
                isOver = true;
                requireCanceled(initiated.peek(), ModelExecution.typeOf(each.operation.kind()), each.context);
                canceledInitiators++;
            }
            if (isIt) {
                initiated.remove();
            }
        }
        for (Request each : endpoint.waiting) {
            requireCanceled(initiated.poll(), ModelExecution.typeOf(each.operation.kind()), each.context);
            canceledInitiators++;
        }
    }

    private void checkReceived() {
        boolean isOver = false;
        for (Expected each : endpoint.received) {
            Expected real = received.peek();
            if (!isOver && each.equals(real)) {
                received.remove();
                filled.add(each.context());
                isOver = each.status() != NdStatus.SUCCESS;
                continue;
            }
            isOver = true;
            if (each.isOfReceive()) {
                requireCanceled(received.poll(), RequestType.RECEIVE, each.context());
                canceledReceives++;
            }
        }
        for (Request each : endpoint.receives) {
            requireCanceled(received.poll(), RequestType.RECEIVE, each.context);
            canceledReceives++;
        }
    }

    private void requireCanceled(@Nullable Expected real, RequestType type, long context) {
        Expected canceled = new Expected(type, NdStatus.CANCELED, 0, context);
        if (!canceled.equals(real)) {
            throw wrong("completed " + real + ", not " + canceled + ", at its end");
        }
    }

    private Divergence wrong(String what) {
        return new Divergence("side " + endpoint.side + ", pair " + endpoint.pair + " " + what);
    }

    // What has come on one side, against the other.

    /** Each message of this side that is done has a Receive of the other side's that says the same. */
    public void compareWith(EndOfConnection other) {
        for (Request each : done) {
            Request receive = each.taken();
            if (receive != null && !other.hasFilled(receive)) {
                throw wrong("completed " + each.completion() + ", and the Receive of it was canceled");
            }
        }
    }

    private boolean hasFilled(Request receive) {
        return filled.contains(receive.context) || endpoint.hasReaped(receive);
    }

    /** Tells the model what was canceled of that which it has carried out, the last first. */
    public void adopt(NdModel model, EndOfConnection other) {
        boolean cameThere = false;
        for (Iterator<Request> last = endpoint.carriedOut.descendingIterator(); last.hasNext(); ) {
            Request each = last.next();
            Request receive = each.taken();
            boolean isTaken = receive != null && other.hasFilled(receive);
            if (receive != null && !isTaken) {
                model.ends().wasNotFilled(receive);
            }
            cameThere |= isTaken;
            if (!done.contains(each)) {
                model.ends().wasCanceled(endpoint, each, cameThere);
            }
        }
        note(model, false, canceledInitiators);
        note(model, true, canceledReceives);
    }

    private void note(NdModel model, boolean ofReceives, int canceled) {
        if (canceled > 0) {
            model.noted(endpoint, ofReceives, true, false);
        }
    }

    @Override
    public String toString() {
        return endpoint.carriedOut.size() + " done and " + endpoint.waiting.size() + " waiting, " + initiated
                + " came; " + endpoint.received + " and " + endpoint.receives.size() + " Receives, " + received
                + " came";
    }
}
