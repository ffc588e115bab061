// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import org.jspecify.annotations.Nullable;

/** What calls are given and peers name, checked: an application need not be compiled with null checks. */
public final class Arguments {
    /** The most characters of a peer's text in an exception or a log. */
    public static final int MAX_TEXT_LENGTH = 1024;

    private Arguments() {}

    /**
     * Requires an argument.
     *
     * @param name  of the parameter
     * @param value given
     * @param <T>   its type
     * @return the value
     * @throws NdException INVALID_PARAMETER if it is null
     */
    public static <T> T require(String name, @Nullable T value) {
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    /**
     * Returns what a call fails with that lacks an argument.
     *
     * @param name of the parameter
     * @return the failure
     */
    public static NdException missing(String name) {
        return new NdException(NdStatus.INVALID_PARAMETER, name + " must not be null");
    }

    /**
     * Returns a peer's text as it may stand in an exception or a log: in one line, as long as a few sentences, without
     * characters that control a terminal or the direction of text.
     *
     * @param text as a peer wrote it
     * @return at most {@link #MAX_TEXT_LENGTH} characters, with a question mark for each that was replaced
     */
    public static String printable(String text) {
        StringBuilder clean = new StringBuilder(Math.min(text.length(), MAX_TEXT_LENGTH));
        for (int index = 0; index < text.length() && clean.length() < MAX_TEXT_LENGTH; ) {
            int character = text.codePointAt(index);
            index += Character.charCount(character);
            if (!isPrintable(character)) {
                clean.append('?');
            } else if (clean.length() + Character.charCount(character) <= MAX_TEXT_LENGTH) {
                clean.appendCodePoint(character);
            } else {
                break;
            }
        }
        return clean.toString();
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * Tells whether a range lies in memory. Nothing overflows: where one of the numbers is negative, the answer is no.
     *
     * @param offset bytes from the start of the memory
     * @param size   bytes
     * @param length bytes of the memory
     * @return true if all of it does
     */
    public static boolean isInside(long offset, long size, long length) {
        long left = length - size;
        return (offset | size | length | left | (left - offset)) >= 0; // one branch
    }
}
