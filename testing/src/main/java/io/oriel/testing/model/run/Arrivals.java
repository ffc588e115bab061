// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Inventory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The completions that have come of the real queues, and their comparison with those that the model expects. */
public final class Arrivals {
    private static final int POLLED_AT_MOST = 16;

    private final ConformanceFixture fixture;
    private final NdModel model;
    private final Rig rig;
    private final @Nullable Lie lie;
    private final Completion[] completions = new Completion[POLLED_AT_MOST];
    private final Map<ModelEndpoint, Arrived> ofEndpoints = new HashMap<>();

    /** What has come of the queues of an endpoint, and was not compared. */
    private record Arrived(Deque<Expected> initiated, Deque<Expected> received) {
        Arrived() {
            this(new ArrayDeque<>(), new ArrayDeque<>());
        }
    }

    public Arrivals(ConformanceFixture fixture, NdModel model, Rig rig, @Nullable Lie lie) {
        this.lie = lie;
        this.fixture = fixture;
        this.model = model;
        this.rig = rig;
        Arrays.setAll(completions, each -> new Completion());
    }

    /** Returns what has come of an endpoint's initiator queue, and was not compared. */
    public Deque<Expected> initiated(ModelEndpoint endpoint) {
        return ofEndpoints.computeIfAbsent(endpoint, each -> new Arrived()).initiated();
    }

    /** Returns what has come of an endpoint's Receives, and was not compared. */
    public Deque<Expected> received(ModelEndpoint endpoint) {
        return ofEndpoints.computeIfAbsent(endpoint, each -> new Arrived()).received();
    }

    /** Forgets endpoints that are no more, and of which everything has come. */
    public void forgetFormer() {
        ofEndpoints.keySet().removeIf(each -> model.endpoint(each.side, each.pair) != each && !each.isEnding());
    }

    /** Takes every completion that is there. */
    public void collect(int index) {
        int max = (index & 3) == 0 ? 1 : (index & 3) == 1 ? 2 : POLLED_AT_MOST;
        for (int side = 0; side < Inventory.SIDES; side++) {
            if (side == 1 && !fixture.isPeerAlive()) {
                return;
            }
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                collect(side, queue, max);
            }
        }
    }

    private void collect(int side, int queue, int max) {
        CompletionQueue from = rig.queue(side, queue);
        int count;
        do {
            count = from.poll(completions, max);
            for (int each = 0; each < count; each++) {
                arrive(side, queue, completions[each]);
            }
        } while (count == max);
    }

    private void arrive(int side, int queue, Completion completion) {
        long context = completion.requestContext();
        RequestType type = completion.requestType();
        Expected actual =
                new Expected(type, completion.status(), completion.bytesTransferred(), context, completion.immediate());
        boolean ofReceives = actual.isOfReceive() || (type == RequestType.INVALIDATE && context < 0);
        Optional<ModelEndpoint> owner = endpoints(side)
                .filter(each -> each.context == completion.endpointContext())
                .filter(each -> queue == Inventory.queueOf(each.pair, ofReceives))
                .findAny();
        if (owner.isEmpty()) {
            throw new Divergence("side " + side + ", queue " + queue + " has a strange " + completion);
        }
        Deque<Expected> arrived = ofReceives ? received(owner.get()) : initiated(owner.get());
        if (lie == null) {
            arrived.add(actual);
        } else {
            lie.arrive(owner.get(), arrived, actual);
        }
    }

    /** Returns the endpoints of a side, and those that were there before and are about to end. */
    public Stream<ModelEndpoint> endpoints(int side) {
        Stream<ModelEndpoint> present = Stream.iterate(0, pair -> pair < Inventory.PAIRS, pair -> pair + 1)
                .map(pair -> model.endpoint(side, pair));
        Stream<ModelEndpoint> ending = model.ending().stream().map(each -> side == 0 ? each : each.peer());
        return Stream.concat(present, ending);
    }

    /** Compares what has arrived of connections that do not end; tells whether it is all that is to arrive. */
    public boolean areComplete() {
        follow(0);
        follow(1);
        boolean all = true;
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (!endpoint.isEnding()) {
                    compare(endpoint, endpoint.initiated, initiated(endpoint));
                    compare(endpoint, endpoint.received, received(endpoint));
                    all &= endpoint.initiated.isEmpty() && endpoint.received.isEmpty();
                }
            }
        }
        return all && !model.isUnderWay(model.sharedQueue(0)) && !model.isUnderWay(model.sharedQueue(1));
    }

    /** Tells the model which messages have taken which Receives of a side's shared queue: then it knows the rest. */
    public void follow(int side) {
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            ModelEndpoint endpoint = model.endpoint(side, pair);
            if (endpoint.shared == null) {
                continue;
            }
            long known =
                    endpoint.received.stream().filter(Expected::isOfReceive).count();
            List<Expected> taken = received(endpoint).stream()
                    .filter(Expected::isOfReceive)
                    .skip(known)
                    .toList();
            for (Expected each : taken) {
                if (!model.tookShared(endpoint, each.context())) {
                    throw new Divergence("side " + side + ", pair " + pair + " was not to take the Receive of " + each);
                }
            }
        }
    }

    private void compare(ModelEndpoint endpoint, Deque<Expected> expected, Deque<Expected> actual) {
        while (!actual.isEmpty() && !(expected.isEmpty() && isToBeTold(endpoint))) {
            Expected real = actual.remove();
            Expected next = expected.poll();
            if (!real.equals(next)) {
                throw new Divergence(
                        "side " + endpoint.side + ", pair " + endpoint.pair + " completed " + real + ", not " + next);
            }
            if (real.isOfReceive()) {
                endpoint.reapedReceive(real.context());
            } else if (expected == endpoint.initiated) {
                endpoint.reapedInitiator(real.context());
            }
        }
    }

    /** Tells whether a message of a pair is under way whose Receive of a shared queue says what their completions are. */
    private boolean isToBeTold(ModelEndpoint endpoint) {
        ModelEndpoint peer = model.peerOf(endpoint);
        return isTakerOf(endpoint, peer) || isTakerOf(peer, endpoint);
    }

    private boolean isTakerOf(ModelEndpoint taker, ModelEndpoint sender) {
        return taker.shared != null && !sender.waiting.isEmpty() && model.isUnderWay(taker.shared);
    }

    /** Says what has not arrived; empty if all has. */
    public String missing() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (!endpoint.isEnding() && !(endpoint.initiated.isEmpty() && endpoint.received.isEmpty())) {
                    return "side " + side + ", pair " + pair + ": " + endpoint.initiated + " and " + endpoint.received;
                }
            }
            if (model.isUnderWay(model.sharedQueue(side))) {
                return "messages that take Receives of side " + side;
            }
        }
        return "";
    }
}
