// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Carries sequences out, on real adapters and on the model, compares the two, and shortens sequences that diverge.
 */
@NullMarked
package io.oriel.testing.model.run;

import org.jspecify.annotations.NullMarked;
