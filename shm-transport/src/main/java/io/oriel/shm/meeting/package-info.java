// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How processes of one host talk before and beside their links: sockets with framed messages.
 *
 * <p>On a socket each message is a little-endian 32-bit length, an SBE header, and a body. What comes from a socket is
 * not trusted: lengths are checked before anything is decoded.
 */
@NullMarked
package io.oriel.shm.meeting;

import org.jspecify.annotations.NullMarked;
