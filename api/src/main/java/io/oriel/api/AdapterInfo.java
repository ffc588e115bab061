// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * What an adapter can do: its limits are real, creating at a maximum works and one above it fails.
 *
 * <p>ND: ND_ADAPTER_INFO1, ND2_ADAPTER_INFO, NDK_ADAPTER_INFO.
 *
 * @param medium      the name of the medium the adapter was opened on: {@code shm}, {@code udp}, or {@code auto} for both
 * @param queues      limits of queues
 * @param requests    limits of single requests
 * @param memory      limits of registered memory
 * @param connections limits of connections
 * @param flags       capability bits, {@link #FLAG_IN_ORDER_DMA_SUPPORTED} and its neighbours
 */
public record AdapterInfo(
        String medium,
        QueueLimits queues,
        RequestLimits requests,
        MemoryLimits memory,
        ConnectionLimits connections,
        int flags) {
    /** The last byte of an incoming transfer never becomes visible before an earlier one. */
    public static final int FLAG_IN_ORDER_DMA_SUPPORTED = 0x1;
    /** Completion queues can be resized. */
    public static final int FLAG_CQ_RESIZE_SUPPORTED = 0x100;
    /** A connection from an address to itself is possible. */
    public static final int FLAG_LOOPBACK_CONNECTIONS_SUPPORTED = 0x10000;

    /**
     * The depths that a queue can be created with.
     *
     * @param maxReceiveQueueDepth    outstanding Receives of an endpoint
     * @param maxInitiatorQueueDepth  outstanding initiator requests of an endpoint
     * @param maxCompletionQueueDepth entries asked for at the creation of a completion queue
     * @param maxSharedReceiveQueueDepth outstanding Receives of a shared receive queue
     */
    public record QueueLimits(
            int maxReceiveQueueDepth,
            int maxInitiatorQueueDepth,
            int maxCompletionQueueDepth,
            int maxSharedReceiveQueueDepth) {}

    /**
     * What one request may ask for.
     *
     * @param maxReceiveSge          entries of a Receive
     * @param maxInitiatorSge        entries of a Send or Write
     * @param maxReadSge             entries of a Read
     * @param maxTransferLength      bytes of a request, all its entries together
     * @param maxInlineDataSize      bytes of an inline request
     * @param inlineRequestThreshold bytes below which inline is worthwhile; a hint
     * @param largeRequestThreshold  bytes above which Read and Write are worthwhile; a hint
     */
    public record RequestLimits(
            int maxReceiveSge,
            int maxInitiatorSge,
            int maxReadSge,
            long maxTransferLength,
            int maxInlineDataSize,
            int inlineRequestThreshold,
            int largeRequestThreshold) {}

    /**
     * How much memory can be registered and granted.
     *
     * @param maxRegistrationSize bytes of one region
     * @param maxWindowSize       bytes of one window
     */
    public record MemoryLimits(long maxRegistrationSize, long maxWindowSize) {}

    /**
     * What a connection can ask for.
     *
     * @param maxInboundReadLimit  Reads that a peer may have in progress against one endpoint
     * @param maxOutboundReadLimit Reads that one endpoint may have in progress
     * @param maxCallerData        bytes of private data in a Connect
     * @param maxCalleeData        bytes of private data in an Accept or a Reject
     */
    public record ConnectionLimits(
            int maxInboundReadLimit, int maxOutboundReadLimit, int maxCallerData, int maxCalleeData) {}
}
