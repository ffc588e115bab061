// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The pre-shared keys of a group of hosts: their file, and which of them are known now. Knows no sockets. */
@NullMarked
package io.oriel.udp.keys;

import org.jspecify.annotations.NullMarked;
