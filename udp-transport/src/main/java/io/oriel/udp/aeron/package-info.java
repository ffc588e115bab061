// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What Aeron does for a port and its links: logs, datagrams, counters, and the media driver that the domain's owner turns.
 *
 * <p>What comes from the network is looked at twice: by {@link io.oriel.udp.aeron.Gate} before a private driver sees it,
 * which drops what is forged or damaged so that it is sent again, and by the link that polls it.
 */
@NullMarked
package io.oriel.udp.aeron;

import org.jspecify.annotations.NullMarked;
