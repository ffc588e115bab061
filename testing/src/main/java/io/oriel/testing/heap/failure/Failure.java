// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.failure;

/** Something of a host that fails a process now and then. */
public enum Failure {
    /** No thread can be started for a worker: the agent's {@code executeBlocking} throws. */
    WORKER,
    /** There is no memory while a frame is executed: its handler meets an Error at its first byte. */
    FRAME,
    /** A region of the peer cannot be mapped. */
    MAPPING,
    /** No memory can be allocated for a region. */
    ALLOCATION,
    /** There is no descriptor for a listener. */
    LISTEN,
    /** There is no descriptor for a dial. */
    DIAL,
    /** A dial is answered late. */
    LATE_DIAL
}
