// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.agrona.concurrent.UnsafeBuffer;

/** A process that looks keys up as fast as it can, until it is killed. */
public final class ReaderMain {
    private ReaderMain() {}

    /**
     * Looks up.
     *
     * @param arguments none; the first line is the port of the owner
     */
    public static void main(String[] arguments) {
        int port = new Scanner(System.in, StandardCharsets.UTF_8).nextInt();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (Provider provider = NetworkDirect.open(OrielConfig.fromSystemProperties());
                Adapter adapter = provider.openAdapter(loopback);
                RemoteTable table =
                        RemoteTable.open(adapter, new InetSocketAddress(loopback, port), LookupConfig.defaults())) {
            UnsafeBuffer key = new UnsafeBuffer(new byte[table.keyLength()]);
            System.out.println("reading");
            for (long number = 0; table.isOpen(); number++) {
                key.putLong(0, number % 4);
                var unused = table.lookup(number, key, 0);
                table.poll((context, status, version, buffer, offset) -> {}, 16);
            }
        }
    }
}
