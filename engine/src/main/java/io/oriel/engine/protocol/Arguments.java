// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import org.jspecify.annotations.Nullable;

/** What calls are given and peers name, checked: an application need not be compiled with null checks. */
public final class Arguments {
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
