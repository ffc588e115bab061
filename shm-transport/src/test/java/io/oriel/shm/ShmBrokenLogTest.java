// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.FailingLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A link between two adapters of one process, of which one finds nonsense in a log. */
final class ShmBrokenLogTest {
    private static final int HAZARD_OFFSET = 128;
    private static final int LONGER_THAN_ANY_LOG = 1 << 30;

    private final ShmTestBed bed = new ShmTestBed();
    private final TestPort listener = bed.openPort();
    private final TestPort dialler = bed.openPort();
    private final TestPort.TestLink ours = dialler.dial(listener.listen().address());
    private final TestPort.TestLink theirs = listener.nextOpened();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void takesNobodyForGoneWhoseThreadIsStillCopying() {
        LinkMemory ourMemory = Objects.requireNonNull(ours.link().memory());
        LinkMemory theirMemory = Objects.requireNonNull(theirs.link().memory());
        theirMemory.own().putLongVolatile(HAZARD_OFFSET, 77);
        ourMemory.own().putLongVolatile(HAZARD_OFFSET, 78);
        assertThat(DirectLayout.isHazardSet(ourMemory.peer())).isTrue();

        findNonsense(theirs, ours);

        theirs.nextEvent();
        ours.nextEvent();
        assertThat(ourMemory.isPeerGone()).isFalse();
        assertThat(theirMemory.isPeerGone()).isFalse();
        theirs.close();
        ours.close();
        assertThat(ourMemory.isPeerGone()).isFalse();
        assertThat(theirMemory.isPeerGone()).isFalse();
    }

    @Test
    void makesAnotherLinkLater() {
        findNonsense(theirs, ours);
        assertThat(ours.nextEvent()).isEqualTo("died");
        assertThat(theirs.nextEvent()).isEqualTo("died");
        ours.close();
        theirs.close();

        TestPort.TestLink next = dialler.dial(listener.listen().address());

        next.send(1, 2);
        assertThat(listener.nextOpened().receive()).containsExactly(1, 2);
    }

    @Test
    void endsThoughThereWasNoRoomForTheTaskThatEndsIt() {
        List<FailingLoop> loop = new ArrayList<>();
        Transport failing = bed.open(bed.config(), real -> {
            loop.add(new FailingLoop(real));
            return loop.get(0);
        });
        TestPort.TestLink broken = bed.openPort(failing).dial(listener.listen().address());
        TestPort.TestLink peer = listener.nextOpened();
        loop.get(0).failAll(FailingLoop.Want.TASK);
        assertThatThrownBy(() -> findNonsense(broken, peer)).isInstanceOf(OutOfMemoryError.class);
        loop.get(0).heal();

        read(broken);

        assertThat(broken.nextEvent()).isEqualTo("died");
        boolean unused = bed.errors().removeIf(OutOfMemoryError.class::isInstance); // of workers, as injected
    }

    /** Writes a frame that is longer than its log, and lets the other end read it. */
    private static void findNonsense(TestPort.TestLink by, TestPort.TestLink from) {
        assertThat(from.link().tryClaim(Long.BYTES)).isTrue();
        from.link().claimedBuffer().putInt(0, LONGER_THAN_ANY_LOG); // where Aeron keeps the length of the frame
        read(by);
    }

    private static void read(TestPort.TestLink by) {
        assertThat(by.link().poll((word, buffer, offset, length) -> fail("a frame of %d bytes", length), 1))
                .isZero();
    }
}
