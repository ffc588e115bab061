// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Bench;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.run.Duty;
import io.oriel.service.run.PollLoop;
import io.oriel.service.table.LookupConfig;
import io.oriel.service.table.LookupHandler;
import io.oriel.service.table.RemoteTable;
import io.oriel.service.table.TableConfig;
import io.oriel.service.table.TableOwner;
import io.oriel.testing.allocation.AllocationPromises;
import io.oriel.testing.allocation.CallAllocations;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every method that promises it allocates nothing, from its first call on new servers, clients and tables. The same calls were made
 * before on others, so that the JVM has loaded and linked what they need.
 */
class FirstCallsAllocationTest {
    private static final int FORMER_LIVES = 3;
    private static final int LIVES = 8;
    private static final Duration PATIENCE = Duration.ofMillis(2);

    private CallAllocations calls = new CallAllocations();
    private final ArrayDeque<Request> kept = new ArrayDeque<>(); // has room before requests come
    private int answers;
    private int found;
    private final LookupHandler handler = (context, status, version, buffer, offset) -> found++;

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void noMethodAllocatesFromItsFirstCallOn(Medium medium) {
        // The JVM links rare code, such as a keep-alive, in some later life; a method that allocates does so in each.
        for (int life = 0;
                life <= FORMER_LIVES || (life <= LIVES && !calls.allocating().isEmpty());
                life++) {
            calls = new CallAllocations();
            try (Bench bench = new Bench(medium)) {
                useService(bench);
                useTable(bench);
                assertThat(bench.errors).isEmpty();
            }
        }

        Set<String> promises = new TreeSet<>(
                AllocationPromises.in("service", "io.oriel.service", "io.oriel.service.run", "io.oriel.service.table"));
        assertThat(calls.allocating()).isEmpty();
        assertThat(calls.methods()).isEqualTo(promises);
    }

    private void useService(Bench bench) {
        Server server = bench.server(ServerConfig.defaults(), kept::add);
        Client client = bench.connected(server, ClientConfig.defaults(), answer -> answers++);
        CallAllocations measured = calls;
        calls = new CallAllocations(); // a connection's first request names regions
        ask(server, client);
        run(client);
        calls = measured;
        ask(server, client);
        run(client);
    }

    private void ask(Server server, Client client) {
        assertThat(calls.isTrue("Client.isConnected", client::isConnected)).isTrue();
        claim(client);
        success("Client.commit", () -> client.commit(Long.BYTES, 1));
        calls.number("Client.inFlight", client::inFlight);
        pollUntil(server, client, () -> !kept.isEmpty());
        Request request = kept.remove();
        look(request);
        success("Request.claimPart", request::claimPart);
        calls.run("Request.abort", request::abort);
        success("Request.claimPart", request::claimPart);
        calls.run("Request.answer", request::answer);
        success("Request.commit", () -> request.commit(Long.BYTES));
        success("Request.claim", request::claim);
        success("Request.commit", () -> request.commit(Long.BYTES));
        pollUntil(server, client, () -> answers == 2);

        claim(client);
        success("Client.commit", () -> client.commit(Long.BYTES, 2, PATIENCE.toNanos() * 10_000));
        pollUntil(server, client, () -> !kept.isEmpty());
        Request other = kept.remove();
        success("Request.decline", () -> other.decline(NdStatus.CANCELED));
        pollUntil(server, client, () -> answers == 3);

        claim(client);
        success("Client.commitOneWay", () -> client.commitOneWay(Long.BYTES));
        pollUntil(server, client, () -> !kept.isEmpty());
        claim(client);
        calls.run("Client.abort", client::abort);
        answers = 0;
    }

    private void claim(Client client) {
        kept.clear();
        success("Client.claim", client::claim);
        calls.run("Client.buffer", client::buffer);
    }

    private void look(Request request) {
        calls.run("Request.buffer", request::buffer);
        calls.number("Request.length", request::length);
        calls.run("Request.clientId", request::clientId);
        assertThat(calls.isTrue("Request.isOneWay", request::isOneWay)).isFalse();
        assertThat(calls.isTrue("Request.isConnected", request::isConnected)).isTrue();
    }

    private void pollUntil(Server server, Client client, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            calls.number("Server.poll", server::poll);
            calls.number("Client.poll", client::poll);
        }
    }

    private void run(Client client) {
        PollLoop[] loops = new PollLoop[3];
        for (int index = 0; index < loops.length; index++) {
            int own = index;
            Duty stopping = () -> {
                loops[own].stop();
                return 0;
            };
            loops[index] = new PollLoop(client.adapter(), client, stopping);
        }
        assertThat(calls.status("PollLoop.runUntil", () -> loops[0].runUntil(() -> false, PATIENCE)))
                .isEqualTo(NdStatus.IO_TIMEOUT);
        success("PollLoop.runSleeping", loops[1]::runSleeping);
        calls.run("PollLoop.runBusy", () -> loops[2].runBusy(BusySpinIdleStrategy.INSTANCE));
    }

    private void useTable(Bench bench) {
        TableOwner owner = TableOwner.create(bench.adapter(), TableConfig.of(16, 8, 64));
        InetSocketAddress address = owner.listen(Bench.anyAddress());
        var reader = bench.adapter();
        CompletableFuture<RemoteTable> opening =
                CompletableFuture.supplyAsync(() -> RemoteTable.open(reader, address, LookupConfig.defaults()));
        while (!opening.isDone()) {
            owner.poll();
        }
        CallAllocations measured = calls;
        calls = new CallAllocations(); // the connection's first Read names regions
        lookUp(owner, opening.join());
        calls = measured;
        lookUp(owner, opening.join());
    }

    private void lookUp(TableOwner owner, RemoteTable table) {
        UnsafeBuffer key = new UnsafeBuffer(new byte[8]);
        UnsafeBuffer value = new UnsafeBuffer(new byte[64]);
        found = 0;
        assertThat(calls.isTrue("TableOwner.put", () -> owner.put(key, 0, value, 0)))
                .isTrue();
        assertThat(calls.isTrue("TableOwner.get", () -> owner.get(key, 0, value, 0)))
                .isTrue();
        success("RemoteTable.lookup", () -> table.lookup(1, key, 0));
        while (found == 0) {
            calls.number("TableOwner.poll", owner::poll);
            calls.number("RemoteTable.poll", () -> table.poll(handler, 1));
        }
        assertThat(calls.isTrue("TableOwner.remove", () -> owner.remove(key, 0)))
                .isTrue();
    }

    private void success(String method, Supplier<NdStatus> call) {
        assertThat(calls.status(method, call)).isEqualTo(NdStatus.SUCCESS);
    }
}
