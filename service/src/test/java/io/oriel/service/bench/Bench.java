// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.bench;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.service.AnswerHandler;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.ConnectionHandler;
import io.oriel.service.RequestHandler;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.Resolver;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.run.Duty;
import io.oriel.testing.resource.Directories;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Adapters on one medium with servers and clients, polled in turns until what is waited for has come: nothing depends on threads. */
public final class Bench implements AutoCloseable {
    private static final String SERVER = "server";

    private final Path directory = Directories.make("oriel-svc");
    private final Provider provider;
    private final List<Duty> duties = new ArrayList<>();
    public final List<String> news = new ArrayList<>();
    public final List<Throwable> errors = new ArrayList<>();
    /** The numbers of the servers' connections. */
    public final List<Long> came = new ArrayList<>();
    /** Of those that have ended. */
    public final List<Long> went = new ArrayList<>();

    public Bench(Medium medium) {
        OrielConfig config = OrielConfig.defaults();
        provider = NetworkDirect.open(config.withMedium(medium)
                .withTimeouts(config.timeouts().withDeadPeer(Duration.ofMillis(500)))
                .withSharedMemory(config.sharedMemory().withDirectory(mediaDirectory())));
    }

    /** For files of tests. */
    public Path directory() {
        return directory;
    }

    public Path mediaDirectory() {
        return directory.resolve("d");
    }

    public Adapter adapter() {
        return provider.openAdapter();
    }

    public Provider provider() {
        return provider;
    }

    public static InetSocketAddress anyAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public Server server(ServerConfig config, RequestHandler handler) {
        return server(anyAddress(), config, handler);
    }

    public Server server(InetSocketAddress address, ServerConfig config, RequestHandler handler) {
        ServerHandlers handlers =
                ServerHandlers.of(handler).withClients(reporter(SERVER)).withErrors(errors::add);
        return polled(Server.open(adapter(), address, config, handlers));
    }

    public Client client(Server server, ClientConfig config, AnswerHandler handler) {
        return client(StaticResolver.of(server.address()), config, handler);
    }

    public Client client(Resolver resolver, ClientConfig config, AnswerHandler handler) {
        ClientHandlers handlers =
                ClientHandlers.of(handler).withConnection(reporter("client")).withErrors(errors::add);
        return polled(Client.open(adapter(), resolver, "test", config, handlers));
    }

    public Client connected(Server server, ClientConfig config, AnswerHandler handler) {
        Client client = client(server, config, handler);
        until(client::isConnected);
        return client;
    }

    public <T extends Duty> T polled(T duty) {
        duties.add(duty);
        return duty;
    }

    /** Does not poll it any more: it is as if its process were stopped. */
    public void stop(Duty duty) {
        duties.remove(duty);
    }

    private ConnectionHandler reporter(String who) {
        return new ConnectionHandler() {
            @Override
            public void onConnected(long connection, String explanation) {
                if (who.equals(SERVER)) {
                    came.add(connection);
                }
                news.add(who + " connected: " + explanation);
            }

            @Override
            public void onDisconnected(long connection, NdStatus status, String explanation) {
                if (who.equals(SERVER)) {
                    went.add(connection);
                }
                news.add(who + " disconnected " + status + ": " + explanation);
            }

            @Override
            public void onRefused(NdStatus status, String explanation) {
                news.add(who + " refused " + status + ": " + explanation);
            }
        };
    }

    public int poll() {
        int work = 0;
        for (Duty duty : List.copyOf(duties)) {
            work += duty.poll();
        }
        return work;
    }

    /** Polls until it is true; the time-out of the test ends what does not come. */
    public void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            poll();
            if (Thread.interrupted()) {
                throw new IllegalStateException("interrupted while waiting; news: " + news + ", errors: " + errors);
            }
        }
    }

    public boolean hasNews(String words) {
        return news.stream().anyMatch(each -> each.contains(words));
    }

    /** Polls many times, for what should not come. */
    public void settle() {
        for (int i = 0; i < 2000; i++) {
            poll();
        }
    }

    @Override
    public void close() {
        provider.close();
        Directories.delete(directory);
    }
}
