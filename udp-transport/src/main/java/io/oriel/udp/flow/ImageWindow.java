// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

import io.aeron.driver.CongestionControl;
import java.net.InetSocketAddress;

/**
 * How far ahead one peer may send: its share of the socket's buffer, less while datagrams are lost, but always one datagram.
 * Aeron asks in each duty cycle. It sends the limit to the peer when the window has changed, a quarter of it was consumed, or
 * less than a datagram of it remains.
 *
 * <p>What was promised counts until it has come. What is taken back counts until the peer must have heard of it: Aeron says
 * it again every 200 ms.
 */
public final class ImageWindow implements CongestionControl {
    /** For how long a link that took much is taken to go on. */
    static final long BUSY_NS = 10_000_000;

    /** Until the peer has heard twice what was taken back. */
    static final long SETTLING_NS = 500_000_000;

    private final SocketBuffer buffer;
    private final int datagramLength;
    private final int maxLength;
    private final LossCeiling ceiling;

    private int window;
    private long limit;
    private long rebuilt;
    private boolean isBegun;
    private boolean isCounted = true;
    private long owed;

    private long formerLimit = Long.MIN_VALUE;
    private long settledNs;

    private long askedNs;
    private long rebuiltBefore;
    private long busyUntilNs;
    private boolean isBusy;

    /**
     * Begins with one datagram.
     *
     * @param buffer         of the socket
     * @param termLength     bytes of the peer's terms, of which half may be on their way
     * @param datagramLength bytes of the peer's longest
     */
    public ImageWindow(SocketBuffer buffer, int termLength, int datagramLength) {
        this.buffer = buffer;
        this.datagramLength = Math.min(datagramLength, termLength / 2);
        maxLength = termLength / 2;
        window = this.datagramLength;
        ceiling = new LossCeiling(this.datagramLength, maxLength);
        owed = window;
        askedNs = buffer.lookedNs();
        buffer.add(this, owed);
    }

    @Override
    public long onTrackRebuild(
            long nowNs,
            long newConsumptionPosition,
            long lastSmPosition,
            long hwmPosition,
            long startingRebuildPosition,
            long endingRebuildPosition,
            boolean lossOccurred) {
        askedNs = nowNs;
        if (!isBegun) {
            begin(nowNs, lastSmPosition);
        }
        if (!isCounted) {
            isCounted = true;
            buffer.add(this, owed);
        }
        // Not the highest position: what is missing below will come as well.
        rebuilt = Math.max(rebuilt, endingRebuildPosition);
        buffer.look(nowNs);
        if (formerLimit != Long.MIN_VALUE && (rebuilt >= formerLimit || nowNs - settledNs >= 0)) {
            formerLimit = Long.MIN_VALUE;
        }
        account();
        if (lossOccurred) {
            ceiling.lost(window, rebuilt, hwmPosition);
        } else {
            ceiling.came(rebuilt);
        }
        int wanted = Math.max(datagramLength, Math.min(ceiling.length(), buffer.share(isBusy)));
        boolean isDue = newConsumptionPosition > lastSmPosition + CongestionControl.threshold(window);
        // The sender splits no datagram, so it waits for a new limit, and no more of this one can be consumed.
        boolean isExhausted = limit - newConsumptionPosition < datagramLength;
        if (isDue || isExhausted || isWorthTelling(wanted)) {
            promise(nowNs, newConsumptionPosition, wanted, isDue || isExhausted);
        }
        return CongestionControl.packOutcome(window, isExhausted);
    }

    private void begin(long nowNs, long position) {
        isBegun = true;
        rebuilt = position;
        rebuiltBefore = position;
        limit = position + window;
        ceiling.begin(position);
        busyUntilNs = nowNs;
    }

    /** By itself a change is told only if it is a large one; a smaller one waits until something is told. */
    private boolean isWorthTelling(int wanted) {
        return wanted >= 2L * window || (!isBusy && wanted <= window / 2);
    }

    private void promise(long nowNs, long consumed, int wanted, boolean isDue) {
        long counted = Math.max(limit, formerLimit);
        long target = consumed + wanted;
        if (target > counted) {
            target = Math.max(consumed, Math.min(target, counted + Math.max(0, buffer.free())));
        }
        target = Math.max(target, consumed + datagramLength); // else the link would stall until others release theirs
        int told = (int) (target - consumed);
        if (!isDue && !isWorthTelling(told)) {
            return;
        }
        if (target < limit) {
            formerLimit = counted;
            settledNs = nowNs + SETTLING_NS;
        }
        limit = target;
        window = told;
        account();
    }

    private void account() {
        long now = Math.max(0, Math.max(limit, formerLimit) - rebuilt);
        buffer.promise(now - owed);
        owed = now;
    }

    /** Tells whether much has come since this was asked last, or a moment before. */
    boolean isBusy(long nowNs, int idleShare) {
        if (isBegun && 2 * (rebuilt - rebuiltBefore) >= idleShare) {
            busyUntilNs = nowNs + BUSY_NS;
        }
        rebuiltBefore = rebuilt;
        isBusy = isBegun && busyUntilNs - nowNs > 0;
        return isBusy;
    }

    boolean wasSilentSince(long timeNs) {
        return askedNs - timeNs < 0;
    }

    /** Nothing comes any more. */
    void leave() {
        if (isCounted) {
            isCounted = false;
            buffer.remove(this, owed);
        }
    }

    @Override
    public int initialWindowLength() {
        return window;
    }

    @Override
    public int maxWindowLength() {
        return maxLength;
    }

    @Override
    public boolean shouldMeasureRtt(long nowNs) {
        return false;
    }

    @Override
    public void onRttMeasurementSent(long nowNs) {
        // none is
    }

    @Override
    public void onRttMeasurement(long nowNs, long rttNs, InetSocketAddress srcAddress) {
        // none is
    }

    @Override
    public void close() {
        leave();
    }
}
