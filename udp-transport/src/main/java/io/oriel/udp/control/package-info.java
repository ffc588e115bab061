// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How two adapters on different hosts talk beside their frames: messages in order and once, and whether the other side lives,
 * over datagrams that may be lost. Every datagram of a link carries a random key that its receiver has chosen, by which it
 * also finds the link. By the agent.
 */
@NullMarked
package io.oriel.udp.control;

import org.jspecify.annotations.NullMarked;
