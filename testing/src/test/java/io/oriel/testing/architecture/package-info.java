// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The rules of every module, for those on which this one is built. */
@NullMarked
package io.oriel.testing.architecture;

import org.jspecify.annotations.NullMarked;
