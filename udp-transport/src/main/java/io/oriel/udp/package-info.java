// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The transport between hosts: Aeron UDP for frames, datagrams of its own for meeting, control messages and death.
 *
 * <p>How two adapters meet: the dialler says UdpHello to the listener's port, again and again until it is answered, with the
 * cookie that it is given first; then the listener answers UdpWelcome. The dialler awaits the listener's stream and says
 * UdpReady, the listener does the same, and each adds its own stream when it knows which lengths arrive. {@link
 * io.oriel.udp.Dial} is the one side, {@link io.oriel.udp.Acceptance} the other, {@link io.oriel.udp.LinkMaking} what both do.
 * Each side has chosen a key that every datagram to it carries, and says a few times within the dead-peer time-out that it
 * lives.
 *
 * <p>The agent owns all of this but the data methods of {@link io.oriel.udp.UdpLink} and the pump of {@link
 * io.oriel.udp.UdpPort}, which are the domain's owner's: it turns the media driver, and makes and ends streams when the agent
 * asks for it.
 */
@NullMarked
package io.oriel.udp;

import org.jspecify.annotations.NullMarked;
