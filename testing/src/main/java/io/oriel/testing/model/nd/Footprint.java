// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import java.util.ArrayList;
import java.util.List;

/**
 * Which memory the requests use that may still be under way. Two requests whose order Network Direct does not promise must
 * not use the same bytes at a time, or nobody could say what they hold.
 */
public final class Footprint {
    private static final int LIMIT = 128;

    /** How a request uses memory. */
    public enum Use {
        GATHER,
        READ_SINK,
        ARRIVAL,
        /** In one of the Receives of a shared queue, which do not overlap. */
        SHARED_ARRIVAL,
        REMOTE_READ,
        REMOTE_WRITE,
        REMOTE_ATOMIC,
        /** It was over when its connection ended; whether it changed the memory is not known yet. */
        OVER;

        boolean isChange() {
            return this != GATHER && this != REMOTE_READ;
        }

        boolean isLook() {
            return this == GATHER || this == REMOTE_READ || this == REMOTE_ATOMIC;
        }

        boolean isRemote() {
            return this == REMOTE_READ || this == REMOTE_WRITE || this == REMOTE_ATOMIC;
        }
    }

    /**
     * One use of memory.
     *
     * @param memory that is used
     * @param from   its first byte
     * @param to     behind its last byte
     * @param use    how
     * @param by     on whose endpoint's initiator queue
     * @param fenced it begins when earlier Reads are complete
     */
    public record Access(ModelMemory memory, long from, long to, Use use, ModelEndpoint by, boolean fenced) {
        boolean conflictsWith(Access later) {
            return memory == later.memory
                    && from < later.to
                    && later.from < to
                    && (use == Use.OVER ? later.use.isLook() : use.isChange() || later.use.isChange())
                    && (use != Use.SHARED_ARRIVAL || later.use != Use.SHARED_ARRIVAL)
                    && !isBefore(later);
        }

        /** Returns the same when its connection has ended. */
        Access over() {
            return new Access(memory, from, to, Use.OVER, by, fenced);
        }

        /** Tells whether ND promises that this one takes effect first: both in one queue. */
        private boolean isBefore(Access later) {
            if (by != later.by) {
                return false;
            }
            return switch (use) {
                case REMOTE_WRITE ->
                    later.use == Use.REMOTE_WRITE || later.use == Use.REMOTE_READ || later.use == Use.REMOTE_ATOMIC;
                case REMOTE_ATOMIC -> later.fenced || later.use == Use.REMOTE_ATOMIC;
                case READ_SINK, REMOTE_READ -> later.fenced;
                case GATHER, ARRIVAL, SHARED_ARRIVAL, OVER -> false;
            };
        }
    }

    private final List<Access> underWay = new ArrayList<>();

    public void add(Access access) {
        underWay.add(access);
    }

    public void clear() {
        underWay.clear();
    }

    /** An endpoint has ended: its peer uses its windows no more. */
    void endsFor(ModelEndpoint endpoint) {
        List<Access> over = underWay.stream()
                .filter(each -> each.by() == endpoint.peer() && each.use().isRemote())
                .toList();
        underWay.removeAll(over);
        over.stream().filter(each -> each.use().isChange()).map(Access::over).forEach(underWay::add);
    }

    /** Tells whether a request under way uses a region. */
    boolean uses(ModelMemory memory) {
        return underWay.stream().anyMatch(each -> each.memory() == memory && each.use() != Use.OVER);
    }

    boolean conflictsWith(List<Access> later) {
        if (underWay.size() > LIMIT) {
            return true;
        }
        for (Access each : later) {
            for (Access earlier : underWay) {
                if (earlier.conflictsWith(each)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Tells whether a Read or an atomic of an endpoint may still be under way. */
    boolean hasReadsOf(ModelEndpoint endpoint) {
        return underWay.stream()
                .anyMatch(each -> each.by() == endpoint
                        && (each.use() == Use.READ_SINK
                                || each.use() == Use.REMOTE_READ
                                || each.use() == Use.REMOTE_ATOMIC));
    }
}
