// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rules that a test proves. The page about compatibility is made of these.
 *
 * <p>Each is the id of a rule in the catalogue, {@code operation.rule}; the resources of the package {@code rules} beside
 * this one hold it, and {@code CompatibilityPageTest} fails for an id that is not there.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Proves {
    /**
     * Returns the rules.
     *
     * @return their ids
     */
    String[] value();
}
