// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Addresses as people write them: {@code host:port}, {@code [::1]:port}. */
final class AddressText {
    private static final int MAX_PORT = 65_535;

    private AddressText() {}

    /** Reads an address, and asks the system for that of the host. */
    static InetSocketAddress parse(String text) throws IOException {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw wrong(text);
        }
        boolean isBracketed = text.startsWith("[") && text.charAt(colon - 1) == ']';
        String host = isBracketed ? text.substring(1, colon - 1) : text.substring(0, colon);
        return new InetSocketAddress(host, port(text, colon));
    }

    private static int port(String text, int colon) throws IOException {
        try {
            int port = Integer.parseInt(text, colon + 1, text.length(), 10);
            if (port > 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new IOException(wrong(text).getMessage(), e);
        }
        throw wrong(text);
    }

    private static IOException wrong(String text) {
        return new IOException("'" + text + "' is no address; write host:port with a port in 1.." + MAX_PORT);
    }
}
