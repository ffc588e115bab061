// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is run once for each of some seeds. It has a parameter of type {@link io.oriel.testing.Simulation}, as methods
 * with {@code @BeforeEach} may, which is opened before and closed after each run.
 *
 * <p>What fails is a {@link io.oriel.testing.SimulationFailure}: its message names the seed. {@code -Doriel.test.seed=7} runs
 * the test with that seed alone, {@code -Doriel.test.seeds=1000} with those from 0 to 999.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@ExtendWith(SimulationExtension.class)
public @interface SimulationTest {
    /**
     * Returns how many seeds to try, from 0 on, which is the one with which nothing is late.
     *
     * @return 1 or more
     */
    int seeds() default 20;

    /**
     * Tells whether the processes are on one host, see {@link io.oriel.testing.SimulationConfig}.
     *
     * @return false for hosts of their own
     */
    boolean sharesMemory() default false;

    /**
     * Tells whether queues between processes hold next to nothing, see {@link io.oriel.testing.SimulationConfig}.
     *
     * @return false for queues as the seed says
     */
    boolean hasNarrowQueues() default false;

    /**
     * Returns how long, in simulated time, is waited for something, see {@link io.oriel.testing.SimulationConfig}.
     *
     * @return seconds, from 1 to 3600
     */
    int patienceSeconds() default 20;
}
