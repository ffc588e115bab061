package com.example;

import io.oriel.api.NdStatus;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.run.ExitSignal;
import io.oriel.service.run.PollLoop;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Greets whoever asks. */
public final class GreetingServer {
    public static void main(String[] arguments) {
        InetSocketAddress address = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        ServerHandlers handlers = ServerHandlers.of(GreetingServer::greet).withClients(new ConnectionLog());
        try (ExitSignal exit = new ExitSignal(Duration.ofSeconds(10));
                Server server = Server.open(address, ServerConfig.defaults(), handlers)) {
            System.out.println("listening on " + server.address());
            PollLoop loop = new PollLoop(server.adapter(), server);
            exit.onExit(loop::stop);
            loop.runSleeping();
            server.drain();
            NdStatus status = loop.runUntil(server::isDrained, Duration.ofSeconds(5));
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
