// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that share a receive queue, of which most are stopped by a signal wherever they are. */
@WholeBuild
@Timeout(180)
class StoppedSendersIT {
    private static final int LENGTH = 64;
    private static final int RECEIVES = 3;
    private static final int CHILDREN = 4;
    private static final int SENDS = 50;
    private static final int ROUNDS = 4;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @RegisterExtension
    final Stage stage = new Stage();

    private final Random random = SeededRandom.create(StoppedSendersIT.class);
    private final Completion[] completion = {new Completion()};
    private final ScatterGatherList list = new ScatterGatherList(1);
    private final List<ChildProcess> children = new ArrayList<>();

    @Test
    void leaveToOneThatRunsWhatTheyDoNotUse() {
        Adapter adapter = stage.newProvider().openAdapter();
        CompletionQueue queue = adapter.createCompletionQueue(RECEIVES);
        SharedReceiveQueue shared = adapter.createSharedReceiveQueue(RECEIVES, 1, 0);
        MemoryRegion memory = adapter.allocateMemory(LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        list.add(memory, 0, LENGTH);
        for (int i = 0; i < CHILDREN; i++) {
            children.add(newChild(adapter, queue, shared));
        }
        for (int i = 0; i < RECEIVES; i++) {
            Party.require(shared.receive(i, list));
        }
        ChildProcess running = children.get(0);
        List<ChildProcess> others = children.subList(1, CHILDREN);

        for (int round = 0; round < ROUNDS; round++) {
            others.forEach(child -> child.order("send " + SENDS + " " + LENGTH));
            others.forEach(child -> child.order("serve", "serving"));
            take(queue, shared, random.nextInt(SENDS));
            others.forEach(ChildProcess::stop);

            takeAll(queue, shared); // of what they had committed
            running.order("send " + SENDS + " " + LENGTH);
            running.tell("settle-initiator");
            takeAsleep(adapter, queue, shared);
            awaitAnswer(running, queue, shared);

            others.forEach(ChildProcess::resume);
            others.forEach(child -> child.tell("rest"));
            others.forEach(child -> awaitAnswer(child, queue, shared));
            others.forEach(child -> child.tell("settle-initiator"));
            others.forEach(child -> awaitAnswer(child, queue, shared));
        }
        children.forEach(child -> child.order("require-success-so-far"));
    }

    private ChildProcess newChild(Adapter adapter, CompletionQueue queue, SharedReceiveQueue shared) {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Endpoint endpoint = adapter.createEndpoint(
                queue, queue, shared, EndpointConfig.defaults().withQueueDepth(Party.DEPTH));
        Listener listener = adapter.createListener();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(0);
        Connector connector = adapter.createConnector();
        CompletableFuture<Void> request = listener.getConnectionRequest(connector);
        child.beginConnect(listener.localAddress());
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = connector.accept(endpoint);
        child.order("end", "SUCCESS");
        child.order("begin-complete", "begun");
        Outcomes.requireSuccess(accepted);
        child.order("end", "SUCCESS");
        return child;
    }

    /** Takes what the child sends that runs; between the messages this side sleeps. */
    private void takeAsleep(Adapter adapter, CompletionQueue queue, SharedReceiveQueue shared) {
        for (int taken = 0; taken < SENDS; taken += takeAll(queue, shared)) {
            assertThat(adapter.await(PATIENCE_NS))
                    .as("after %s messages", taken)
                    .isEqualTo(NdStatus.SUCCESS);
        }
    }

    private void awaitAnswer(ChildProcess child, CompletionQueue queue, SharedReceiveQueue shared) {
        long startNs = System.nanoTime();
        while (!child.hasAnswered()) {
            int unused = takeOne(queue, shared);
            requirePatience(startNs);
        }
        assertThat(child.answer()).isEqualTo("done");
    }

    private void take(CompletionQueue queue, SharedReceiveQueue shared, int count) {
        long startNs = System.nanoTime();
        for (int taken = 0; taken < count; taken += takeOne(queue, shared)) {
            requirePatience(startNs);
        }
    }

    private static void requirePatience(long startNs) {
        if (System.nanoTime() - startNs > PATIENCE_NS) {
            throw new AssertionError("waited in vain");
        }
    }

    private int takeAll(CompletionQueue queue, SharedReceiveQueue shared) {
        int taken = 0;
        for (int more = takeOne(queue, shared); more > 0; more = takeOne(queue, shared)) {
            taken += more;
        }
        return taken;
    }

    /** Takes a message, if there is one, and posts its Receive again. */
    private int takeOne(CompletionQueue queue, SharedReceiveQueue shared) {
        int count = queue.poll(completion, 1);
        if (count == 1) {
            assertThat(completion[0].status()).isEqualTo(NdStatus.SUCCESS);
            Party.require(shared.receive(completion[0].requestContext(), list));
        }
        return count;
    }
}
