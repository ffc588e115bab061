// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterType;
import io.oriel.engine.counter.LinkCounter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShmCountersTest {
    private final ShmTestBed bed = new ShmTestBed();
    private final TestPort listener = bed.openPort();
    private final TestPort dialler = bed.openPort();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void areShownBesideAeronsOwnForEachAdapter() {
        dialler.port().counters().set(AdapterCounter.CONNECTIONS_MADE, 42);

        List<String> labels = labels(AdapterCounter.CONNECTIONS_MADE);

        assertThat(labels)
                .hasSize(2)
                .allMatch(label -> label.matches("oriel connections made: adapter [0-9a-f]{16}" + " of process "
                        + ProcessHandle.current().pid() + " = (0|42)"));
        assertThat(labels).anyMatch(label -> label.endsWith(" = 42"));
    }

    @Test
    void areShownForEachEndOfALinkUntilItIsClosed() {
        TestPort.TestLink ours = dialler.dial(listener.listen().address());
        TestPort.TestLink theirs = listener.nextOpened();
        ours.link().counters().set(LinkCounter.FRAMES_SENT, 7);

        assertThat(labels(LinkCounter.FRAMES_SENT)).hasSize(2).anyMatch(label -> label.endsWith(" = 7"));

        ours.close();
        assertThat(theirs.nextEvent()).isEqualTo("closed");
        theirs.close();
        Eventually.becomes(() -> labels(LinkCounter.FRAMES_SENT).size(), 0);
    }

    @Test
    void goWithTheirAdapter() {
        dialler.port().close();

        Eventually.becomes(() -> labels(AdapterCounter.LINKS_LOST).size(), 1);
    }

    private List<String> labels(CounterType type) {
        return CounterLabels.of(bed.directory(), type);
    }
}
