// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Two hosts on one machine, for tests: network namespaces joined by a cable that loses, cuts and heals.
 *
 * <pre>
 *      namespace oriel-PID-N-one               namespace oriel-PID-N-two
 *      192.0.2.1, 2001:db8::1  eth0 ---- eth0  192.0.2.2, 2001:db8::2
 *                     each drops what comes in by nftables
 * </pre>
 */
@NullMarked
package io.oriel.testing.hosts;

import org.jspecify.annotations.NullMarked;
