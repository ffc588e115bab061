package com.example;

import io.oriel.api.NdStatus;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.connect.OwnAdapter;
import io.oriel.service.run.PollLoop;
import java.net.InetSocketAddress;

/** Greets whoever asks. */
public final class GreetingServer {
    public static void main(String[] arguments) {
        InetSocketAddress address = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        ServerHandlers handlers = ServerHandlers.of(GreetingServer::greet).withClients(new ConnectionLog());
        try (OwnAdapter own = OwnAdapter.open(address.getAddress());
                Server server = Server.open(own.adapter(), address, ServerConfig.defaults(), handlers)) {
            System.out.println("listening on " + server.address());
            NdStatus status = new PollLoop(own.adapter(), server).runSleeping();
            System.out.println("ended: " + status);
        }
    }

    private static void greet(Request request) {
        String name = request.buffer().getStringWithoutLengthUtf8(0, request.length());
        if (request.claim() == NdStatus.SUCCESS) {
            int length = request.answer().putStringWithoutLengthUtf8(0, "hello, " + name);
            request.commit(length);
        }
    }
}
