// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Registered regions, the windows that grant parts of them, and the tokens that prove a grant.
 */
@NullMarked
package io.oriel.engine.memory;

import org.jspecify.annotations.NullMarked;
