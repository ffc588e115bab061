// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.testing.ManualLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DomainTest {
    private static final long LONG_NS = 10_000_000;

    private final ManualLoop loop = new ManualLoop();
    private final CountingSource source = new CountingSource();
    private final Domain domain = domain(false);
    private boolean isWaiting = true;

    /** Counts its calls. */
    private static class CountingSource implements ProgressSource {
        int progressed;
        int signalled;

        @Override
        public int progress() {
            progressed++;
            return 1;
        }

        @Override
        public void onSignal() {
            signalled++;
        }
    }

    @Test
    void losesNoSignalWhenOneSourceFails() {
        boolean[] hasFailed = {false};
        domain.remove(source);
        domain.add(new CountingSource() {
            @Override
            public void onSignal() {
                if (!hasFailed[0]) {
                    hasFailed[0] = true;
                    throw new IllegalStateException("a defect");
                }
            }
        });
        domain.add(source);
        domain.signal();
        assertThatIllegalStateException().isThrownBy(domain::enter).withMessage("a defect");
        assertThat(source.signalled).isZero();

        domain.enter();
        domain.exit();

        assertThat(source.signalled).isOne();
    }

    @Nested
    class TwoThreads {
        @Test
        void insideAtOnceAreDetected() throws InterruptedException {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch leave = new CountDownLatch(1);
            Thread first = new Thread(() -> {
                domain.enter();
                inside.countDown();
                awaitUninterruptibly(leave);
                domain.exit();
            });
            first.start();
            inside.await();

            assertThatIllegalStateException().isThrownBy(domain::enter).withMessageContaining("one thread at a time");

            leave.countDown();
            first.join();
            domain.enter();
            domain.exit();
        }

        @Test
        void insideAtOnceAreDetectedWhileTheAgentMayStandIn() throws InterruptedException {
            domain.enter();
            domain.somebodyWaits(() -> isWaiting);
            domain.exit();

            insideAtOnceAreDetected();
        }

        @Test
        void oneAfterTheOtherAreWelcome() {
            for (int count = 0; count < 10; count++) {
                CompletableFuture.runAsync(() -> {
                            domain.enter();
                            domain.exit();
                        })
                        .join();
            }

            domain.enter();
            domain.exit();
        }

        @Test
        void enteringTwiceIsAMistakeOfOneThreadToo() {
            domain.enter();

            assertThatIllegalStateException().isThrownBy(domain::enter);

            domain.exit();
            domain.enter();
            domain.exit();
        }
    }

    @Nested
    class Agent {
        @Test
        void doesNothingWhileNobodyWaits() {
            domain.enter();
            domain.exit();
            loop.advance(LONG_NS);

            assertThat(source.progressed).isZero();
            assertThat(loop.waitingTimers()).isZero();
        }

        @Test
        void standsInOnceTheApplicationIsOutsideAndSomebodyWaits() {
            waitOnce();

            loop.runTasks();

            assertThat(source.progressed).isEqualTo(1);
        }

        @Test
        void neverStandsInWhileTheApplicationIsInside() {
            waitOnce();
            domain.enter();

            loop.advance(LONG_NS);
            assertThat(source.progressed).isZero();

            domain.exit();
            loop.advance(LONG_NS);
            assertThat(source.progressed).isPositive();
        }

        @Test
        void comesAgainUntilNobodyWaitsAnyMore() {
            waitOnce();
            for (int count = 0; count < 10; count++) {
                loop.advance(LONG_NS);
            }
            assertThat(source.progressed).isGreaterThanOrEqualTo(10);

            isWaiting = false;
            loop.advance(LONG_NS);
            int last = source.progressed;
            loop.advance(LONG_NS);

            assertThat(source.progressed).isEqualTo(last);
            assertThat(loop.waitingTimers()).isZero();
        }

        @Test
        void comesAgainAfterTheApplicationHasTakenTheDomainBackAndLeft() {
            waitOnce();
            loop.advance(LONG_NS);
            domain.enter();
            loop.advance(LONG_NS); // its timer finds the domain taken
            int before = source.progressed;
            domain.exit();

            loop.advance(LONG_NS);

            assertThat(source.progressed).isGreaterThan(before);
        }

        @Test
        void isSentOnceHoweverOftenTheApplicationLeaves() {
            waitOnce();
            for (int count = 0; count < 100; count++) {
                domain.enter();
                domain.exit();
            }

            assertThat(loop.waitingTasks() + loop.waitingTimers()).isEqualTo(1);
        }

        @Test
        void slowsDownWhileThereIsNothingToDo() {
            domain.remove(source);
            waitOnce();
            loop.runTasks();

            long rounds = 0;
            for (int step = 0; step < 1000; step++) {
                int before = loop.waitingTimers();
                loop.advance(100_000);
                rounds += loop.waitingTimers() == before ? 1 : 0;
            }

            assertThat(rounds).isEqualTo(1000);
            assertThat(loop.waitingTimers()).isEqualTo(1);
        }

        @Test
        void comesAgainAfterAProgressThatThrew() {
            ProgressSource failing = new ProgressSource() {
                @Override
                public int progress() {
                    throw new IllegalStateException("a defect");
                }

                @Override
                public void onSignal() {}
            };
            domain.add(failing);
            waitOnce();
            assertThatThrownBy(loop::runTasks).hasMessage("a defect");
            domain.remove(failing);

            domain.enter();
            domain.exit();
            int before = source.progressed;
            loop.advance(LONG_NS);

            assertThat(source.progressed).isGreaterThan(before);
        }

        private void waitOnce() {
            domain.enter();
            domain.somebodyWaits(() -> isWaiting);
            domain.exit();
        }
    }

    @Nested
    class AlwaysYielding {
        private final Domain yielding = domain(true);

        @Test
        void letsTheAgentProgressWheneverTheApplicationIsOutside() {
            yielding.enter();
            yielding.exit();

            for (int count = 0; count < 10; count++) {
                loop.advance(LONG_NS);
            }

            assertThat(source.progressed).isGreaterThanOrEqualTo(10);
        }

        @Test
        void sendsTheAgentHomeWhenItIsClosed() {
            yielding.enter();
            yielding.close();
            yielding.exit();

            loop.advance(LONG_NS);
            loop.advance(LONG_NS);

            assertThat(loop.waitingTimers()).isZero();
            assertThat(loop.waitingTasks()).isZero();
        }

        @Test
        void needsNoAgentAfterItWasClosed() {
            yielding.enter();
            yielding.close();
            yielding.exit();
            loop.advance(LONG_NS);

            yielding.enter();
            yielding.exit();

            assertThat(loop.waitingTasks())
                    .as("the agent may have ended by now")
                    .isZero();
        }
    }

    @Nested
    class Progress {
        @Test
        void reachesEverySource() {
            CountingSource second = new CountingSource();
            domain.add(second);

            assertThat(domain.progress()).isEqualTo(2);
            domain.remove(source);
            assertThat(domain.progress()).isEqualTo(1);

            assertThat(source.progressed).isEqualTo(1);
            assertThat(second.progressed).isEqualTo(2);
        }

        @Test
        void handsASignalOnOnce() {
            int[] handled = {0};
            domain.onSignal(() -> handled[0]++);
            domain.signal();
            domain.signal();

            domain.progress();
            domain.progress();

            assertThat(handled[0]).isEqualTo(1);
            assertThat(source.signalled).isEqualTo(1);
        }

        @Test
        void handsASignalThatComesMeanwhileOnNextTime() {
            boolean[] again = {true};
            domain.onSignal(() -> {
                if (again[0]) {
                    again[0] = false;
                    domain.signal();
                }
            });
            domain.signal();

            domain.progress();
            assertThat(source.signalled).isEqualTo(1);
            domain.progress();
            assertThat(source.signalled).isEqualTo(2);
        }

        @Test
        void reachesNothingAfterTheClose() {
            domain.close();

            assertThat(domain.progress()).isZero();
            assertThat(source.progressed).isZero();
        }
    }

    private Domain domain(boolean alwaysYields) {
        Domain made = new Domain(loop, alwaysYields);
        made.add(source);
        return made;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
