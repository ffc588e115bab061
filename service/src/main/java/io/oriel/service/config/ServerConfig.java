// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

/**
 * What a server takes, from how many, and how long it may be.
 *
 * <p><b>Memory:</b> a server registers {@code maxClients} × ({@code requestsInFlight} + 1) slots for requests, {@code maxClients} ×
 * ({@code requestsInFlight} + {@code partsInFlight}) for answers, each 16 bytes longer than what it holds, and rounded up to 64.
 *
 * @param maxClients       clients at a time, 1 to 4096; further ones are refused
 * @param requestsInFlight requests of one client that are not answered, 1 to 1024; a client may ask for fewer
 * @param partsInFlight    answers to one client, of those that more follow, which it has not taken yet, 1 to 1024; a client may ask
 *     for fewer
 * @param maxRequestLength bytes of a request, 0 to 16777216; a client whose requests may be longer is refused
 * @param maxAnswerLength  bytes of an answer, 0 to 16777216; a client that does not take as much is refused
 * @param protocol         any number that tells what the bytes of requests and answers mean, such as an SBE schema's id and version;
 *     a client with another number is refused
 */
public record ServerConfig(
        int maxClients,
        int requestsInFlight,
        int partsInFlight,
        int maxRequestLength,
        int maxAnswerLength,
        int protocol) {
    private static final int MAX_CLIENTS = 4096;
    private static final int MAX_RECEIVES = 65_536;
    static final int MAX_IN_FLIGHT = 1024;
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    /**
     * Checks the values.
     *
     * @param maxClients       as above
     * @param requestsInFlight as above
     * @param partsInFlight    as above
     * @param maxRequestLength as above
     * @param maxAnswerLength  as above
     * @param protocol         as above
     * @throws IllegalArgumentException if one is out of its range, or maxClients × (requestsInFlight + 1) is more than 65536
     */
    public ServerConfig {
        Ranges.require("maxClients", maxClients, 1, MAX_CLIENTS);
        Ranges.require("requestsInFlight", requestsInFlight, 1, MAX_IN_FLIGHT);
        Ranges.require("partsInFlight", partsInFlight, 1, MAX_IN_FLIGHT);
        Ranges.require("maxRequestLength", maxRequestLength, 0, MAX_LENGTH);
        Ranges.require("maxAnswerLength", maxAnswerLength, 0, MAX_LENGTH);
        Ranges.require("maxClients * (requestsInFlight + 1)", maxClients * (requestsInFlight + 1), 2, MAX_RECEIVES);
    }

    /**
     * Returns the defaults: 32 clients, 16 requests and 16 parts under way for each, 1024 bytes, protocol 0.
     *
     * @return the configuration
     */
    public static ServerConfig defaults() {
        return new ServerConfig(32, 16, 16, 1024, 1024, 0);
    }

    /**
     * Returns this configuration with another number of clients.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withMaxClients(int value) {
        return new ServerConfig(value, requestsInFlight, partsInFlight, maxRequestLength, maxAnswerLength, protocol);
    }

    /**
     * Returns this configuration with another number of requests under way.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withRequestsInFlight(int value) {
        return new ServerConfig(maxClients, value, partsInFlight, maxRequestLength, maxAnswerLength, protocol);
    }

    /**
     * Returns this configuration with another number of parts under way.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withPartsInFlight(int value) {
        return new ServerConfig(maxClients, requestsInFlight, value, maxRequestLength, maxAnswerLength, protocol);
    }

    /**
     * Returns this configuration with another length of requests.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withMaxRequestLength(int value) {
        return new ServerConfig(maxClients, requestsInFlight, partsInFlight, value, maxAnswerLength, protocol);
    }

    /**
     * Returns this configuration with another length of answers.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withMaxAnswerLength(int value) {
        return new ServerConfig(maxClients, requestsInFlight, partsInFlight, maxRequestLength, value, protocol);
    }

    /**
     * Returns this configuration with another number of the application's protocol.
     *
     * @param value the new value
     * @return a changed copy
     */
    public ServerConfig withProtocol(int value) {
        return new ServerConfig(maxClients, requestsInFlight, partsInFlight, maxRequestLength, maxAnswerLength, value);
    }
}
