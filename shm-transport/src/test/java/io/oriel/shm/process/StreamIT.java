// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.OneWayStream;
import io.oriel.testing.process.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stream of Sends in one direction. The property {@code oriel.test.streamSeconds} says for how long. */
@Timeout(7200)
class StreamIT {
    private static final int SECONDS = Integer.getInteger("oriel.test.streamSeconds", 2);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** So few that they take far less than a second. */
    private static final int STEPS = 1000;

    @RegisterExtension
    final Stage stage = new Stage();

    @WholeBuild
    @Test
    void completesSendsInEachSecondOfABusyStream() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.order("receive-stream", "serving");
        OneWayStream stream = OneWayStream.sender(party);
        List<Long> perSecond = new ArrayList<>();
        long before = 0;
        long secondNs = System.nanoTime();

        while (perSecond.size() < SECONDS) {
            for (int step = 0; step < STEPS; step++) {
                stream.step();
            }
            if (System.nanoTime() - secondNs >= SECOND_NS) {
                perSecond.add(stream.completed() - before);
                before = stream.completed();
                secondNs += SECOND_NS;
            }
        }

        assertThat(perSecond).as("Sends completed in each second").doesNotContain(0L);
        System.out.println("StreamIT: " + stream.completed() + " Sends in " + SECONDS + " s, at least "
                + perSecond.stream().mapToLong(Long::longValue).min().orElseThrow() + " in each second");
    }
}
