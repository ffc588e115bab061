// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Operation.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shared receive queue of the model. Which message takes which Receive is left open while messages are under way: the
 * real queue decides, within the rules that are here.
 */
public final class ModelSharedQueue {
    private final NdModel model;
    private final List<Request> receives = new ArrayList<>(); // contexts grow with the posts
    private int depth = Inventory.SHARED_DEPTH;
    private int threshold = Inventory.SHARED_THRESHOLD;
    private int slotsTaken;
    private boolean closed;

    private boolean isAsked;
    private @Nullable NdStatus told;

    // Since everything arrived last.
    private long lastTaken;

    ModelSharedQueue(NdModel model) {
        this.model = model;
    }

    // What there is.

    public int depth() {
        return depth;
    }

    boolean isFull() {
        return slotsTaken >= depth;
    }

    int slotsTaken() {
        return slotsTaken;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns the Receives that no message has taken, the oldest first. */
    List<Request> receives() {
        return receives;
    }

    /** Tells whether a Receive would use bytes that an outstanding one has. */
    boolean overlaps(@Nullable ModelMemory memory, Span span) {
        return receives.stream().anyMatch(each -> {
            Span other = each.operation.span();
            return each.memory == memory
                    && span.offset() < other.offset() + other.total()
                    && other.offset() < span.offset() + span.total();
        });
    }

    // What happens.

    void post(Request receive) {
        receives.add(receive);
        slotsTaken++;
    }

    /** A completion was taken. */
    void reaped() {
        slotsTaken--;
    }

    void modify(int newDepth, int newThreshold) {
        if (newDepth != 0 && model.knows(Rule.SHARED_DEPTH)) {
            depth = newDepth;
            threshold = Math.min(threshold, newDepth);
        }
        if (newThreshold != 0) {
            threshold = newThreshold;
        }
        tellIfDue();
    }

    void close() {
        closed = true;
        receives.clear();
        if (isAsked) {
            tell(NdStatus.CANCELED);
        }
    }

    /** Returns the Receive that a message may take, if rules allow it to that endpoint; null if they do not. */
    @Nullable
    Request take(ModelEndpoint taker, long context) {
        int index = 0;
        while (index < receives.size() && receives.get(index).context != context) {
            index++;
        }
        boolean isLate = context < taker.lastShared || (!model.knows(Rule.SHARED_ORDER) && index < receives.size() - 1);
        if (index == receives.size() || isLate) {
            return null;
        }
        taker.lastShared = context;
        lastTaken = Math.max(lastTaken, context);
        if (!model.knows(Rule.SHARED_SLOTS)) {
            slotsTaken--;
        }
        Request taken = receives.remove(index);
        tellIfDue();
        return taken;
    }

    /** Tells whether a newer Receive was taken in the place of one that is left. */
    public boolean hasPassedOver() {
        return !receives.isEmpty() && receives.get(0).context < lastTaken;
    }

    void settled() {
        lastTaken = 0;
        told = null;
    }

    // Notifications.

    void askToBeTold() {
        isAsked = true;
        tellIfDue();
    }

    boolean isAsked() {
        return isAsked;
    }

    private void tellIfDue() {
        if (isAsked && receives.size() < threshold && model.knows(Rule.SHARED_THRESHOLD)) {
            tell(NdStatus.SUCCESS);
        }
    }

    private void tell(NdStatus status) {
        isAsked = false;
        told = status;
    }

    /** Returns what the notifications that were asked for have been told since everything arrived last; null if nothing. */
    public @Nullable NdStatus told() {
        return told;
    }
}
