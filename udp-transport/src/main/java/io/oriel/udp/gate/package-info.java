// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What stands between the sockets of a private driver and Aeron: each datagram is looked at before the driver sees it, and what is
 * forged or damaged is dropped, so that it is sent again. By whoever turns the media driver.
 */
@NullMarked
package io.oriel.udp.gate;

import org.jspecify.annotations.NullMarked;
