// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.service;

import io.oriel.api.NdStatus;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.name.StaticResolver;
import java.net.InetSocketAddress;

/** A client that makes a request and waits for the answer, one at a time. */
public final class ServicePing implements Initiator {
    private final Tally tally = new Tally();
    private final ServiceDomain domain;
    private final int size;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final Client client;
    private final SpinGuard guard;
    private long asked;
    private long answered;

    /**
     * Connects with the server.
     *
     * @param config  how long requests and answers are
     * @param channel to the {@link ServicePong}
     */
    public ServicePing(ScenarioConfig config, ControlChannel channel) {
        size = config.shape().sizeBytes();
        Payload payload = new Payload(size);
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(payload, tally);
        guard = new SpinGuard(channel);
        domain = new ServiceDomain(config, channel);
        String[] place = channel.expect("serving").split(" ", 2);
        client = Client.open(
                domain.adapter(),
                StaticResolver.of(new InetSocketAddress(place[0], Integer.parseInt(place[1]))),
                "answers",
                ClientConfig.defaults().withMaxRequestLength(size).withMaxAnswerLength(size),
                ClientHandlers.of(this::onAnswer));
        while (!client.isConnected()) {
            poll();
        }
        channel.send("connected");
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        do {
            roundTrip();
        } while (recorder.roundTripEnded());
    }

    @Override
    public void verify(long operations) {
        outgoing.thorough(true);
        incoming.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        outgoing.thorough(false);
        incoming.thorough(false);
    }

    private void roundTrip() {
        ServiceDomain.require(client.claim());
        outgoing.write(client.buffer(), 0, ++asked);
        ServiceDomain.require(client.commit(size, asked));
        while (answered != asked) {
            poll();
        }
    }

    private void poll() {
        if (client.poll() == 0) {
            guard.spin();
        } else {
            guard.progressed();
        }
    }

    private void onAnswer(Answer answer) {
        answered = answer.requestContext();
        if (answer.status() != NdStatus.SUCCESS || answer.length() != size) {
            throw new BenchmarkException("an answer of " + answer.length() + " bytes: " + answer.status());
        }
        incoming.check(answer.buffer(), 0, answered);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        client.close();
        domain.close();
    }
}
