// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.RequestType;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DiscardTest {
    private static final int STEPS = 50_000;
    private static final int ROOM = 32;

    private final ManualLoop loop = new ManualLoop();
    private final CompletionRing ring = new CompletionRing(4);
    private final Notifications notifications = new Notifications(loop);
    private final CountingSlots one = new CountingSlots();
    private final CountingSlots other = new CountingSlots();
    private final Completion[] completions = {new Completion(), new Completion(), new Completion()};

    private record Kept(CountingSlots owner, long context, boolean failed, boolean solicited) {}

    @Test
    void leavesTheOthersInOrderAndKnowsWhatKindsAreLeft() {
        Random random = SeededRandom.create(DiscardTest.class);
        List<Kept> expected = new ArrayList<>();
        ring.reserve(ROOM, Set.of(one.slots, other.slots));
        for (long step = 0; step < STEPS; step++) {
            CountingSlots any = random.nextBoolean() ? one : other;
            int what = random.nextInt(10);
            if (what < 5 && expected.size() < ROOM) {
                Kept added = new Kept(any, step, random.nextInt(4) == 0, random.nextInt(4) == 0);
                expected.add(added);
                add(added);
            } else if (what < 8) {
                take(expected, random.nextInt(completions.length + 1));
            } else {
                long dropped =
                        expected.stream().filter(each -> each.owner() == any).count();
                expected.removeIf(each -> each.owner() == any);
                assertThat(notifications.discard(any.endpoint, ring)).isEqualTo(dropped);
            }
            assertThat(isThere(NotifyType.ANY)).isEqualTo(!expected.isEmpty());
            assertThat(isThere(NotifyType.ERRORS)).isEqualTo(expected.stream().anyMatch(Kept::failed));
            assertThat(isThere(NotifyType.SOLICITED))
                    .isEqualTo(expected.stream().anyMatch(each -> each.failed() || each.solicited()));
        }
        assertThat(one.reaped + other.reaped)
                .isEqualTo((int) ring.taken())
                .isEqualTo((int) ring.added() - expected.size());
    }

    @Test
    void doesNotTellAgainOfWhatIsLeft() {
        add(new Kept(one, 1, false, false));
        add(new Kept(other, 2, false, false));
        assertThat(isTold(notifications.request(NotifyType.ANY, ring))).isTrue();

        assertThat(notifications.discard(one.endpoint, ring)).isEqualTo(1);

        CompletableFuture<Void> next = notifications.request(NotifyType.ANY, ring);
        assertThat(isTold(next)).isFalse();
        add(new Kept(one, 3, false, false));
        assertThat(isTold(next)).isTrue();
    }

    @Test
    void tellsOfWhatIsLeftIfNobodyWasToldBefore() {
        add(new Kept(one, 1, false, false));
        assertThat(isTold(notifications.request(NotifyType.ANY, ring))).isTrue();
        add(new Kept(other, 2, false, false));

        assertThat(notifications.discard(one.endpoint, ring)).isEqualTo(1);

        assertThat(isTold(notifications.request(NotifyType.ANY, ring))).isTrue();
    }

    private void add(Kept entry) {
        NdStatus status = entry.failed() ? NdStatus.CANCELED : NdStatus.SUCCESS;
        ring.add(RequestType.RECEIVE, status, 0, entry.context(), entry.owner().slots, true);
        notifications.added(ring, entry.failed(), entry.solicited());
    }

    private void take(List<Kept> expected, int max) {
        int count = ring.take(completions, 0, max);
        assertThat(count).isEqualTo(Math.min(max, expected.size()));
        for (int index = 0; index < count; index++) {
            assertThat(completions[index].requestContext())
                    .isEqualTo(expected.remove(0).context());
        }
    }

    private boolean isThere(NotifyType type) {
        return notifications.isThere(type, ring);
    }

    private boolean isTold(CompletableFuture<Void> future) {
        loop.runTasks();
        return future.isDone();
    }
}
