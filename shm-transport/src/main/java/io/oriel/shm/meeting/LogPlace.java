// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

/**
 * Where a log is, for a peer that does not join the driver of it.
 *
 * @param name     of a file in the directory of the process that writes the log; empty if the peer joins the driver
 * @param position at which the log begins
 */
public record LogPlace(String name, long position) {
    /** Of a log that the peer finds at its driver. */
    public static final LogPlace NONE = new LogPlace("", 0);
}
