// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

import java.time.Duration;

/**
 * What a client asks a server for, and how long it waits.
 *
 * @param requestsInFlight requests that are not answered, 1 to 1024; the server may allow fewer
 * @param partsInFlight    answers that more follow and that this client has not taken yet, 1 to 1024; the server may allow fewer
 * @param maxRequestLength bytes of a request, 0 to 16777216; at most what the server takes
 * @param maxAnswerLength  bytes of an answer, 0 to 16777216; at least what the server may answer
 * @param protocol         any number that tells what the bytes of requests and answers mean; the server's
 * @param requestTimeout   until the last answer to a request, 1 ms to 1 h, unless a request says otherwise
 * @param redial           how to reach the server
 */
public record ClientConfig(
        int requestsInFlight,
        int partsInFlight,
        int maxRequestLength,
        int maxAnswerLength,
        int protocol,
        Duration requestTimeout,
        RedialConfig redial) {
    /**
     * Checks the values.
     *
     * @param requestsInFlight as above
     * @param partsInFlight    as above
     * @param maxRequestLength as above
     * @param maxAnswerLength  as above
     * @param protocol         as above
     * @param requestTimeout   as above
     * @param redial           as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public ClientConfig {
        Ranges.require("requestsInFlight", requestsInFlight, 1, ServerConfig.MAX_IN_FLIGHT);
        Ranges.require("partsInFlight", partsInFlight, 1, ServerConfig.MAX_IN_FLIGHT);
        Ranges.require("maxRequestLength", maxRequestLength, 0, ServerConfig.MAX_LENGTH);
        Ranges.require("maxAnswerLength", maxAnswerLength, 0, ServerConfig.MAX_LENGTH);
        Ranges.require("requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofHours(1));
    }

    /**
     * Returns the defaults: 16 requests and 16 parts under way, 1024 bytes, protocol 0, 5 s, {@link RedialConfig#defaults()}.
     *
     * @return the configuration
     */
    public static ClientConfig defaults() {
        return new ClientConfig(16, 16, 1024, 1024, 0, Duration.ofSeconds(5), RedialConfig.defaults());
    }

    /**
     * Returns this configuration with another number of requests under way.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withRequestsInFlight(int value) {
        return new ClientConfig(
                value, partsInFlight, maxRequestLength, maxAnswerLength, protocol, requestTimeout, redial);
    }

    /**
     * Returns this configuration with another number of parts under way.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withPartsInFlight(int value) {
        return new ClientConfig(
                requestsInFlight, value, maxRequestLength, maxAnswerLength, protocol, requestTimeout, redial);
    }

    /**
     * Returns this configuration with another length of requests.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withMaxRequestLength(int value) {
        return new ClientConfig(
                requestsInFlight, partsInFlight, value, maxAnswerLength, protocol, requestTimeout, redial);
    }

    /**
     * Returns this configuration with another length of answers.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withMaxAnswerLength(int value) {
        return new ClientConfig(
                requestsInFlight, partsInFlight, maxRequestLength, value, protocol, requestTimeout, redial);
    }

    /**
     * Returns this configuration with another number of the application's protocol.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withProtocol(int value) {
        return new ClientConfig(
                requestsInFlight, partsInFlight, maxRequestLength, maxAnswerLength, value, requestTimeout, redial);
    }

    /**
     * Returns this configuration with another time-out of requests.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withRequestTimeout(Duration value) {
        return new ClientConfig(
                requestsInFlight, partsInFlight, maxRequestLength, maxAnswerLength, protocol, value, redial);
    }

    /**
     * Returns this configuration with another way of connecting.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ClientConfig withRedial(RedialConfig value) {
        return new ClientConfig(
                requestsInFlight, partsInFlight, maxRequestLength, maxAnswerLength, protocol, requestTimeout, value);
    }
}
