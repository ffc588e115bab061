// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SelectorLoop;
import java.util.ResourceBundle;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who hears of what a worker has caught. */
class FailureReportTest {
    private final BlockingQueue<Entry> logged = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    private final Thread.@Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final SelectorLoop loop = SelectorLoop.start(new FailureReport(Log::new));

    @BeforeEach
    void listen() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
    }

    @AfterEach
    void close() {
        loop.close();
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    @Timeout(60)
    void warnsOfAStatusThatAWorkerCaughtAndTheWorkerGoesOn() throws InterruptedException {
        NdException failure = new NdException(NdStatus.INSUFFICIENT_RESOURCES, "no room");
        LinkedBlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

        loop.executeBlocking(() -> {
            threads.add(Thread.currentThread());
            throw failure;
        });
        Entry told = logged.take();
        Thread worker = threads.take();

        assertThat(told.thrown()).isSameAs(failure);
        assertThat(told.text())
                .startsWith("WARNING " + worker.getName() + " goes on after: ")
                .contains("no room");
        do { // another worker may be there already
            loop.executeBlocking(() -> threads.add(Thread.currentThread()));
        } while (!threads.take().equals(worker));
        assertThat(uncaught).isEmpty();
    }

    @Test
    void tellsTheHandlerOfUncaughtExceptionsOfADefect() throws InterruptedException {
        AssertionError defect = new AssertionError("a defect");

        loop.executeBlocking(() -> {
            throw defect;
        });

        assertThat(uncaught.take()).isSameAs(defect);
        assertThat(logged).isEmpty();
    }

    @Test
    void warnsOfADefectWhoseHandlerFails() throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalStateException("the handler's own");
        });
        AssertionError defect = new AssertionError("a defect");

        loop.executeBlocking(() -> {
            throw defect;
        });

        assertThat(logged.take().thrown()).isSameAs(defect);
        assertThat(defect.getSuppressed()).hasSize(1);
    }

    private record Entry(String text, @Nullable Throwable thrown) {}

    /** Keeps what is logged. */
    private final class Log implements System.Logger {
        @Override
        public String getName() {
            return "log";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
            logged.add(new Entry(level + " " + text, thrown));
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... parameters) {
            throw new UnsupportedOperationException();
        }
    }
}
