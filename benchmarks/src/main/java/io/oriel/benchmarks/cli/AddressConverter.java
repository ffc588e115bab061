// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code host:port}, {@code [host]:port} or {@code port}, which is one of the loopback address. */
final class AddressConverter implements ITypeConverter<InetSocketAddress> {
    private static final int MAX_PORT = 65535;

    @Override
    public InetSocketAddress convert(String text) {
        int colon = text.lastIndexOf(':');
        int port = port(text, text.substring(colon + 1));
        if (colon < 0) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }
        InetSocketAddress address = new InetSocketAddress(text.substring(0, colon), port);
        if (address.isUnresolved()) {
            throw new TypeConversionException("'" + text.substring(0, colon) + "' is not a known host");
        }
        return address;
    }

    /** The form that {@link #convert} reads. */
    static String print(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the whole text.
        }
        throw new TypeConversionException(
                "'" + text + "' is no address; write host:port or port, such as 127.0.0.1:7000");
    }
}
