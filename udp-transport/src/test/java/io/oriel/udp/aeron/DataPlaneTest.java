// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.udp.control.TestLoop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataPlaneTest {
    private final TestLoop loop = new TestLoop();
    private final List<NdStatus> failures = new ArrayList<>();
    private int openings;
    private RuntimeException thrown = new NdException(NdStatus.DEVICE_NOT_READY, "none");

    private final DataPlane plane = new DataPlane(loop, () -> {
        openings++;
        throw thrown;
    });

    private void want() {
        plane.whenOpen(
                () -> {
                    throw new AssertionError("it cannot be open");
                },
                failure -> failures.add(failure.status()));
    }

    @Test
    void tellsAllWhoWaitThatItCannotBeOpened() {
        want();
        want();
        assertThat(plane.isOpening()).isTrue();

        loop.pass(0);

        assertThat(openings).isEqualTo(1);
        assertThat(failures).containsExactly(NdStatus.DEVICE_NOT_READY, NdStatus.DEVICE_NOT_READY);
        assertThat(plane.isOpening()).isFalse();
        assertThat(plane.parts()).isNull();
    }

    @Test
    void canBeTriedAgain() {
        want();
        loop.pass(0);

        want();
        loop.pass(0);

        assertThat(openings).isEqualTo(2);
        assertThat(failures).hasSize(2);
    }

    @Test
    void letsNobodyWaitForEverWhenOpeningHasADefect() {
        thrown = new IllegalStateException("a defect");
        want();

        assertThatThrownBy(() -> loop.pass(0)).isSameAs(thrown);
        loop.pass(0);

        assertThat(failures).containsExactly(NdStatus.INTERNAL_ERROR);
        assertThat(plane.isOpening()).isFalse();
    }
}
