// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How many Sends may go: what a sender knows of its peer's Receives, and the Receives that several endpoints share, which are
 * asked for, promised, and granted where both ends of a link see the same memory.
 */
@NullMarked
package io.oriel.engine.credit;

import org.jspecify.annotations.NullMarked;
