// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.NdStatus;
import io.oriel.examples.Latencies;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;
import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.run.Duty;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A member that sends orders by lot, so many under way at a time, and measures from sending to the engine's answer. An order without an
 * answer is sent again with its id until it has one.
 *
 * <p><b>Threading:</b> one thread. <b>Memory:</b> an order allocates nothing.
 */
final class Trader implements Duty, OrderEvents {
    private static final int SLOTS = 1024;
    private static final int INSTRUMENTS = 4;
    private static final int MIDDLE = 2000;
    private static final int SPREAD = 10;
    private static final int LOT = 100;
    private static final int CANCELLED_AFTER = 63; // orders; an odd number, so that none is a cancel itself
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final SplittableRandom random;
    private final Latencies latencies;
    private final int depth;
    private final long warmUpNs;
    private @Nullable OrderEntry entry;
    private Runnable whenDone = () -> {};

    // Orders under way, by the low bits of their ids.
    private final long[] ids = new long[SLOTS];
    private final long[] targets = new long[SLOTS]; // of cancels; 0 otherwise
    private final int[] words = new int[SLOTS]; // the random choices that an order consists of
    private final long[] sentNs = new long[SLOTS];
    private final long[] again = new long[SLOTS];
    private int againCount;
    private int underWay;

    private long beginNs;
    private long pauseUntilNs;
    private long nextId;
    private boolean isDone;
    private String fault = "";
    private long fills;
    private long resent;
    private long rejected;

    Trader(int member, int depth, int seconds) {
        random = new SplittableRandom(member);
        latencies = new Latencies("orders answered", seconds);
        this.depth = depth;
        warmUpNs = TimeUnit.SECONDS.toNanos(seconds);
        beginNs = System.nanoTime();
    }

    /** Begins to trade, by an entry whose events this is told. */
    void begin(OrderEntry by, Runnable done) {
        entry = by;
        whenDone = done;
    }

    @Override
    public int poll() {
        OrderEntry by = entry;
        if (by == null || isDone) {
            return 0;
        }
        int work = by.poll();
        if (by.isReady() && nextId > 0) {
            work += trade(by);
        }
        return work;
    }

    private int trade(OrderEntry by) {
        long nowNs = System.nanoTime();
        boolean isOver = nowNs - beginNs >= 2 * warmUpNs;
        int sent = 0;
        while (againCount > 0 && nowNs - pauseUntilNs >= 0 && send(by, again[againCount - 1])) {
            againCount--;
            resent++;
            sent++;
        }
        while (!isOver && underWay < depth && ids[(int) nextId & SLOTS - 1] == 0) {
            begin(nextId, nowNs);
            if (!send(by, nextId)) {
                ids[(int) nextId & SLOTS - 1] = 0;
                break;
            }
            underWay++;
            nextId++;
            sent++;
        }
        if (isOver && underWay == 0) {
            isDone = true;
            whenDone.run();
        }
        return sent;
    }

    private void begin(long id, long nowNs) {
        int slot = (int) id & SLOTS - 1;
        ids[slot] = id;
        words[slot] = random.nextInt(Integer.MAX_VALUE);
        targets[slot] = id % 2 == 0 ? Math.max(1, id - CANCELLED_AFTER) : 0;
        sentNs[slot] = nowNs;
    }

    /** Sends an order, for the first time or again, which is the same. */
    private boolean send(OrderEntry by, long id) {
        int slot = (int) id & SLOTS - 1;
        if (targets[slot] != 0) {
            return by.cancel(id, targets[slot]) == NdStatus.SUCCESS;
        }
        int word = words[slot];
        int instrument = word % INSTRUMENTS;
        Side side = word / INSTRUMENTS % 2 == 0 ? Side.BUY : Side.SELL;
        int price = MIDDLE - SPREAD / 2 + (word >> 3) % SPREAD;
        int quantity = 1 + (word >> 7) % LOT;
        return by.send(id, instrument, side, price, quantity) == NdStatus.SUCCESS;
    }

    @Override
    public long untilDueNs(long nowNs) {
        OrderEntry by = entry;
        if (by == null) {
            return Long.MAX_VALUE;
        }
        long untilEndNs = Math.max(0, beginNs + 2 * warmUpNs - nowNs);
        long untilAgainNs = againCount == 0 ? Long.MAX_VALUE : Math.max(0, pauseUntilNs - nowNs);
        return Math.min(by.untilDueNs(nowNs), Math.min(untilEndNs == 0 ? Long.MAX_VALUE : untilEndNs, untilAgainNs));
    }

    @Override
    public void onSession(long lastOrderId) {
        nextId = lastOrderId + 1;
        beginNs = System.nanoTime();
    }

    @Override
    public void onSessionOver() {
        isDone = true;
        fault = "another process trades for the same member; choose another --member";
        whenDone.run();
    }

    @Override
    public void onAnswer(OrderAnswerDecoder answer) {
        int slot = (int) answer.orderId() & SLOTS - 1;
        long nowNs = System.nanoTime();
        if (sentNs[slot] - beginNs >= warmUpNs) {
            latencies.record(nowNs - sentNs[slot]);
        }
        if (answer.reason() != Reason.NONE && answer.reason() != Reason.NOT_RESTING) {
            rejected++;
        }
        ids[slot] = 0;
        underWay--;
    }

    @Override
    public void onStatus(long orderId, NdStatus status) {
        again[againCount++] = orderId;
        pauseUntilNs = System.nanoTime() + PAUSE_NS;
    }

    @Override
    public void onFill(FillDecoder fill) {
        fills++;
    }

    /** Returns what has ended it too early; empty if nothing has. */
    String fault() {
        return fault;
    }

    @Override
    public String toString() {
        return latencies + "; " + fills + " fills, " + rejected + " rejected, " + resent + " sent again";
    }
}
