// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** UDP between two hosts that are network namespaces: a process and a media driver on each, and a network between them. */
@NullMarked
package io.oriel.udp.hosts;

import org.jspecify.annotations.NullMarked;
