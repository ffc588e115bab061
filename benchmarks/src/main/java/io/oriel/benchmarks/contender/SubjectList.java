// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import java.util.List;

/** Subjects that can be found: an implementation has a public constructor without parameters and is named in {@code META-INF/services}. */
public interface SubjectList {
    /**
     * Lists them. What they need to run is not loaded yet.
     *
     * @return subjects whose names differ
     */
    List<Subject> subjects();
}
