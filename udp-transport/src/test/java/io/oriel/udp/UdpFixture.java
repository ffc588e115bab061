// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ExposureWarning;
import io.oriel.udp.keys.KeyRing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;

/** Two providers that talk over UDP on loopback, both in this process: real drivers, real sockets. */
final class UdpFixture extends ConformanceFixture {
    static final int BULK_LENGTH = 4 * 1024 * 1024;

    private final Path parent;
    private final List<SelectorLoop> agents;
    private final TestKeys keys;
    private final List<Provider> others = new ArrayList<>();

    private UdpFixture(Path parent, List<SelectorLoop> agents, TestKeys keys, Supplier<Provider> providers) {
        super(providers.get(), providers.get());
        this.keys = keys;
        this.parent = parent;
        this.agents = agents;
    }

    static ConformanceFixture open(OrielConfig config) {
        Path parent = newDirectory();
        return new UdpFixture(parent, List.of(), new TestKeys(), () -> NetworkDirect.open(in(parent, config)));
    }

    /** Opens one whose datagrams are sealed, by keys that change often. */
    static ConformanceFixture openSealed(OrielConfig config) {
        Path parent = newDirectory();
        TestKeys keys = new TestKeys();
        KeyRing ring = keys.make("keys", TestKeys.draw("key"));
        OrielConfig sealed = keys.seal(config, "keys", TestKeys.OFTEN, Duration.ofSeconds(1));
        assert ring.keys().size() == 1;
        return new UdpFixture(parent, List.of(), keys, () -> NetworkDirect.open(in(parent, sealed)));
    }

    /** Opens one whose two adapters have links to others, too, which take their share of the sockets' space. */
    static ConformanceFixture openCrowded(int links, OrielConfig config) {
        Path parent = newDirectory();
        UdpFixture fixture =
                new UdpFixture(parent, List.of(), new TestKeys(), () -> NetworkDirect.open(in(parent, config)));
        try {
            Provider others = NetworkDirect.open(in(parent, config));
            fixture.others.add(others);
            for (int count = 1; count < links; count++) { // the first is the one that is tested
                fixture.link(others.openAdapter(), fixture.owner());
                fixture.link(others.openAdapter(), fixture.peer());
            }
        } catch (Throwable e) {
            fixture.close();
            throw e;
        }
        return fixture;
    }

    private void link(Adapter from, Adapter to) {
        Listener listener = to.createListener();
        listener.bind(anyPort());
        listener.listen(1);
        Connector connector = from.createConnector();
        Connector acceptor = to.createConnector();
        CompletableFuture<Void> requested = listener.getConnectionRequest(acceptor);
        CompletableFuture<Void> connected = connector.connect(newEndpoint(from), listener.localAddress());
        requested.join();
        CompletableFuture<Void> accepted = acceptor.accept(newEndpoint(to));
        connected.join();
        connector.completeConnect().join();
        accepted.join();
        listener.close();
    }

    private static Endpoint newEndpoint(Adapter adapter) {
        CompletionQueue queue = adapter.createCompletionQueue(2);
        return adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(1));
    }

    /** Opens one whose streams begin at some position. */
    static ConformanceFixture openAt(IntToLongFunction firstPosition, OrielConfig config) {
        Path parent = newDirectory();
        List<SelectorLoop> agents = new ArrayList<>();
        return new UdpFixture(parent, agents, new TestKeys(), () -> {
            agents.add(SelectorLoop.start(error -> {
                throw new AssertionError(error);
            }));
            return provider(in(parent, config), agents.get(agents.size() - 1), firstPosition);
        });
    }

    private static Provider provider(OrielConfig config, SelectorLoop agent, IntToLongFunction firstPosition) {
        TransportFactory factory = new TransportFactory() {
            @Override
            public String medium() {
                return "udp";
            }

            @Override
            public Transport open(OrielConfig opened, ControlLoop loop) {
                ExposureWarning warning = new ExposureWarning(RecordingLogger::new);
                return UdpTransport.open(
                        new UdpTransport.Home(opened, loop, Announcement.TRUE, warning, firstPosition));
            }
        };
        return EngineProviderFactory.open(config, agent, factory);
    }

    private static Path newDirectory() {
        return Directories.make("oriel-udp");
    }

    private static OrielConfig in(Path parent, OrielConfig config) {
        return config.withMedium(Medium.UDP)
                .withSharedMemory(config.sharedMemory().withDirectory(parent.resolve("d")));
    }

    @Override
    public int bulkLength() {
        return BULK_LENGTH;
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000);
    }

    @Override
    public boolean standsStillUncalled() {
        return false;
    }

    @Override
    public IntConsumer occupyEveryPort() {
        return Assumptions.abort("the system chooses among ports that others use too");
    }

    @Override
    public void close() {
        super.close();
        others.forEach(Provider::close);
        agents.forEach(SelectorLoop::close);
        Directories.delete(parent);
        keys.close();
    }
}
