// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.FailingLoop.Want;
import io.oriel.testing.resource.Holdings;
import java.util.Map;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opening, listening, allocating and closing with something wanting at each step in turn. Each ends with a status, or does it
 * all the same; nothing is left behind, and what failed succeeds when nothing is wanting any more.
 */
@Timeout(60)
class UdpFailuresTest {
    private static final int MOST_STEPS = 100;

    private final FailingHost host = new FailingHost(Medium.UDP);

    @AfterEach
    void close() {
        host.close();
    }

    @ParameterizedTest
    @EnumSource(Want.class)
    void failsWithAStatusAtEachStepOfOpeningAndSucceedsLater(Want want) {
        new Scene().playAndClose(); // loads the classes, which keep descriptors of their own
        Map<String, Long> before = Holdings.descriptors();
        int step = 0;
        int failures;
        do {
            step++;
            assertThat(step).isLessThan(MOST_STEPS);
            failures = host.loop.failures(want);
            Scene scene = new Scene();
            try (scene) {
                host.loop.failAt(want, step);
                @Nullable NdException failure = scene.playOrFail();
                host.loop.settle();
                host.loop.heal();
                if (failure != null) {
                    assertThat(FailingHost.isClear(failure))
                            .as("step %d: %s", step, failure)
                            .isTrue();
                }
                scene.play();
                scene.requireHeard();
            }
            host.requireNothingHeldBut(before, "step " + step);
        } while (host.loop.failures(want) > failures);
        assertThat(step).as("steps, and one beyond").isGreaterThan(1);
    }

    @ParameterizedTest
    @EnumSource(Want.class)
    void closesThoughSomethingIsWantingAtAnyStepOfIt(Want want) {
        new Scene().playAndClose();
        Map<String, Long> before = Holdings.descriptors();
        int step = 0;
        int failures;
        do {
            step++;
            assertThat(step).isLessThan(MOST_STEPS);
            failures = host.loop.failures(want);
            Scene scene = new Scene();
            scene.play();
            scene.requireHeard();
            host.loop.failAt(want, step);
            scene.closeUntilClosed();
            host.loop.heal();
            host.requireNothingHeldBut(before, "step " + step);
        } while (host.loop.failures(want) > failures);
    }

    /** What is opened, as far as it went. */
    private final class Scene implements AutoCloseable {
        private @Nullable Transport transport;
        private FailingHost.@Nullable FailingPort port;
        private Port.@Nullable Listening listening;

        @Nullable
        NdException playOrFail() {
            try {
                play();
                return null;
            } catch (NdException e) {
                return e;
            }
        }

        void play() {
            Transport open = transport == null ? host.open() : transport;
            transport = open;
            FailingHost.FailingPort opened = port == null ? host.openPort(open) : port;
            port = opened;
            if (listening == null) {
                listening = opened.listen();
            }
            opened.port().allocate(4096).release();
        }

        /** The port hears who dials it, and is heard. */
        void requireHeard() {
            FailingHost.FailingPort opened = port;
            Port.Listening open = listening;
            assertThat(opened).isNotNull();
            assertThat(open).isNotNull();
            if (opened != null && open != null) {
                assertThat(opened.dial(open.address())).isEqualTo(NdStatus.SUCCESS);
            }
        }

        void playAndClose() {
            play();
            requireHeard();
            close();
        }

        /** Calls again what has failed. */
        void closeUntilClosed() {
            for (AutoCloseable each : new AutoCloseable[] {listening, port, transport}) {
                try {
                    CloseHelper.close(each);
                } catch (NdException e) {
                    assertThat(FailingHost.isClear(e)).isTrue();
                    CloseHelper.close(each);
                }
            }
        }

        @Override
        public void close() {
            host.loop.heal();
            CloseHelper.closeAll(listening, port, transport);
        }
    }
}
