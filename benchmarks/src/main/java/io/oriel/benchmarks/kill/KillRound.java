// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.Completion;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.session.ControlFutures;
import io.oriel.benchmarks.session.Posts;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One kill: connects to a child, leaves requests outstanding, kills it, and takes the completions. */
final class KillRound {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final KillRun.Survivor survivor;
    private final int outstanding;
    private final Obituary obituary;
    private final Completion[] carriers;

    /**
     * What one kill has shown.
     *
     * @param completionsNs from the kill to the last completion
     * @param disconnectNs  from the kill to the end of notifyDisconnect
     * @param faults        what was not as it must be; empty if all was
     */
    record Result(long completionsNs, long disconnectNs, List<String> faults) {}

    KillRound(KillRun.Survivor survivor, int outstanding) {
        this.survivor = survivor;
        this.outstanding = outstanding;
        obituary = new Obituary(outstanding);
        carriers = new Completion[2 * outstanding];
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Completion();
        }
    }

    Result run(PeerProcess child) {
        ControlChannel channel = child.channel();
        try (Endpoint endpoint = survivor.newEndpoint();
                Connector connector = survivor.adapter().createConnector()) {
            for (int i = 0; i < outstanding; i++) {
                Posts.require(endpoint.receive(i, survivor.slots().list(i)));
            }
            String[] address = channel.expect("listening").split(" ", 2);
            InetSocketAddress destination = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
            ControlFutures.await(connector.connect(endpoint, destination), "connect");
            ControlFutures.await(connector.completeConnect(), "completeConnect");
            channel.expect("accepted");
            for (int i = 0; i < outstanding; i++) {
                Posts.require(endpoint.send(i, survivor.slots().list(outstanding + i), OpFlags.NONE));
            }
            requireOutstanding();
            return killAndCollect(child, connector);
        }
    }

    /** Nothing can have completed: the child makes no progress. */
    private void requireOutstanding() {
        long end = System.nanoTime() + QUIET_NS;
        while (System.nanoTime() - end < 0) {
            if (survivor.queue().poll(carriers, carriers.length) > 0) {
                throw new BenchmarkException("a request completed before the kill: " + carriers[0]);
            }
            Thread.onSpinWait();
        }
    }

    private Result killAndCollect(PeerProcess child, Connector connector) {
        CompletableFuture<Long> disconnected = connector.notifyDisconnect().handle(KillRound::end);
        if (disconnected.isDone()) {
            obituary.fault("notifyDisconnect ended before the kill");
        }
        long killNs = System.nanoTime();
        child.kill();
        while (!obituary.isComplete()) {
            int count = survivor.queue().poll(carriers, carriers.length);
            for (int i = 0; i < count; i++) {
                obituary.take(carriers[i]);
            }
            if (count == 0) {
                requireTime(killNs);
                Thread.onSpinWait();
            }
        }
        long completionsNs = System.nanoTime() - killNs;
        while (!disconnected.isDone()) {
            requireTime(killNs);
            LockSupport.parkNanos(QUIET_NS);
        }
        for (int i = survivor.queue().poll(carriers, carriers.length); i > 0; i--) {
            obituary.fault("one completion too many: " + carriers[i - 1]);
        }
        long disconnectNs = disconnected.join() - killNs;
        return new Result(completionsNs, disconnectNs, obituary.faults());
    }

    private void requireTime(long killNs) {
        if (System.nanoTime() - killNs > LIMIT_NS) {
            throw new BenchmarkException(TimeUnit.NANOSECONDS.toSeconds(LIMIT_NS) + " s after the kill "
                    + obituary.count() + " of " + 2 * outstanding
                    + " requests have completed, or notifyDisconnect has not");
        }
    }

    private static long end(@Nullable Void nothing, @Nullable Throwable failure) {
        if (failure != null) {
            throw new BenchmarkException("notifyDisconnect failed: " + failure, failure);
        }
        return System.nanoTime();
    }

    /**
     * The completions of one round, held against what they must be: each request once; of the Sends the oldest
     * unacknowledged, which is the first, IO_TIMEOUT and the others CANCELED, in order; the Receives CANCELED, in order.
     */
    private static final class Obituary {
        private final int outstanding;
        private final List<String> faults = new ArrayList<>();
        private int sends;
        private int receives;

        Obituary(int outstanding) {
            this.outstanding = outstanding;
        }

        /** Takes a completion into account. */
        void take(Completion completion) {
            boolean isReceive = completion.requestType() == RequestType.RECEIVE;
            if (!isReceive && completion.requestType() != RequestType.SEND) {
                faults.add("a completion of another kind: " + completion);
                return;
            }
            int expectedContext = isReceive ? receives++ : sends++;
            NdStatus expected = !isReceive && expectedContext == 0 ? NdStatus.IO_TIMEOUT : NdStatus.CANCELED;
            if (completion.requestContext() != expectedContext) {
                faults.add("expected the request " + expectedContext + ", was " + completion);
            }
            if (completion.status() != expected) {
                faults.add("expected the status " + expected + ", was " + completion);
            }
        }

        /** Tells whether as many requests have completed as were posted. */
        boolean isComplete() {
            return sends >= outstanding && receives >= outstanding;
        }

        /** How many completions have come. */
        int count() {
            return sends + receives;
        }

        void fault(String text) {
            faults.add(text);
        }

        List<String> faults() {
            return List.copyOf(faults);
        }
    }
}
