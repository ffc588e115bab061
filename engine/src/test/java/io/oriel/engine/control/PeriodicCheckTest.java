// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodicCheckTest {
    private static final long PERIOD_NS = 100_000;

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final SelectorLoop loop = SelectorLoop.start(errors::add);
    private final AtomicInteger checks = new AtomicInteger();
    private final CountDownLatch enough = new CountDownLatch(6);

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void reportsAFailureOnceUntilItHasPassed() throws InterruptedException {
        run(count -> {
            if (count != 3) {
                throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "no space");
            }
        });

        assertThat(errors).hasSize(2);
    }

    @Test
    void reportsEachFailureThatIsAnotherOne() throws InterruptedException {
        run(count -> {
            throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "failure " + Math.min(count, 3));
        });

        assertThat(errors).hasSize(3);
    }

    @Test
    void continuesAfterAnyException() throws InterruptedException {
        run(count -> {
            throw new IllegalStateException("of the test");
        });

        assertThat(errors).hasSizeGreaterThanOrEqualTo(5);
    }

    private void run(IntConsumer each) throws InterruptedException {
        ControlLoop.Timer check = loop.checkPeriodically(PERIOD_NS, () -> {
            int count = checks.incrementAndGet();
            enough.countDown();
            each.accept(count);
        });
        enough.await();
        check.cancel();
    }
}
