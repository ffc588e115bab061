// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.service.connect.Connection;
import io.oriel.service.connect.Dialler;
import io.oriel.testing.resource.Directories;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who comes to a writer and goes again, in one thread. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // by each test first of all
class ReadersTest {
    private static final int MOST = 64;
    private static final long PATIENCE_NS = Duration.ofMinutes(1).toNanos();

    private final Path directory = Directories.make("oriel-md");
    private final List<Connection> connections = new ArrayList<>();
    private Provider provider;
    private Readers readers;
    private Adapter adapter;
    private CompletionQueue queue;
    private MemoryRegion message;

    private void open(Medium medium) {
        OrielConfig config = OrielConfig.defaults();
        provider = NetworkDirect.open(config.withMedium(medium)
                .withSharedMemory(config.sharedMemory().withDirectory(directory.resolve("d"))));
        Adapter writers = provider.openAdapter();
        MemoryRegion feed = writers.allocateMemory(Feed.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        readers = new Readers(writers, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), feed);
        adapter = provider.openAdapter();
        queue = adapter.createCompletionQueue(MOST);
        message = adapter.allocateMemory(WindowDescriptor.LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
    }

    @AfterEach
    void close() {
        provider.close();
        Directories.delete(directory);
    }

    /** Connects, and waits until it has been let in or refused. */
    private NdStatus connect() {
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        assertThat(endpoint.receive(0, ScatterGatherList.of(message))).isEqualTo(NdStatus.SUCCESS);
        int came = readers.came();
        Dialler dialler =
                new Dialler(adapter, endpoint, readers.address(), new byte[0], System.nanoTime() + PATIENCE_NS);
        NdStatus status = NdStatus.PENDING;
        while (status == NdStatus.PENDING || (status == NdStatus.SUCCESS && readers.came() == came)) {
            int work = readers.poll();
            assertThat(work > 0 || readers.came() == came)
                    .as("who has let somebody in must not go to sleep")
                    .isTrue();
            status = dialler.poll(System.nanoTime());
        }
        if (status == NdStatus.SUCCESS) {
            connections.add(dialler.connection());
        } else {
            dialler.close();
        }
        return status;
    }

    private void leave() {
        int present = readers.present();
        Connection last = connections.remove(connections.size() - 1);
        last.close();
        var unusedCompletions = queue.discard(last.endpoint());
        while (readers.present() == present) {
            var unused = readers.poll();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Medium.class,
            names = {"SHM", "UDP"})
    void thoseWhoComeTakeThePlacesOfThoseWhoHaveGone(Medium medium) {
        open(medium);

        for (int reader = 0; reader < 4 * MOST; reader++) {
            assertThat(connect()).isEqualTo(NdStatus.SUCCESS);
            leave();
        }

        assertThat(readers.came()).isEqualTo(4 * MOST);
        assertThat(readers.present()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Medium.class,
            names = {"SHM", "UDP"})
    void moreThanThereArePlacesForAreRefusedUntilOneLeaves(Medium medium) {
        open(medium);
        for (int reader = 0; reader < MOST; reader++) {
            assertThat(connect()).isEqualTo(NdStatus.SUCCESS);
        }

        NdStatus refused = connect();
        leave();

        assertThat(refused).isEqualTo(NdStatus.CONNECTION_REFUSED);
        assertThat(connect()).isEqualTo(NdStatus.SUCCESS);
    }
}
