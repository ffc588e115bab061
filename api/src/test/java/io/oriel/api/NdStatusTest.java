// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NdStatusTest {
    /** Names and values as in ndstatus.h; the last four are of Microsoft's tests. */
    private static final String TABLE = """
            SUCCESS 0x00000000
            TIMEOUT 0x00000102
            PENDING 0x00000103
            BUFFER_OVERFLOW 0x80000005
            DEVICE_BUSY 0x80000011
            NO_MORE_ENTRIES 0x8000001A
            UNSUCCESSFUL 0xC0000001
            ACCESS_VIOLATION 0xC0000005
            INVALID_HANDLE 0xC0000008
            INVALID_PARAMETER 0xC000000D
            INVALID_DEVICE_REQUEST 0xC0000010
            NO_MEMORY 0xC0000017
            INVALID_PARAMETER_MIX 0xC0000030
            DATA_OVERRUN 0xC000003C
            SHARING_VIOLATION 0xC0000043
            INSUFFICIENT_RESOURCES 0xC000009A
            DEVICE_NOT_READY 0xC00000A3
            IO_TIMEOUT 0xC00000B5
            NOT_SUPPORTED 0xC00000BB
            INTERNAL_ERROR 0xC00000E5
            INVALID_PARAMETER_1 0xC00000EF
            INVALID_PARAMETER_2 0xC00000F0
            INVALID_PARAMETER_3 0xC00000F1
            INVALID_PARAMETER_4 0xC00000F2
            INVALID_PARAMETER_5 0xC00000F3
            INVALID_PARAMETER_6 0xC00000F4
            INVALID_PARAMETER_7 0xC00000F5
            INVALID_PARAMETER_8 0xC00000F6
            INVALID_PARAMETER_9 0xC00000F7
            INVALID_PARAMETER_10 0xC00000F8
            CANCELED 0xC0000120
            REMOTE_ERROR 0xC000013D
            INVALID_ADDRESS 0xC0000141
            INVALID_DEVICE_STATE 0xC0000184
            INVALID_BUFFER_SIZE 0xC0000206
            TOO_MANY_ADDRESSES 0xC0000209
            ADDRESS_ALREADY_EXISTS 0xC000020A
            CONNECTION_REFUSED 0xC0000236
            CONNECTION_INVALID 0xC000023A
            CONNECTION_ACTIVE 0xC000023B
            NETWORK_UNREACHABLE 0xC000023C
            HOST_UNREACHABLE 0xC000023D
            CONNECTION_ABORTED 0xC0000241
            DEVICE_REMOVED 0xC00002B6
            STATUS_DATA_ERROR 0xC000003E
            STATUS_BAD_NETWORK_NAME 0xC00000CC
            STATUS_CONNECTION_DISCONNECTED 0xC000020C
            STATUS_ADDRESS_ALREADY_ASSOCIATED 0xC0000238
            """;

    @Test
    void hasNdsNamesAndValues() {
        List<String> statuses = Arrays.stream(NdStatus.values())
                .map(each -> String.format("%s 0x%08X", each, each.value()))
                .collect(Collectors.toList());

        assertThat(statuses).containsExactlyInAnyOrderElementsOf(TABLE.lines().toList());
    }

    @ParameterizedTest
    @EnumSource(NdStatus.class)
    void isFoundByItsValue(NdStatus status) {
        assertThat(NdStatus.ofValue(status.value())).isSameAs(status);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1, 0x104, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void isNotFoundByAValueThatNdHasNot(int value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NdStatus.ofValue(value))
                .withMessageContaining("0x" + Integer.toHexString(value));
    }

    @Test
    void isAFailureExactlyWhenItsSeverityIsWarningOrError() {
        assertThat(Arrays.stream(NdStatus.values()).filter(each -> !each.isFailure()))
                .containsExactly(NdStatus.SUCCESS, NdStatus.TIMEOUT, NdStatus.PENDING);
        assertThat(NdStatus.BUFFER_OVERFLOW.isFailure()).as("a warning").isTrue();
    }

    @Test
    void numbersParametersFromOne() {
        for (int number = 1; number <= 10; number++) {
            assertThat(NdStatus.valueOf("INVALID_PARAMETER_" + number).value())
                    .isEqualTo(NdStatus.INVALID_PARAMETER_1.value() + number - 1);
        }
    }
}
