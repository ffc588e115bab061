// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.service;

import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;

/** A server whose answers are as long as its requests. */
public final class ServicePong implements Responder {
    private static final int POLLS_PER_LOOK = 64;

    private final Tally tally = new Tally();
    private final ServiceDomain domain;
    private final ControlChannel channel;
    private final int size;
    private final PayloadInspector incoming;
    private final PayloadInspector outgoing;
    private final Server server;
    private long answered;

    /**
     * Opens the server, and says where it is.
     *
     * @param config  how long requests and answers are
     * @param channel to the {@link ServicePing}
     */
    public ServicePong(ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        size = config.shape().sizeBytes();
        Payload payload = new Payload(size);
        incoming = new PayloadInspector(payload, tally);
        outgoing = new PayloadInspector(payload, tally);
        domain = new ServiceDomain(config, channel);
        server = Server.open(
                domain.adapter(),
                domain.address(),
                ServerConfig.defaults().withMaxRequestLength(size).withMaxAnswerLength(size),
                ServerHandlers.of(this::onRequest));
        channel.send("serving " + domain.address().getAddress().getHostAddress() + " "
                + server.address().getPort());
        progressUntilTold();
        channel.expect("connected");
    }

    private void onRequest(Request request) {
        answered++;
        incoming.check(request.buffer(), 0, answered);
        ServiceDomain.require(request.claim());
        outgoing.write(request.answer(), 0, answered);
        ServiceDomain.require(request.commit(size));
    }

    @Override
    public void run(long operations) {
        progressUntilTold();
    }

    @Override
    public void verify(long operations) {
        incoming.thorough(true);
        outgoing.thorough(true);
        progressUntilTold();
        incoming.thorough(false);
        outgoing.thorough(false);
    }

    private void progressUntilTold() {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                server.poll();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        server.close();
        domain.close();
    }
}
