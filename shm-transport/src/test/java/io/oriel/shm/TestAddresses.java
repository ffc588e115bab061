// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/** Addresses by their digits, with no look-up of names. */
public final class TestAddresses {
    private TestAddresses() {}

    /** Returns an address, of four decimal numbers with dots, or 32 hexadecimal digits with colons anywhere. */
    public static InetSocketAddress at(String digits, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes(digits)), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(digits, e);
        }
    }

    private static byte[] bytes(String digits) {
        if (digits.contains(":")) {
            return HexFormat.of().parseHex(digits.replace(":", ""));
        }
        String[] numbers = digits.split("\\.", -1);
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(numbers[i]);
        }
        return bytes;
    }
}
