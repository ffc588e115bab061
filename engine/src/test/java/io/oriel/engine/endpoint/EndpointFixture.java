// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Queued;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.Patience;
import io.oriel.engine.credit.EngineSharedReceiveQueue;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.link.PeerCredit;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.transport.LinkMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of an adapter that endpoints need, with a link whose peer is the test. */
final class EndpointFixture {
    static final int PEER_ID = 5;
    static final int PEER_GENERATION = 7;
    static final int MAX_PAYLOAD = 256;
    static final int READ_LIMIT = 4;
    static final long RECEIVER_NOT_READY_NS = 1_000_000;
    static final long REVOKE_NS = 1_000_000;

    final ManualLoop loop = new ManualLoop();
    final Domain domain = new Domain(loop, false);
    final FakePort port = new FakePort();
    final FakeLink link = new FakeLink(MAX_PAYLOAD);
    final RegionTable regions = new RegionTable(REVOKE_NS);
    final WindowTable windows = new WindowTable();
    final Patience patience = new Patience(loop, RECEIVER_NOT_READY_NS, REVOKE_NS);
    final Endpoints endpoints;
    final CompletionQueues queues = new CompletionQueues();
    final CompletionQueue receives = queues.create(domain, loop, 16);
    final CompletionQueue initiators = queues.create(domain, loop, 16);
    final List<String> ended = new ArrayList<>();
    final LinkEnd end;
    private final Completion[] completion = {new Completion()};

    EndpointFixture() {
        this(null, Long.MAX_VALUE);
    }

    /** With memory that both ends of the link see. */
    EndpointFixture(@Nullable LinkMemory memory, long directSendThreshold) {
        if (memory != null) {
            link.memory(memory);
        }
        endpoints = new Endpoints(domain, port, regions, windows, patience, directSendThreshold);
        end = endpoints.newLinkEnd(link, () -> ended.add("link"));
        domain.onSignal(endpoints::takeAttached);
    }

    /** An endpoint that is not connected. */
    EngineEndpoint idle(EndpointConfig config) {
        return create(null, config);
    }

    /** An endpoint that is not connected, perhaps with Receives that are shared. */
    EngineEndpoint create(@Nullable EngineSharedReceiveQueue shared, EndpointConfig config) {
        int depth = config.receiveQueueDepth();
        Slots receiveSlots = queues.newSlots(receives, config.context(), depth, 2L * depth);
        depth = config.initiatorQueueDepth();
        Slots requestSlots = queues.newSlots(initiators, config.context(), depth, depth);
        return (EngineEndpoint) endpoints.create(receiveSlots, requestSlots, shared, config);
    }

    /** An endpoint that is connected with the peer's on the link. */
    EngineEndpoint connected() {
        EngineEndpoint endpoint = idle(EndpointConfig.defaults());
        attach(endpoint, true);
        return endpoint;
    }

    void attach(EngineEndpoint endpoint, boolean active) {
        attach(endpoint, active, 0);
    }

    /** Connects with a peer that shows its Receives. */
    void attach(EngineEndpoint endpoint, boolean active, long peerRing) {
        attach(endpoint, PEER_ID, active, peerRing, false);
    }

    /** Connects with a peer that grants Receives of a shared queue. */
    void attachToSharing(EngineEndpoint endpoint, long grants) {
        attach(endpoint, PEER_ID, true, grants, true);
    }

    /** Connects with another endpoint of the peer's. */
    void attachTo(EngineEndpoint endpoint, int peerId) {
        attach(endpoint, peerId, true, 0, false);
    }

    private void attach(EngineEndpoint endpoint, int peerId, boolean active, long peerRing, boolean shares) {
        ConnectionEnd connection = endpoint.connection();
        assertThat(connection.reserve()).isEqualTo(NdStatus.SUCCESS);
        Attachment to = new Attachment(
                end,
                peerId,
                PEER_GENERATION,
                new Connector.ReadLimits(READ_LIMIT, READ_LIMIT),
                peerRing,
                shares,
                () -> ended.add("endpoint"));
        assertThat(connection.attach(to, active)).isTrue();
    }

    /** Lets the peer show how many Receives it has posted. */
    void grantCredit(long posted) {
        link.grantCredit(PeerCredit.word(PEER_GENERATION, posted));
    }

    /** What the application's next poll of an empty queue does. */
    void progress() {
        domain.enter();
        try {
            domain.progress();
        } finally {
            domain.exit();
        }
        loop.runTasks();
    }

    /** Takes every completion there is: receives first. */
    List<String> completions() {
        List<String> taken = new ArrayList<>();
        for (CompletionQueue queue : List.of(receives, initiators)) {
            while (Queued.isIn(queue)) {
                assertThat(queue.poll(completion, 1)).isEqualTo(1);
                taken.add(completion[0].requestType() + " " + completion[0].status() + " "
                        + completion[0].requestContext());
            }
        }
        return taken;
    }
}
