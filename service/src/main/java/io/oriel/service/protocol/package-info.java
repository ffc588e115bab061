// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What servers and clients say to each other: greetings in private data, and the header of each message. Not for users. */
@NullMarked
package io.oriel.service.protocol;

import org.jspecify.annotations.NullMarked;
