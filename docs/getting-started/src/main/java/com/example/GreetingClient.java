package com.example;

import io.oriel.api.NdStatus;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.run.Duty;
import io.oriel.service.run.PollLoop;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Asks for a greeting once a second. */
public final class GreetingClient implements Duty {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final Client client;
    private long nextNs = System.nanoTime() + SECOND_NS;
    private long number;

    private GreetingClient(Client client) {
        this.client = client;
    }

    public static void main(String[] arguments) {
        InetSocketAddress server = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        ClientHandlers handlers = ClientHandlers.of(GreetingClient::onAnswer).withConnection(new ConnectionLog());
        try (Client client = Client.open(server, ClientConfig.defaults(), handlers)) {
            NdStatus status = new PollLoop(client.adapter(), client, new GreetingClient(client)).runSleeping();
            System.out.println("ended: " + status);
        }
    }

    @Override
    public int poll() {
        if (System.nanoTime() - nextNs < 0) {
            return 0;
        }
        nextNs += SECOND_NS;
        ask(++number);
        return 1;
    }

    private void ask(long request) {
        NdStatus status = client.claim();
        if (status == NdStatus.SUCCESS) {
            int length = client.buffer().putStringWithoutLengthUtf8(0, "number " + request);
            status = client.commit(length, request);
        }
        if (status != NdStatus.SUCCESS) {
            client.abort();
            System.out.println(request + ": not asked, " + status);
        }
    }

    private static void onAnswer(Answer answer) {
        String text = answer.status() == NdStatus.SUCCESS
                ? answer.buffer().getStringWithoutLengthUtf8(0, answer.length())
                : "not answered, " + answer.status();
        System.out.println(answer.requestContext() + ": " + text);
    }

    @Override
    public long untilDueNs(long nowNs) {
        return Math.max(0, nextNs - nowNs);
    }
}
