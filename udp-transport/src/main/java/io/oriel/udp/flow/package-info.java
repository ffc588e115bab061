// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * When frames go, and how much may be on its way to one socket: frames that come together go together; a receiver divides its
 * buffer among the links whose frames it takes, and promises no part of it twice; a sender keeps to what was said last. By
 * whoever turns the media driver.
 */
@NullMarked
package io.oriel.udp.flow;

import org.jspecify.annotations.NullMarked;
