// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.transport.Alarm;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaiterTest {
    private final Domain domain = new Domain(new ManualLoop(), false);
    private final Waiter waiter = domain.waiter();
    private final CountingSource source = new CountingSource();

    /** Counts how often it is progressed, and finds as much work as the test says. */
    private static final class CountingSource implements ProgressSource {
        int count;
        int work;

        @Override
        public int progress() {
            count++;
            return work;
        }

        @Override
        public void onSignal() {}
    }

    WaiterTest() {
        domain.add(source);
    }

    @Test
    void progressesUntilTheConditionHolds() {
        domain.enter();

        assertThat(waiter.until(TimeUnit.MINUTES.toNanos(1), () -> source.count == 500))
                .isTrue();

        assertThat(source.count).isEqualTo(500);
    }

    @Test
    void triesOnceWithoutTime() {
        domain.enter();

        assertThat(waiter.until(0, () -> source.count == 2)).isFalse();
        assertThat(source.count).isEqualTo(1);
        assertThat(waiter.until(0, () -> source.count == 2)).isTrue();
    }

    @Test
    void triesOnceWithLessThanNoTime() {
        domain.enter();

        assertThat(waiter.until(Long.MIN_VALUE, () -> false)).isFalse();
        assertThat(source.count).isEqualTo(1);
    }

    @Test
    void endsWhenTheTimeHasRunOut() {
        domain.enter();
        long begin = System.nanoTime();

        assertThat(waiter.until(3_000_000, () -> false)).isFalse();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(3_000_000);
    }

    /** Holds never; fails if it is looked at again and again, long after the time has run out. */
    private static boolean never(long beginNs) {
        if (System.nanoTime() - beginNs > TimeUnit.SECONDS.toNanos(20)) {
            throw new AssertionError("the wait continues 20 s after it began");
        }
        return false;
    }

    @Test
    void endsWhenTheTimeHasRunOutThoughEachProgressFindsWork() {
        source.work = 1;
        domain.enter();
        long beginNs = System.nanoTime();

        assertThat(waiter.until(3_000_000, () -> never(beginNs))).isFalse();
    }

    @Test
    void endsWhenTheTimeHasRunOutThoughProgressFindsWorkAgainAndAgain() {
        domain.enter();
        long beginNs = System.nanoTime();

        assertThat(waiter.until(3_000_000, () -> {
                    source.work = source.count % 150 == 0 ? 1 : 0; // more often than it takes to fall asleep
                    return never(beginNs);
                }))
                .isFalse();
    }

    @Test
    void looksAtTheConditionBeforeTheTimeThoughEachProgressFindsWork() {
        source.work = 1;
        domain.enter();

        assertThat(waiter.until(1, () -> source.count == 2)).isTrue();
    }

    @Test
    void givesASelectorBackThatCouldNotBeAttachedAndTakesAnotherLater() throws IOException {
        Selector.open().close(); // loads the classes
        long before = descriptors();
        AttachableOnce alarm = new AttachableOnce();
        domain.alarm(alarm);
        domain.enter();

        assertThatThrownBy(() -> waiter.until(1_000_000, () -> false)).isInstanceOf(OutOfMemoryError.class);

        assertThat(descriptors()).isEqualTo(before);
        assertThat(waiter.until(1_000_000, () -> false)).isFalse();
        assertThat(alarm.attached).hasSize(1);
        waiter.close();
        assertThat(alarm.attached).isEmpty();
    }

    /** Counts the open descriptors that selectors consist of. */
    private static long descriptors() throws IOException {
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            return links.map(WaiterTest::target)
                    .filter(target -> target.startsWith("anon_inode:") || target.startsWith("pipe:"))
                    .count();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** Lacks memory the first time. */
    private static final class AttachableOnce implements Alarm {
        final List<Selector> attached = new ArrayList<>();
        private boolean hasFailed;

        @Override
        public boolean canWake() {
            return true;
        }

        @Override
        public void attach(Selector selector) {
            attached.add(selector);
            if (!hasFailed) {
                hasFailed = true;
                throw new OutOfMemoryError("injected by a test");
            }
        }

        @Override
        public void detach(Selector selector) {
            attached.remove(selector);
        }

        @Override
        public void arm() {}

        @Override
        public void disarm() {}

        @Override
        public void watch(Runnable onWake) {}
    }

    @Test
    void waitsForeverWithTheLongestTime() {
        domain.enter();

        assertThat(waiter.until(Long.MAX_VALUE, () -> source.count == 300)).isTrue();
    }

    @Test
    void isNotEndedByAnInterruptAndLeavesItSet() {
        domain.enter();
        Thread.currentThread().interrupt();

        boolean held = waiter.until(TimeUnit.MINUTES.toNanos(1), () -> source.count == 400);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(held).isTrue();
        assertThat(source.count).isEqualTo(400);
    }

    @Test
    void leavesAnInterruptSetWhenTheTimeHasRunOut() {
        domain.enter();
        Thread.currentThread().interrupt();

        boolean held = waiter.until(1_000_000, () -> false);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(held).isFalse();
    }

    @Test
    void leavesAnInterruptThatComesMeanwhileSet() {
        domain.enter();

        boolean held = waiter.until(TimeUnit.MINUTES.toNanos(1), () -> {
            if (source.count == 300) { // by now it parks
                Thread.currentThread().interrupt();
            }
            return source.count == 310;
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(held).isTrue();
    }

    @Test
    void leavesAnInterruptSetWhenTheConditionThrows() {
        domain.enter();
        Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> waiter.until(TimeUnit.MINUTES.toNanos(1), () -> {
            if (source.count == 300) {
                throw new IllegalStateException("seen");
            }
            return false;
        }));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).hasMessage("seen");
    }
}
