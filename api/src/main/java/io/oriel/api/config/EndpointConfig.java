// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/**
 * The depths and limits of one endpoint; the adapter's own limits are checked when it is made.
 *
 * @param receiveQueueDepth   Receives that may be outstanding, at least 1
 * @param initiatorQueueDepth initiator requests that may be outstanding, at least 1
 * @param maxReceiveSge       entries of a Receive, at least 0
 * @param maxInitiatorSge     entries of an initiator request, at least 0
 * @param inlineDataSize      bytes of an inline request, at least 0
 * @param context             comes back in every completion of the endpoint
 */
public record EndpointConfig(
        int receiveQueueDepth,
        int initiatorQueueDepth,
        int maxReceiveSge,
        int maxInitiatorSge,
        int inlineDataSize,
        long context) {
    /**
     * Returns the defaults: 64 requests each way, 4 entries, 256 bytes inline, context 0.
     *
     * @return the configuration
     */
    public static EndpointConfig defaults() {
        return new EndpointConfig(64, 64, 4, 4, 256, 0);
    }

    /**
     * Returns this configuration with another depth for both queues.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withQueueDepth(int value) {
        return new EndpointConfig(value, value, maxReceiveSge, maxInitiatorSge, inlineDataSize, context);
    }

    /**
     * Returns this configuration with another receive queue depth.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withReceiveQueueDepth(int value) {
        return new EndpointConfig(value, initiatorQueueDepth, maxReceiveSge, maxInitiatorSge, inlineDataSize, context);
    }

    /**
     * Returns this configuration with another initiator queue depth.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withInitiatorQueueDepth(int value) {
        return new EndpointConfig(receiveQueueDepth, value, maxReceiveSge, maxInitiatorSge, inlineDataSize, context);
    }

    /**
     * Returns this configuration with another limit of entries for both queues.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withMaxSge(int value) {
        return new EndpointConfig(receiveQueueDepth, initiatorQueueDepth, value, value, inlineDataSize, context);
    }

    /**
     * Returns this configuration with another inline size.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withInlineDataSize(int value) {
        return new EndpointConfig(
                receiveQueueDepth, initiatorQueueDepth, maxReceiveSge, maxInitiatorSge, value, context);
    }

    /**
     * Returns this configuration with another context.
     *
     * @param value the new value
     * @return a changed copy
     */
    public EndpointConfig withContext(long value) {
        return new EndpointConfig(
                receiveQueueDepth, initiatorQueueDepth, maxReceiveSge, maxInitiatorSge, inlineDataSize, value);
    }
}
