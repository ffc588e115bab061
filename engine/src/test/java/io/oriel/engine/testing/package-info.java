// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What the engine's unit tests share: a control agent without a thread, a link whose frames the test writes, a port, and
 * a few assertions. Nobody else sees them. The module {@code testing} is built on the engine, so that what all modules share
 * there is not for these tests.
 */
@NullMarked
package io.oriel.engine.testing;

import org.jspecify.annotations.NullMarked;
