// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** Who runs the media driver of this host. */
public enum DriverMode {
    /** Join the driver that another Oriel process embeds, or embed one for the others. */
    AUTO,
    /** Only join a driver that runs on its own, such as {@code bin/oriel driver}. */
    EXTERNAL
}
