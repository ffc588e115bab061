// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import java.util.List;
import java.util.function.UnaryOperator;

/** Some ranks that meet on a medium, do something together, and leave. */
public interface Ranks {
    /** What each rank does. */
    @FunctionalInterface
    interface Body {
        /**
         * Does it.
         *
         * @param world closed afterwards, unless the body has closed it
         * @throws Exception to make the test fail
         */
        void run(Communicator world) throws Exception;
    }

    /**
     * Runs a body at each rank; fails if one of them does.
     *
     * @param size   how many ranks
     * @param config changes the configuration of each
     * @param body   of each
     */
    void run(int size, UnaryOperator<CommunicatorConfig> config, Body body);

    /**
     * Runs a body at each rank; fails if one of them does.
     *
     * @param size how many ranks
     * @param body of each
     */
    default void run(int size, Body body) {
        run(size, UnaryOperator.identity(), body);
    }

    /**
     * Returns how many ranks are to be tried here: powers of two, and others.
     *
     * @return some sizes
     */
    List<Integer> sizes();

    /**
     * Returns how many elements are enough here to try something long: some are slow.
     *
     * @return elements
     */
    int many();

    /**
     * Tells whether ranks reach each other's memory.
     *
     * @return false if all goes by frames
     */
    boolean isDirect();
}
