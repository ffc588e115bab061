// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.protocol.ListenDecoder;
import io.oriel.examples.gateway.protocol.MessageHeaderDecoder;
import io.oriel.service.Answer;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.ConnectionHandler;
import io.oriel.service.Request;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.run.Duty;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's process: a server for members, a client of the engine, on one adapter and in one thread. It passes requests on, and
 * answers back, and remembers nothing else: when it dies, another takes its place.
 *
 * <p>It sends nothing twice. A request that it cannot pass on is declined with what the claim or the commit said, and was surely not
 * carried out. One that was under way when the engine went is declined with what the client said, and may have been.
 *
 * <p><b>Threading:</b> the adapter's domain. <b>Memory:</b> a request allocates nothing, and is copied once each way.
 */
final class Gateway implements Duty, AutoCloseable {
    private static final long LISTEN_NS = TimeUnit.HOURS.toNanos(1);

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Server server;
    private final Client engine;
    private final long orderNs;
    private final @Nullable Request[]
            kept; // by their contexts at the engine; null if nobody waits for the answer any more
    private final int[] free;
    private int freeCount;

    /** What a gateway is opened with beside the adapter: who comes to it, and where it goes. */
    record Config(InetSocketAddress address, ServerConfig server, InetSocketAddress engine, ClientConfig client) {}

    Gateway(Adapter adapter, Config config, Surroundings surroundings) {
        int most = config.client().requestsInFlight();
        orderNs = config.client().requestTimeout().toNanos();
        kept = new Request[most];
        free = new int[most];
        for (int index = 0; index < most; index++) {
            free[freeCount++] = index;
        }
        server = Server.open(
                adapter,
                config.address(),
                config.server(),
                ServerHandlers.of(this::onRequest).withClients(members()).withSurroundings(surroundings));
        engine = Client.open(
                adapter,
                StaticResolver.of(config.engine()),
                "engine",
                config.client(),
                ClientHandlers.of(this::onAnswer).withSurroundings(surroundings));
    }

    InetSocketAddress address() {
        return server.address();
    }

    @Override
    public int poll() {
        return engine.poll() + server.poll();
    }

    @Override
    public long untilDueNs(long nowNs) {
        return Math.min(engine.untilDueNs(nowNs), server.untilDueNs(nowNs));
    }

    private void onRequest(Request request) {
        NdStatus status = request.isOneWay() ? NdStatus.INVALID_DEVICE_REQUEST : passOn(request);
        if (status != NdStatus.SUCCESS) {
            decline(request, status);
        }
    }

    private NdStatus passOn(Request request) {
        int template = Protocol.template(header, request.buffer(), request.length());
        if (template == Protocol.NONSENSE) {
            return NdStatus.INVALID_DEVICE_REQUEST;
        }
        if (freeCount == 0) {
            return NdStatus.NO_MORE_ENTRIES;
        }
        NdStatus status = engine.claim();
        if (status != NdStatus.SUCCESS) {
            return status;
        }
        int index = free[freeCount - 1];
        boolean listens = template == ListenDecoder.TEMPLATE_ID;
        engine.buffer().putBytes(0, request.buffer(), 0, request.length());
        status = engine.commit(request.length(), index, listens ? LISTEN_NS : orderNs);
        if (status == NdStatus.SUCCESS) {
            freeCount--;
            kept[index] = request;
        } else {
            engine.abort();
        }
        return status;
    }

    private void onAnswer(Answer answer) {
        int index = (int) answer.requestContext();
        Request request = kept[index];
        if (answer.isLast()) {
            kept[index] = null;
            free[freeCount++] = index;
        }
        if (request == null) {
            return;
        }
        if (answer.status() != NdStatus.SUCCESS) {
            decline(request, answer.status());
            return;
        }
        NdStatus status = answer.isLast() ? request.claim() : request.claimPart();
        if (status == NdStatus.SUCCESS) {
            request.answer().putBytes(0, answer.buffer(), 0, answer.length());
            status = request.commit(answer.length());
        }
        if (status != NdStatus.SUCCESS) {
            kept[index] = null;
            if (status == NdStatus.NO_MORE_ENTRIES) {
                decline(request, NdStatus.INSUFFICIENT_RESOURCES); // too slow: it may listen again, from where it was
            }
        }
    }

    private ConnectionHandler members() {
        return new ConnectionHandler() {
            @Override
            public void onDisconnected(long member, NdStatus status, String explanation) {
                letGo(member);
            }
        };
    }

    /** Waits for no answers to a member that has gone; its stream the engine ends when the member listens again. */
    private void letGo(long member) {
        for (int index = 0; index < kept.length; index++) {
            Request request = kept[index];
            if (request != null && request.clientId() == member) {
                kept[index] = null;
                decline(request, NdStatus.CANCELED);
            }
        }
    }

    private static void decline(Request request, NdStatus status) {
        var unused = request.decline(status); // if the member has gone, it asks again when it is back
    }

    @Override
    public void close() {
        engine.close();
        server.close();
    }
}
