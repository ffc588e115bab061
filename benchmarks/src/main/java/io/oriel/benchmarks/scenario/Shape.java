// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/**
 * What is repeated.
 *
 * @param operation the kind of request
 * @param pattern   how requests follow each other
 * @param sizeBytes payload of each, at least 1
 */
public record Shape(Operation operation, Pattern pattern, int sizeBytes) {
    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Shape {
        if (sizeBytes < 1) {
            throw new IllegalArgumentException("sizeBytes must be at least 1, was " + sizeBytes);
        }
    }
}
