// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Random programs of several ranks, each of whose results is compared with what a sequential model says. */
@NullMarked
package io.oriel.collectives.model;

import org.jspecify.annotations.NullMarked;
