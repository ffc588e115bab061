// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.processes;

import io.oriel.api.NdStatus;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A client that asks as much as it may, without end. */
final class ClientMain {
    private static final int ENOUGH = 1000;

    private ClientMain() {}

    public static void main(String[] arguments) {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        int[] answered = {0};
        try (Client client = Client.open(server, ClientConfig.defaults(), ClientHandlers.of(answer -> {
            if (answer.status() == NdStatus.SUCCESS && ++answered[0] == ENOUGH) {
                System.out.println("busy");
            }
        }))) {
            while (true) {
                while (client.claim() == NdStatus.SUCCESS) {
                    client.buffer().putLong(0, 1);
                    var unused = client.commit(Long.BYTES, 0); // a connection that has ended is made again
                }
                var unused = client.poll();
            }
        }
    }
}
