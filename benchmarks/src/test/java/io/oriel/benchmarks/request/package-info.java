// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The same service, three times: requests and answers over Aeron, over the API alone, and by io.oriel.service. */
@NullMarked
package io.oriel.benchmarks.request;

import org.jspecify.annotations.NullMarked;
