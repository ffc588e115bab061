// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import io.oriel.api.NdStatus;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import java.net.InetSocketAddress;

/** By io.oriel.service. */
final class ServiceServer implements Answering {
    private final Server server;

    ServiceServer(InetSocketAddress address) {
        server = Server.open(address, ServerConfig.defaults(), ServerHandlers.of(ServiceServer::answer));
    }

    @Override
    public int poll() {
        return server.poll();
    }

    private static void answer(Request request) {
        if (request.claim() == NdStatus.SUCCESS) {
            request.answer().putLong(0, request.buffer().getLong(0) + 1);
            request.commit(Long.BYTES);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
