// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An application in a class loader of its own. A test calls it by interfaces of the JDK: it listens as a {@link Supplier} of its
 * address, serves a peer as a {@link Runnable}, and connects to one as a {@link Consumer} of its address.
 */
public final class LoadedApplication
        implements Supplier<InetSocketAddress>, Runnable, Consumer<InetSocketAddress>, AutoCloseable {
    private static final int LENGTH = 64;

    private final Provider provider;
    private final Party party;
    private CompletableFuture<Void> request = new CompletableFuture<>();

    /**
     * Opens an adapter.
     *
     * @param medium    a name of {@link Medium}
     * @param directory of the medium
     */
    public LoadedApplication(String medium, String directory) {
        OrielConfig config = OrielConfig.defaults().withMedium(Medium.valueOf(medium));
        provider =
                NetworkDirect.open(config.withSharedMemory(config.sharedMemory().withDirectory(Path.of(directory))));
        party = new Party(provider);
    }

    @Override
    public InetSocketAddress get() {
        InetSocketAddress address = party.listen();
        request = party.request();
        return address;
    }

    @Override
    public void run() {
        Outcomes.requireSuccess(request);
        Party.require(party.receive(LENGTH));
        Outcomes.requireSuccess(party.accept());
        party.settle();
        party.ledger().requireSuccess();
    }

    @Override
    public void accept(InetSocketAddress peer) {
        Outcomes.requireSuccess(party.connect(peer));
        Outcomes.requireSuccess(party.complete());
        Party.require(party.send(LENGTH));
        party.settle();
        party.ledger().requireSuccess();
    }

    /** Names a subject, which is found like an engine. */
    @Override
    public String toString() {
        return Subjects.named(Subjects.ORIEL).name();
    }

    @Override
    public void close() {
        provider.close();
    }
}
