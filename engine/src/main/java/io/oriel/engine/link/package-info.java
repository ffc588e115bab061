// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The end of a link: numbers frames, acknowledges them, and hands each to its endpoint. */
@NullMarked
package io.oriel.engine.link;

import org.jspecify.annotations.NullMarked;
