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
        assertThat(new ProcessName(name.pid(), name.startTicks() + 1, name.namespace(), name.random())
                        .isSameProcess(name))
                .isFalse();
    }

    @Test
    void isNotMistakenForOneOfTheSameNumberInAnotherNamespace() {
        ProcessName name = ProcessName.create();
        ProcessName elsewhere = new ProcessName(name.pid(), name.startTicks(), name.namespace() + 1, name.random());

        assertThat(elsewhere.isSameProcess(name)).isFalse();
        assertThat(elsewhere.pidFor(name)).isZero();
        assertThat(name.pidFor(name)).isEqualTo(name.pid());
        assertThat(name.describeTo(name)).isEqualTo("process " + name.pid());
        assertThat(elsewhere.describeTo(name)).contains("another PID namespace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p-1-2",
                "p-1-2-0123456789abcdef",
                "p-1-2-3-xyz",
                "../p-1-2-3-0123456789abcdef",
                "p-1-2-3-0123456789abcdef/..",
                "p-1-2-3-0123456789ABCDEF",
                "p-99999999999-2-3-0123456789abcdef",
                "p-1-9999999999999999999-3-0123456789abcdef"
            })
    void isNotReadFromAnythingElse(String text) {
        assertThat(ProcessName.parse(text)).isNull();
    }
}
