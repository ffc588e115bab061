// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import static java.util.Objects.requireNonNull;

import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.matching.Entry;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.config.Surroundings;
import io.oriel.service.run.Duty;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A member that writes down what it sends and what it is told, one line each; {@link LedgerCheck} reads them. */
final class LedgerTrader implements Duty, OrderEvents {
    private static final int INSTRUMENTS = 2;
    private static final int MIDDLE = 100;
    private static final long PAUSE_NS = Duration.ofMillis(2).toNanos();

    /** What a member does about an order of which it was told that it may have been carried out. */
    enum Habit {
        /** Asks again by the same id, or leaves it at that. */
        ASKS_AGAIN,
        /** Sends the same again by another id: it is not a good idea. */
        SENDS_ANEW
    }

    private record Order(long intent, Entry.Kind kind, long target, int price, int quantity) {}

    private final Surroundings surroundings;
    private final Consumer<String> ledger;
    private final Habit habit;
    private final int depth;
    private final Map<Long, Order> underWay = new HashMap<>();
    private final Deque<Long> again = new ArrayDeque<>();
    private final Deque<Order> anew = new ArrayDeque<>();
    private @Nullable OrderEntry entry;
    private long ordersLeft;
    private long nextId;
    private long nextIntent;
    private long pauseUntilNs;
    private long lastFill;
    private long sending; // an id; 0 if the last that was sent is written down
    private boolean isOver;

    LedgerTrader(int depth, long orders, Surroundings surroundings, Habit habit, Consumer<String> ledger) {
        this.depth = depth;
        this.surroundings = surroundings;
        this.habit = habit;
        this.ledger = ledger;
        ordersLeft = orders;
    }

    void begin(OrderEntry by) {
        entry = by;
    }

    /** Begins no further orders. */
    void finish() {
        ordersLeft = 0;
    }

    boolean isDone() {
        return ordersLeft == 0 && underWay.isEmpty() && anew.isEmpty() && nextId > 0;
    }

    long lastFill() {
        return lastFill;
    }

    @Override
    public String toString() {
        return ordersLeft + " orders left, under way " + underWay + ", last fill " + lastFill;
    }

    @Override
    public int poll() {
        OrderEntry by = entry;
        if (by == null) {
            return 0;
        }
        int work = by.poll();
        if (!by.isReady() || isOver || surroundings.nanoTime() - pauseUntilNs < 0) {
            return work;
        }
        while (!again.isEmpty() && send(by, again.peek())) {
            again.remove();
            work++;
        }
        while (underWay.size() < depth && (!anew.isEmpty() || ordersLeft > 0)) {
            Order order = anew.isEmpty() ? order() : anew.peek();
            underWay.put(nextId, order);
            if (!send(by, nextId)) {
                underWay.remove(nextId);
                break;
            }
            if (anew.poll() == null) {
                nextIntent++;
                ordersLeft--;
            }
            nextId++;
            work++;
        }
        return work;
    }

    private Order order() {
        var random = surroundings.random();
        int what = random.nextInt(8);
        if (what == 0) {
            return new Order(nextIntent, Entry.Kind.CANCEL, Math.max(1, nextId - 1 - random.nextInt(8)), 0, 0);
        }
        Entry.Kind kind = what % 2 == 0 ? Entry.Kind.BUY : Entry.Kind.SELL;
        int price = MIDDLE + random.nextInt(5);
        return new Order(nextIntent, kind, random.nextInt(INSTRUMENTS), price, 1 + random.nextInt(9));
    }

    private boolean send(OrderEntry by, long id) {
        Order order = requireNonNull(underWay.get(id));
        if (id != sending) { // not each time that it is declined
            sending = id;
            ledger.accept("sends " + id); // whoever is killed before the next line has perhaps sent it
        }
        NdStatus status = order.kind == Entry.Kind.CANCEL
                ? by.cancel(id, order.target)
                : by.send(
                        id,
                        (int) order.target,
                        order.kind == Entry.Kind.BUY ? Side.BUY : Side.SELL,
                        order.price,
                        order.quantity);
        if (status == NdStatus.SUCCESS) {
            sending = 0;
            ledger.accept("order " + order.intent + " " + id + " " + order.kind + " " + order.target + " " + order.price
                    + " " + order.quantity);
        }
        return status == NdStatus.SUCCESS;
    }

    @Override
    public long untilDueNs(long nowNs) {
        OrderEntry by = entry;
        long pauseNs = again.isEmpty() && ordersLeft == 0 ? Long.MAX_VALUE : Math.max(0, pauseUntilNs - nowNs);
        return by == null ? Long.MAX_VALUE : Math.min(by.untilDueNs(nowNs), pauseNs == 0 ? PAUSE_NS : pauseNs);
    }

    @Override
    public void onSession(long lastOrderId) {
        ledger.accept("session " + lastOrderId);
        nextId = lastOrderId + 1;
        nextIntent = nextId;
    }

    @Override
    public void onSessionOver() {
        isOver = true;
        ledger.accept("over");
    }

    @Override
    public void onAnswer(OrderAnswerDecoder answer) {
        ledger.accept("answer " + answer.orderId() + " " + answer.result() + " " + answer.reason() + " "
                + answer.filled() + " " + answer.leaves() + (answer.repeated() == 1 ? " again" : ""));
        underWay.remove(answer.orderId());
    }

    @Override
    public void onStatus(long orderId, NdStatus status) {
        ledger.accept("status " + orderId + " " + status);
        pauseUntilNs = surroundings.nanoTime() + PAUSE_NS;
        boolean mayBeDone = !LedgerCheck.isSurelyNotDone(status);
        int patience = mayBeDone ? 4 : 16;
        if ((habit == Habit.ASKS_AGAIN || !mayBeDone) && surroundings.random().nextInt(patience) > 0) {
            again.add(orderId);
            return;
        }
        Order order = underWay.remove(orderId);
        if (order != null && habit == Habit.SENDS_ANEW) {
            anew.add(order);
        }
    }

    @Override
    public void onFill(FillDecoder fill) {
        lastFill = fill.number();
        ledger.accept("fill " + fill.number() + " " + fill.orderId() + " " + fill.price() + " " + fill.quantity() + " "
                + fill.leaves());
    }
}
