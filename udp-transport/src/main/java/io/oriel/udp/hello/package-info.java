// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How a listener keeps strangers from costing it anything: nothing is kept before the hello's address has proved itself,
 * diallers of one host cannot take the room of all others, and a hello that comes late or again changes nothing. By the
 * agent.
 */
@NullMarked
package io.oriel.udp.hello;

import org.jspecify.annotations.NullMarked;
