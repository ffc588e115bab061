// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/**
 * An operation under way, begun by a method whose name begins with {@code i}. It goes on while this rank calls any method of a
 * communicator of the same world that waits, or {@link #test}.
 *
 * <p>A request may be asked until it has ended and that was told: then the communicator uses it again for the next operation.
 *
 * <p>Not for implementation by users. <b>Threading:</b> as the communicator. <b>Memory:</b> the spans belong to the operation
 * until it has ended. The methods allocate only for a failure.
 */
public interface Request {
    /**
     * Makes progress, and tells whether the operation has ended.
     *
     * @return true if it has succeeded
     * @throws CollectiveException if it has failed
     */
    boolean test();

    /**
     * Waits until the operation has ended.
     *
     * @throws CollectiveException if it has failed
     */
    void await();

    /**
     * Gives the operation up: the memory is free again. Other ranks that depend on this one fail with {@link
     * CollectiveStatus#CANCELED}; the communicator stays usable. Does nothing if the operation has ended.
     *
     * @return false if it had ended before
     */
    boolean cancel();

    /**
     * Tells how much a receive has brought, after it has ended; for other operations, what they fill.
     *
     * @return elements
     */
    int count();
}
