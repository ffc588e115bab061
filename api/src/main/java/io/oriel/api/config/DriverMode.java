// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** Who runs the media driver that carries what an adapter sends on one host. */
public enum DriverMode {
    /** Each provider has its own, which has no thread: no other process' end touches its links. */
    AUTO,
    /** Join a driver that runs on its own, such as {@code bin/oriel driver}: its end ends the links of all who use it. */
    EXTERNAL
}
