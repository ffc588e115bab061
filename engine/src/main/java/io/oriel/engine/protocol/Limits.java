// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import io.oriel.api.AdapterInfo;

/** What every adapter of the engine can do, on any medium. */
public final class Limits {
    /** Requests outstanding in a queue of an endpoint. */
    public static final int MAX_QUEUE_DEPTH = 4096;
    /** Entries that a completion queue can be asked for. */
    public static final int MAX_COMPLETION_QUEUE_DEPTH = 1 << 16;
    /** Receives outstanding in a shared queue. */
    public static final int MAX_SHARED_RECEIVE_QUEUE_DEPTH = 1 << 16;
    /** Entries of a request. */
    public static final int MAX_SGE = 16;
    /** Bytes of a request. */
    public static final long MAX_TRANSFER_LENGTH = 1L << 30;
    /** Bytes of an inline request. */
    public static final int MAX_INLINE_DATA_SIZE = 1024;
    /** Bytes of a region: what an int can index, less what arrays and mappings keep for themselves. */
    public static final long MAX_REGISTRATION_SIZE = Integer.MAX_VALUE - 4096L;
    /** Reads in progress in one direction of a connection. */
    public static final int MAX_READ_LIMIT = 64;
    /** Bytes of private data in one message. */
    public static final int MAX_PRIVATE_DATA = 512;

    private static final int INLINE_REQUEST_THRESHOLD = 256;
    private static final int LARGE_REQUEST_THRESHOLD = 4096;

    static {
        if (MAX_QUEUE_DEPTH > FrameWord.MAX_CREDIT_AHEAD) {
            throw new ExceptionInInitializerError("the frame word cannot tell credits of the deepest queue apart");
        }
    }

    private Limits() {}

    /**
     * Returns the limits as an adapter tells them.
     *
     * @param medium the name of the medium
     * @return the information
     */
    public static AdapterInfo info(String medium) {
        return new AdapterInfo(
                medium,
                new AdapterInfo.QueueLimits(
                        MAX_QUEUE_DEPTH, MAX_QUEUE_DEPTH, MAX_COMPLETION_QUEUE_DEPTH, MAX_SHARED_RECEIVE_QUEUE_DEPTH),
                new AdapterInfo.RequestLimits(
                        MAX_SGE,
                        MAX_SGE,
                        MAX_SGE,
                        MAX_TRANSFER_LENGTH,
                        MAX_INLINE_DATA_SIZE,
                        INLINE_REQUEST_THRESHOLD,
                        LARGE_REQUEST_THRESHOLD),
                new AdapterInfo.MemoryLimits(MAX_REGISTRATION_SIZE, MAX_REGISTRATION_SIZE),
                new AdapterInfo.ConnectionLimits(MAX_READ_LIMIT, MAX_READ_LIMIT, MAX_PRIVATE_DATA, MAX_PRIVATE_DATA),
                AdapterInfo.FLAG_IN_ORDER_DMA_SUPPORTED
                        | AdapterInfo.FLAG_CQ_RESIZE_SUPPORTED
                        | AdapterInfo.FLAG_LOOPBACK_CONNECTIONS_SUPPORTED);
    }
}
