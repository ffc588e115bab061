// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rules that a test proves. The page about compatibility is made of these.
 *
 * <p>Each is {@code source: rule}. Sources: {@code seed0} INDEndpoint::Invalidate, {@code seed1} INDMemoryWindow,
 * {@code seed2} NdkInvalidate, {@code seed3} INDEndpoint::SendAndInvalidate, {@code seed4} INDEndpoint::Bind, {@code S01}
 * and so on Microsoft's tests, {@code v1}, {@code v2} and {@code NDK} the other pages, {@code Oriel} what this project
 * decided where they are silent or disagree.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Proves {
    /**
     * Returns the rules.
     *
     * @return each with its source
     */
    String[] value();
}
