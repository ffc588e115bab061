// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What Aeron does for a port and its links: logs, counters, and the media driver that the domain's owner turns. */
@NullMarked
package io.oriel.udp.aeron;

import org.jspecify.annotations.NullMarked;
