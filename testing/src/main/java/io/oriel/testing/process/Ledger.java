// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import java.util.ArrayList;
import java.util.List;

/** What one endpoint has posted, and what has become of it: each request once, in order. */
public final class Ledger {
    /** Contexts of windows, which no request has. */
    public static final long WINDOW_CONTEXT = -1;

    private final List<NdStatus> initiatorEnds = new ArrayList<>();
    private final List<NdStatus> receiveEnds = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long initiatorPosted;
    private long receivesPosted;
    private long lastEndNs;

    /** Returns the context of the next initiator request. */
    public long nextInitiator() {
        return initiatorPosted;
    }

    /** Returns the context of the next Receive. */
    public long nextReceive() {
        return receivesPosted;
    }

    public void initiatorPosted() {
        initiatorPosted++;
    }

    public void receivePosted() {
        receivesPosted++;
    }

    public void take(Completion completion) {
        lastEndNs = System.nanoTime();
        if (completion.requestContext() == WINDOW_CONTEXT) {
            return;
        }
        List<NdStatus> ends = completion.requestType() == RequestType.RECEIVE ? receiveEnds : initiatorEnds;
        long posted = completion.requestType() == RequestType.RECEIVE ? receivesPosted : initiatorPosted;
        if (completion.requestContext() != ends.size() || ends.size() >= posted) {
            faults.add("expected request " + ends.size() + " of " + posted + ", was " + completion);
        }
        ends.add(completion.status());
    }

    public long initiatorOutstanding() {
        return initiatorPosted - initiatorEnds.size();
    }

    public long receivesOutstanding() {
        return receivesPosted - receiveEnds.size();
    }

    public boolean isSettled() {
        return initiatorOutstanding() <= 0 && receivesOutstanding() <= 0;
    }

    public List<NdStatus> initiatorEnds() {
        return initiatorEnds;
    }

    public List<NdStatus> receiveEnds() {
        return receiveEnds;
    }

    /** Returns when the last completion was taken. */
    public long lastEndNs() {
        return lastEndNs;
    }

    /** Each request has completed once, in order, and everything with success. */
    public void requireSuccess() {
        requireOnceInOrder();
        assertThat(initiatorEnds).allMatch(status -> status == NdStatus.SUCCESS);
        assertThat(receiveEnds).allMatch(status -> status == NdStatus.SUCCESS);
    }

    /** What has completed has done so in order, with success, and no initiator request is outstanding. */
    public void requireSuccessSoFar() {
        assertThat(faults).isEmpty();
        assertThat(initiatorOutstanding()).isZero();
        assertThat(initiatorEnds).allMatch(status -> status == NdStatus.SUCCESS);
        assertThat(receiveEnds).allMatch(status -> status == NdStatus.SUCCESS);
    }

    /**
     * Each request has completed once, in order: those that had succeeded, then, of initiator requests, the oldest
     * IO_TIMEOUT and the others CANCELED, and Receives CANCELED.
     */
    public void requireEndByDeath() {
        requireOnceInOrder();
        requireCanceled("initiator requests", afterSuccesses(initiatorEnds), NdStatus.IO_TIMEOUT);
        requireCanceled("Receives", afterSuccesses(receiveEnds), NdStatus.CANCELED);
    }

    /** As {@link #requireEndByDeath}, but the oldest CANCELED too, for the connection was ended in good order. */
    public void requireEndByDisconnect() {
        requireOnceInOrder();
        requireCanceled("initiator requests", afterSuccesses(initiatorEnds), NdStatus.CANCELED);
        requireCanceled("Receives", afterSuccesses(receiveEnds), NdStatus.CANCELED);
    }

    public void requireOnceInOrder() {
        assertThat(faults).isEmpty();
        assertThat((long) initiatorEnds.size())
                .as("initiator requests completed")
                .isEqualTo(initiatorPosted);
        assertThat((long) receiveEnds.size()).as("Receives completed").isEqualTo(receivesPosted);
    }

    private static List<NdStatus> afterSuccesses(List<NdStatus> ends) {
        int first = 0;
        while (first < ends.size() && ends.get(first) == NdStatus.SUCCESS) {
            first++;
        }
        return ends.subList(first, ends.size());
    }

    private static void requireCanceled(String what, List<NdStatus> ends, NdStatus oldest) {
        if (!ends.isEmpty()) {
            assertThat(ends.get(0)).as("oldest of the " + what).isEqualTo(oldest);
            assertThat(ends.subList(1, ends.size())).as(what).allMatch(status -> status == NdStatus.CANCELED);
        }
    }

    @Override
    public String toString() {
        return "initiator " + initiatorPosted + " posted, " + initiatorEnds.size() + " completed; receives "
                + receivesPosted + " posted, " + receiveEnds.size() + " completed; faults " + faults;
    }
}
