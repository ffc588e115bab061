// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The process that a rank is: how it tells the time, how its threads wait, and what it does again and again, such as showing others
 * that it runs.
 */
@NullMarked
package io.oriel.collectives.process;

import org.jspecify.annotations.NullMarked;
