// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.ask;
import static io.oriel.service.bench.Handlers.tell;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Requests, answers, parts and messages allocate nothing on either side: both are polled by the thread that is measured. */
class ServiceAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int OPERATIONS = 100_000;
    private static final int ATTEMPTS = 20;

    private long answered;

    @Test
    void allocateNothingOnSharedMemory() {
        assertThat(measure(Medium.SHM)).isZero();
    }

    private long measure(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults(), request -> {
                long number = request.buffer().getLong(0);
                if (request.isOneWay()) {
                    return;
                }
                if (number % 4 == 0) {
                    var unused = Handlers.part(request, number); // declined if too many are under way
                }
                if (number % 7 == 0) {
                    var unused = request.decline(NdStatus.CANCELED);
                } else {
                    Handlers.answer(request, number);
                }
            });
            Client client =
                    bench.connected(server, ClientConfig.defaults(), answer -> answered += answer.isLast() ? 1 : 0);
            run(server, client, WARM_UP);
            long id = Thread.currentThread().getId();
            long least = Long.MAX_VALUE; // the compilers may be at work in many of them
            for (int attempt = 0; least > 0 && attempt < ATTEMPTS; attempt++) {
                long before = THREADS.getThreadAllocatedBytes(id);
                run(server, client, OPERATIONS);
                least = Math.min(least, THREADS.getThreadAllocatedBytes(id) - before);
            }
            assertThat(bench.errors).isEmpty();
            return least;
        }
    }

    private void run(Server server, Client client, int operations) {
        long end = answered + operations;
        long number = 0;
        while (answered < end) {
            NdStatus status = number % 5 == 4 ? tell(client, number) : ask(client, number, number);
            if (status == NdStatus.SUCCESS) {
                number++;
            } else {
                var unused = client.poll() + server.poll();
            }
        }
    }
}
