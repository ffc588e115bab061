// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

/**
 * The last that one side of a link says.
 *
 * @param frames          that it has sent
 * @param acknowledgement its last acknowledgement word
 */
public record Bye(long frames, long acknowledgement) {}
