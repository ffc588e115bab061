// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What holds for the classes and packages of every module of Oriel. */
@NullMarked
package io.oriel.testing.architecture;

import org.jspecify.annotations.NullMarked;
