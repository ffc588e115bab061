// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.meeting;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.collectives.process.Surroundings;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One rank's way to another that listens: dials, again and again if nobody is there yet, and completes. */
final class Dialling {
    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What may pass: the other has not begun to listen, its host is not up. */
    private static final Set<NdStatus> PASSING = EnumSet.of(
            NdStatus.CONNECTION_REFUSED,
            NdStatus.CONNECTION_ABORTED,
            NdStatus.IO_TIMEOUT,
            NdStatus.HOST_UNREACHABLE,
            NdStatus.NETWORK_UNREACHABLE);

    private final Acquaintance peer;
    private final InetSocketAddress address;
    private final byte[] greeting;
    private final Surroundings surroundings;
    private CompletableFuture<Void> step;
    private boolean completing;
    private boolean waiting;
    private long againNs;
    private @Nullable NdStatus lastStatus;

    Dialling(Acquaintance peer, InetSocketAddress address, byte[] greeting, Surroundings surroundings) {
        this.peer = peer;
        this.address = address;
        this.greeting = greeting;
        this.surroundings = surroundings;
        step = dial();
    }

    private CompletableFuture<Void> dial() {
        return peer.connector().connect(peer.endpoint(), address, NO_LIMIT, NO_LIMIT, greeting.clone());
    }

    Acquaintance peer() {
        return peer;
    }

    /** Says where it goes and what came of it, for people. */
    String describe() {
        return "rank " + peer.rank() + " at " + address + (lastStatus == null ? "" : " (" + lastStatus + ")");
    }

    /**
     * Goes on.
     *
     * @return true once the connection is made
     * @throws NdException      if it cannot be made
     * @throws RejectedException if the other rank does not want it
     */
    boolean progress() {
        if (waiting) {
            if (surroundings.nanoTime() - againNs >= 0) {
                waiting = false;
                step = dial();
            }
            return false;
        }
        if (!step.isDone()) {
            return false;
        }
        try {
            step.join();
        } catch (CompletionException e) {
            failed(e);
            return false;
        }
        if (!completing) {
            completing = true;
            step = peer.connector().completeConnect();
            return false;
        }
        return true;
    }

    private void failed(CompletionException e) {
        if (!(e.getCause() instanceof NdException failure)) {
            throw e;
        }
        lastStatus = failure.status();
        String reason = reason();
        if (!reason.isEmpty()) {
            throw new RejectedException(reason);
        }
        if (completing || !PASSING.contains(failure.status())) {
            throw new NdException(
                    failure.status(), describe() + " cannot be reached: " + failure.getMessage(), failure);
        }
        waiting = true;
        againNs = surroundings.nanoTime() + AGAIN_NS;
    }

    /** Returns why the other rank has refused; empty if it was no rank that did. */
    private String reason() {
        try {
            return new String(peer.connector().privateData(), StandardCharsets.UTF_8);
        } catch (NdException e) {
            return ""; // nobody has answered
        }
    }

    /** The other rank does not want this one. */
    static final class RejectedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RejectedException(String reason) {
            super(reason);
        }
    }
}
