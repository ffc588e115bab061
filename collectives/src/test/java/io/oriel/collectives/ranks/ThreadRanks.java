// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.Directories;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ranks in threads of this process on a real medium, in a directory of their own; one provider for all. */
public final class ThreadRanks implements Ranks {
    private static final boolean WHOLE = WholeBuild.RUNS;

    private final OrielConfig oriel;
    private final List<Integer> sizes;
    private final int many;

    /** Ranks on a medium; few, because they share processors. */
    private ThreadRanks(OrielConfig oriel, List<Integer> sizes, int many) {
        this.oriel = oriel;
        this.sizes = sizes;
        this.many = many;
    }

    /** Ranks that reach each other's memory. */
    public static Ranks onSharedMemory() {
        return new ThreadRanks(
                OrielConfig.defaults().withMedium(Medium.SHM), WHOLE ? List.of(2, 3, 4, 6) : List.of(2, 3), 100_000);
    }

    /** Ranks on shared memory that carry out everything for each other. */
    public static Ranks onSharedMemoryByFrames() {
        OrielConfig config = OrielConfig.defaults();
        return new ThreadRanks(
                config.withMedium(Medium.SHM)
                        .withSharedMemory(config.sharedMemory().withDirectAccess(false)),
                List.of(3),
                20_000);
    }

    /** Ranks that send datagrams. */
    public static Ranks onUdp() {
        return new ThreadRanks(
                OrielConfig.defaults().withMedium(Medium.UDP), WHOLE ? List.of(2, 3, 4) : List.of(3), 10_000);
    }

    @Override
    public List<Integer> sizes() {
        return sizes;
    }

    @Override
    public int many() {
        return many;
    }

    @Override
    public boolean isDirect() {
        return oriel.medium() != Medium.UDP && oriel.sharedMemory().directAccess();
    }

    @Override
    public void run(int size, UnaryOperator<CommunicatorConfig> changes, Body body) {
        Path parent = newDirectory();
        OrielConfig own = oriel.withSharedMemory(oriel.sharedMemory().withDirectory(parent.resolve("d")));
        try (Provider provider = NetworkDirect.open(own)) {
            InetSocketAddress root = freeAddress(provider);
            new RankThreads(
                            size,
                            rank -> false,
                            rank -> run(
                                    provider,
                                    changes.apply(CommunicatorConfig.of(MeetingConfig.of(rank, size, root))
                                            .withOriel(own)),
                                    body))
                    .join();
        } finally {
            Directories.delete(parent);
        }
    }

    private static void run(Provider provider, CommunicatorConfig config, Body body) {
        try (Communicator world = Communicator.open(provider, config)) {
            body.run(world);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static InetSocketAddress freeAddress(Provider provider) {
        try (Adapter adapter = provider.openAdapter();
                Listener listener = adapter.createListener()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.listen(1);
            return listener.localAddress();
        }
    }

    private static Path newDirectory() {
        return Directories.make("oriel-coll");
    }
}
