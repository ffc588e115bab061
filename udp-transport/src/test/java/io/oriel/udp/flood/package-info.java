// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What it costs two adapters that seal when somebody floods them with forged datagrams: measured by three processes. */
@NullMarked
package io.oriel.udp.flood;

import org.jspecify.annotations.NullMarked;
