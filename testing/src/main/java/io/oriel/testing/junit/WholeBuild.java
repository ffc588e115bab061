// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test, or a class of tests, that a build by hand skips, because it takes long: it runs with {@code oriel.test.whole=true}. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
public @interface WholeBuild {
    /** Whether such tests run: for tests that are to try more then. */
    boolean RUNS = Boolean.getBoolean("oriel.test.whole");
}
