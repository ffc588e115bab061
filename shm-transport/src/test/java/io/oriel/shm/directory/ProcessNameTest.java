// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessNameTest {
    @Test
    void isReadAsItWasWritten() {
        ProcessName name = ProcessName.create();

        assertThat(ProcessName.parse(name.toString())).isEqualTo(name);
        assertThat(name.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(name.startTicks()).isPositive();
    }

    @Test
    void knowsItsOwnProcess() {
        ProcessName name = ProcessName.create();
        ProcessName another = ProcessName.create();

        assertThat(another).isNotEqualTo(name);
        assertThat(another.isSameProcess(name)).isTrue();
        assertThat(new ProcessName(name.pid(), name.startTicks() + 1, name.random()).isSameProcess(name))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p-1-2",
                "p-1-2-xyz",
                "../p-1-2-0123456789abcdef",
                "p-1-2-0123456789abcdef/..",
                "p-1-2-0123456789ABCDEF",
                "p-99999999999-2-0123456789abcdef",
                "p-1-9999999999999999999-0123456789abcdef"
            })
    void isNotReadFromAnythingElse(String text) {
        assertThat(ProcessName.parse(text)).isNull();
    }
}
