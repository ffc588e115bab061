// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What dialler and listener say until they have a link, as it is or sealed. By the agent.
 *
 * <p>Sealed: the dialler knocks, the listener answers with a cookie and keeps nothing; then the dialler's hello goes in the first message of a
 * handshake and the listener's welcome in the second one. Whatever else is answered to a hello that could be opened is sealed, too; the rest
 * is a hint that only matters if nothing better comes.
 */
@NullMarked
package io.oriel.udp.meeting;

import org.jspecify.annotations.NullMarked;
