// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NdValuesTest {
    @Test
    void statusesHaveNdsValues() {
        Map<NdStatus, Integer> expected = Map.of(
                NdStatus.SUCCESS, 0,
                NdStatus.TIMEOUT, 0x102,
                NdStatus.PENDING, 0x103,
                NdStatus.BUFFER_OVERFLOW, 0x80000005,
                NdStatus.NO_MORE_ENTRIES, 0x8000001A,
                NdStatus.ACCESS_VIOLATION, 0xC0000005,
                NdStatus.INVALID_DEVICE_REQUEST, 0xC0000010,
                NdStatus.DATA_OVERRUN, 0xC000003C,
                NdStatus.IO_TIMEOUT, 0xC00000B5,
                NdStatus.CANCELED, 0xC0000120);
        expected.forEach(
                (status, value) -> assertThat(status.value()).as("%s", status).isEqualTo(value));
        assertThat(NdStatus.REMOTE_ERROR.value()).isEqualTo(0xC000013D);
        assertThat(NdStatus.CONNECTION_REFUSED.value()).isEqualTo(0xC0000236);
        assertThat(NdStatus.CONNECTION_INVALID.value()).isEqualTo(0xC000023A);
        assertThat(NdStatus.CONNECTION_ABORTED.value()).isEqualTo(0xC0000241);
        assertThat(NdStatus.DEVICE_REMOVED.value()).isEqualTo(0xC00002B6);
        for (int parameter = 1; parameter <= 10; parameter++) {
            assertThat(NdStatus.valueOf("INVALID_PARAMETER_" + parameter).value())
                    .isEqualTo(0xC00000EE + parameter);
        }
    }

    @Test
    void everyStatusIsFoundByItsValue() {
        for (NdStatus status : NdStatus.values()) {
            assertThat(NdStatus.ofValue(status.value())).isEqualTo(status);
        }
        assertThatThrownBy(() -> NdStatus.ofValue(0x7777)).hasMessageContaining("0x7777");
    }

    @Test
    void warningsAndErrorsAreFailuresAndPendingIsNot() {
        assertThat(Arrays.stream(NdStatus.values()).filter(status -> !status.isFailure()))
                .containsExactlyInAnyOrder(NdStatus.SUCCESS, NdStatus.TIMEOUT, NdStatus.PENDING);
    }
}
