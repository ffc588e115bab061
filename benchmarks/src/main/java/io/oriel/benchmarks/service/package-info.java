// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Requests and answers by the service layer, beside the bare Sends that it is made of. */
@NullMarked
package io.oriel.benchmarks.service;

import org.jspecify.annotations.NullMarked;
