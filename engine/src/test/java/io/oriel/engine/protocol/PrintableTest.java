// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A peer's text in an exception or a log. */
class PrintableTest {
    @Test
    void keepsWhatCanBeRead() {
        assertThat(Arguments.printable("")).isEmpty();
        assertThat(Arguments.printable("the key 'a' is not known; Größe 3 µs, 漢字 \uD83D\uDE00"))
                .isEqualTo("the key 'a' is not known; Größe 3 µs, 漢字 \uD83D\uDE00");
    }

    @Test
    void replacesWhatControlsATerminalALogOrTheDirectionOfText() {
        assertThat(Arguments.printable("a\r\nERROR b\t\u001b[31mc\u0000\u0085\u2028\u2029\u202e\u200b\ue000\ud800d"))
                .isEqualTo("a??ERROR b??[31mc????" + "????d");
    }

    @Test
    void isOfLimitedLength() {
        String text = "\uD83D\uDE00".repeat(Arguments.MAX_TEXT_LENGTH);
        assertThat(Arguments.printable(text)).hasSize(Arguments.MAX_TEXT_LENGTH);
        assertThat(Arguments.printable('x' + text)).hasSize(Arguments.MAX_TEXT_LENGTH - 1);
    }
}
