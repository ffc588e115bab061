// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.FailingLoop.Want;
import io.oriel.testing.resource.Holdings;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Meetings at each step of which a thread, memory or the kernel's room for a watch is wanting once, on one of the sides. */
@Timeout(120)
class UdpMeetingFailureTest {
    private static final int MOST_STEPS = 200;

    @ParameterizedTest
    @CsvSource({
        "THREAD, true, AUTO",
        "THREAD, false, AUTO",
        "TASK, true, AUTO",
        "TASK, false, AUTO",
        "TASK, true, UDP",
        "TASK, false, UDP",
        "TIMER, true, AUTO",
        "TIMER, false, AUTO",
        "WATCH, true, AUTO",
        "WATCH, false, AUTO",
    })
    void endsEveryMeetingInAnAnswerAndGivesEverythingBack(Want want, boolean isDialler, Medium medium) {
        try (FailingHost failing = new FailingHost(medium);
                FailingHost sound = new FailingHost(medium)) {
            FailingHost dialling = isDialler ? failing : sound;
            FailingHost listening = isDialler ? sound : failing;
            meetSoundly(dialling, listening); // loads the classes, which keep descriptors of their own
            Map<String, Long> before = Holdings.descriptors();
            boolean isOver = false;
            for (int step = 1; !isOver; step++) {
                assertThat(step).isLessThan(MOST_STEPS);
                int failures = failing.loop.failures(want);

                NdStatus answer = meet(dialling, listening, failing, want, step);

                isOver = failing.loop.failures(want) == failures;
                if (isOver) {
                    assertThat(answer).as("step %d", step).isEqualTo(NdStatus.SUCCESS);
                }
                failing.requireNothingHeldBut(before, "step " + step);
                sound.requireNothingHeldBut(before, "step " + step);
            }
            assertThat(sound.errors).isEmpty();
        }
    }

    private static void meetSoundly(FailingHost dialling, FailingHost listening) {
        assertThat(meet(dialling, listening, dialling, Want.TASK, Integer.MAX_VALUE / 2))
                .isEqualTo(NdStatus.SUCCESS);
    }

    /** Meets while something is wanting once, and then again while nothing is. */
    private static NdStatus meet(
            FailingHost dialling, FailingHost listening, FailingHost failing, Want want, int step) {
        try (Transport one = dialling.open();
                Transport other = listening.open();
                FailingHost.FailingPort dialler = dialling.openPort(one);
                FailingHost.FailingPort listener = listening.openPort(other);
                Port.Listening open = listener.listen()) {
            failing.loop.failAt(want, step);
            NdStatus answer = dialler.dial(open.address());
            failing.loop.heal();
            assertThat(dialler.dial(open.address())).as("again, step %d", step).isEqualTo(NdStatus.SUCCESS);
            return answer;
        }
    }
}
