// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The values that programs written for Network Direct have compiled in. */
class FlagsTest {
    @Test
    void ofRequestsAreNds() throws IllegalAccessException {
        assertThat(constants(OpFlags.class, ""))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "NONE", 0,
                        "SILENT_SUCCESS", 0x01,
                        "READ_FENCE", 0x02,
                        "SEND_AND_SOLICIT_EVENT", 0x04,
                        "ALLOW_READ", 0x08,
                        "ALLOW_WRITE", 0x10,
                        "INLINE", 0x20,
                        "DEFER", 0x200,
                        "ALLOW_ATOMIC", 0x10000)); // Oriel's
    }

    @Test
    void ofRegionsAreNds() throws IllegalAccessException {
        assertThat(constants(AccessFlags.class, ""))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "NONE", 0,
                        "ALLOW_LOCAL_WRITE", 0x1,
                        "ALLOW_REMOTE_READ", 0x2,
                        "ALLOW_REMOTE_WRITE", 0x5,
                        "RDMA_READ_SINK", 0x8,
                        "FAST_REGISTER", 0x10000, // Oriel's, as the next
                        "ALLOW_REMOTE_ATOMIC", 0x20001));
    }

    @Test
    void ofRegionsGrantLocalWritingWithRemoteWritingAndAtomics() {
        assertThat(AccessFlags.ALLOW_REMOTE_WRITE & AccessFlags.ALLOW_LOCAL_WRITE)
                .isEqualTo(AccessFlags.ALLOW_LOCAL_WRITE);
        assertThat(AccessFlags.ALLOW_REMOTE_ATOMIC & AccessFlags.ALLOW_LOCAL_WRITE)
                .isEqualTo(AccessFlags.ALLOW_LOCAL_WRITE);
    }

    @Test
    void ofAdaptersAreNds() throws IllegalAccessException {
        assertThat(constants(AdapterInfo.class, "FLAG_"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "FLAG_IN_ORDER_DMA_SUPPORTED", 0x1,
                        "FLAG_CQ_RESIZE_SUPPORTED", 0x100,
                        "FLAG_LOOPBACK_CONNECTIONS_SUPPORTED", 0x10000));
    }

    @Test
    void ofNotificationsAreNdsByTheirOrder() {
        assertThat(NotifyType.values())
                .containsExactly(NotifyType.ERRORS, NotifyType.ANY, NotifyType.SOLICITED); // 0, 1, 2
    }

    @Test
    void ofRequestTypesAreNdsByTheirOrder() {
        assertThat(RequestType.values())
                .containsExactly(
                        RequestType.RECEIVE, // 0
                        RequestType.SEND,
                        RequestType.BIND,
                        RequestType.INVALIDATE,
                        RequestType.READ,
                        RequestType.WRITE, // 5
                        RequestType.FAST_REGISTER, // Oriel's, as the rest
                        RequestType.FETCH_AND_ADD,
                        RequestType.COMPARE_AND_SWAP,
                        RequestType.RECEIVE_WITH_IMMEDIATE);
    }

    private static Map<String, Integer> constants(Class<?> of, String prefix) throws IllegalAccessException {
        Map<String, Integer> constants = new TreeMap<>();
        for (Field field : of.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())
                    && field.getType() == int.class
                    && field.getName().startsWith(prefix)) {
                constants.put(field.getName(), field.getInt(null));
            }
        }
        return constants;
    }
}
