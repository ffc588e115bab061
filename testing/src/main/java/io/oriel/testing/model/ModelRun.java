// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.Answers;
import io.oriel.testing.model.nd.ModelEndpoint;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.nd.Order;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.nd.Rule;
import io.oriel.testing.model.operation.Inventory;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Kind;
import io.oriel.testing.model.operation.OperationSource;
import io.oriel.testing.model.run.Arrivals;
import io.oriel.testing.model.run.Comparison;
import io.oriel.testing.model.run.Divergence;
import io.oriel.testing.model.run.Ends;
import io.oriel.testing.model.run.Lie;
import io.oriel.testing.model.run.Patience;
import io.oriel.testing.model.run.PeerDeath;
import io.oriel.testing.model.run.Rig;
import io.oriel.testing.model.run.Survivor;
import io.oriel.testing.model.run.WindowRace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sequence on real adapters and on the model, and compares them step by step.
 *
 * <p>Several requests may be under way at a time. When everything has arrived the run takes every completion and compares
 * all that it can see; until then it compares the calls' statuses.
 */
public final class ModelRun {
    private static final int SETTLES_BETWEEN_FULL_LOOKS = 64;
    private static final int MAX_DRAWS = 30;

    private final ConformanceFixture fixture;
    private final NdModel model;
    private final Answers answers;
    private final Order order;
    private final Rig rig;
    private final Patience patience;
    private final Arrivals arrivals;
    private final Comparison comparison;
    private final WindowRace race;
    private final Ends ends;
    private final List<Operation> operations = new ArrayList<>();
    private int index;
    private int settles;
    private boolean isUncertain;
    private long performed;

    /**
     * Prepares a run.
     *
     * @param fixture   the real adapters
     * @param forgotten what the model does not know
     * @param lie       what the real ones say wrongly
     */
    public ModelRun(ConformanceFixture fixture, Set<Rule> forgotten, @Nullable Lie lie) {
        this.fixture = fixture;
        model = new NdModel(forgotten);
        answers = new Answers(model, fixture.owner().info());
        order = new Order(model, answers);
        rig = new Rig(fixture);
        patience = new Patience(fixture, !forgotten.isEmpty() || lie != null);
        arrivals = new Arrivals(fixture, model, rig, lie);
        comparison = new Comparison(model, rig, fixture::statusOf);
        race = new WindowRace(fixture, model, rig, arrivals, patience);
        ends = new Ends(fixture, model, rig, arrivals);
    }

    /** Returns how many operations were carried out; the others named what was not there. */
    public long performed() {
        return performed;
    }

    /** Returns the sequence that was run. */
    public List<Operation> operations() {
        return operations;
    }

    /** Runs a sequence to its end, or to the death of the peer. */
    public void run(List<Operation> sequence) {
        run(sequence.size(), sequence::get);
    }

    /** Runs a sequence that is drawn as it goes: so mostly something happens. */
    public void explore(OperationSource source, int count) {
        run(count, each -> {
            source.endIsUnderWay(!model.ending().isEmpty(), model.freed());
            Operation next = source.next();
            for (int draw = 0; draw < MAX_DRAWS && order.isDull(next) && source.isBored(); draw++) {
                next = source.next();
            }
            return next;
        });
    }

    private void run(int count, IntFunction<Operation> sequence) {
        try {
            runToTheEnd(count, sequence);
        } catch (Divergence e) {
            throw e.at(index);
        } catch (RuntimeException e) {
            throw new Divergence(index, e.toString(), e);
        }
    }

    private void runToTheEnd(int count, IntFunction<Operation> sequence) {
        try {
            for (index = 0; index < count; index++) {
                Operation next = sequence.apply(index);
                operations.add(next);
                step(next);
            }
            index = count - 1;
            settle();
            fixture.settle();
            settle();
            comparison.compareMemory(true);
        } catch (PeerDeath e) {
            checkSurvivor();
        }
    }

    private void step(Operation operation) {
        ends.learn();
        if (!order.isApplicable(operation)) {
            return;
        }
        if (order.mustSettleBefore(operation)) {
            settle();
            if (!order.isApplicable(operation)) {
                return; // a connection has ended
            }
        }
        performed++;
        boolean alone = order.mustSettleAfter(operation);
        long context = contextOf(operation);
        switch (operation.kind()) {
            case SETTLE -> settle();
            case IDLE -> idle(operation);
            case RACE -> race.run(operation, index, context);
            case NOTIFY -> {
                comparison
                        .notifications(operation.side(), operation.what())
                        .add(rig.queue(operation.side(), operation.what())
                                .requestNotification(NdModel.typeOf(operation)));
                model.performed(operation, context, NdStatus.SUCCESS);
            }
            case RESIZE -> {
                fill(operation.side(), operation.what());
                perform(operation, context);
            }
            default -> perform(operation, context);
        }
        if (alone || model.endsWithSharedMessages()) {
            settle();
        }
    }

    /** Contexts grow; those that come back in the receive queue as an invalidation by the peer are negative. */
    private long contextOf(Operation operation) {
        long context = 2L * index + 100;
        return operation.kind() == Kind.FAST_REGISTER ? -context : context;
    }

    private void perform(Operation operation, long context) {
        Set<NdStatus> allowed = answers.to(operation);
        boolean isDescribed = operation.kind() == Kind.GET_TOKEN && model.isDescribed(operation);
        long expected = model.execution().expectation(operation, context);
        NdStatus status;
        try {
            status = rig.perform(operation, context, expected);
        } catch (AssertionError e) {
            isUncertain = true;
            patience.requirePeer();
            throw new Divergence(operation + " did not end: " + e.getMessage());
        }
        if (allowed.contains(status)) {
            model.performed(operation, context, status);
        }
        isUncertain = !allowed.contains(status);
        patience.requirePeer();
        if (!allowed.contains(status)) {
            throw new Divergence(operation + " returned " + status + ", not " + allowed);
        }
        if (status == NdStatus.SUCCESS && isDescribed && !rig.toldTheSameToken()) {
            throw new Divergence(operation + " told another token than before");
        }
        if (operation.kind() == Kind.NOTIFY_SHARED && status == NdStatus.SUCCESS) {
            comparison.sharedNotifications(operation.side()).add(rig.lastSharedNotification());
        }
    }

    private void idle(Operation operation) {
        for (int round = 0; round < operation.at(); round++) {
            fixture.progress(operation.side() == 0 ? fixture.owner() : fixture.peer());
            fixture.pause();
        }
        patience.requirePeer();
        if (operation.what() == OperationSource.TAKING) {
            collect();
            boolean unused = arrivals.areComplete();
        }
    }

    /** Lets all arrive that a queue is to hold, and takes nothing: only then it is known what it cannot be resized to. */
    private void fill(int side, int queue) {
        boolean areAllThere = arrivals.areComplete(); // what a race has taken is in no queue any more
        int queued = areAllThere ? 0 : model.queued(side, queue);
        if (queued > 1) {
            patience.await(() -> queued + " completions in side " + side + ", queue " + queue, () -> {
                fixture.idle();
                boolean hasRoom = rig.resize(side, queue, queued - 1);
                if (hasRoom) {
                    model.resized(side, queue, queued - 1);
                }
                return !hasRoom;
            });
        }
    }

    // Letting everything arrive.

    /** Lets everything arrive, and compares all that can be seen. */
    private void settle() {
        patience.await(arrivals::missing, this::haveMessagesArrived);
        proveSilentRequests();
        patience.await(this::missing, () -> {
            collect();
            return arrivals.areComplete() && ends.areOver() && comparison.disagreement() == null;
        });
        arrivals.forgetFormer();
        for (int side = 0; side < Inventory.SIDES; side++) {
            if (model.sharedQueue(side).hasPassedOver()) {
                throw new Divergence("the shared queue of side " + side + " has passed a Receive over");
            }
        }
        if (model.hasNewWaiting()) {
            fixture.settle(); // until the peer knows who waits
            patience.requirePeer();
        }
        comparison.takeNotifications();
        settles++;
        comparison.compareMemory(settles % SETTLES_BETWEEN_FULL_LOOKS == 0);
        model.settled();
    }

    /** Tells whether it is known of each message which Receive of a shared queue it has taken. */
    private boolean haveMessagesArrived() {
        if (model.isUnderWay(model.sharedQueue(0)) || model.isUnderWay(model.sharedQueue(1))) {
            collect();
            boolean unused = arrivals.areComplete();
        }
        return !model.isUnderWay(model.sharedQueue(0)) && !model.isUnderWay(model.sharedQueue(1));
    }

    /** Takes every completion that is there; none may be compared that the peer's death has brought about. */
    private void collect() {
        arrivals.collect(index);
        patience.requirePeer();
    }

    private String missing() {
        String missing = arrivals.missing() + ends.missing();
        return missing.isEmpty() ? "the model, but " + comparison.disagreement() : missing;
    }

    /** A silent request is done when a later one has completed: a Bind, which changes nothing else. */
    private void proveSilentRequests() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (endpoint.silentUnderWay == 0 || !endpoint.isConnected() || endpoint.isEnding()) {
                    continue;
                }
                if (!endpoint.waiting.isEmpty()) {
                    fixture.settle();
                    continue;
                }
                int at = side;
                int of = pair;
                patience.await(() -> "room for a Bind", () -> {
                    collect();
                    return rig.mark(at, of) == NdStatus.SUCCESS;
                });
                endpoint.initiatorsTaken++;
                endpoint.initiated.add(new Expected(RequestType.BIND, NdStatus.SUCCESS, 0, Rig.MARK));
                model.noted(endpoint, false, false, false);
            }
        }
    }

    // After the death of the peer's process.

    private void checkSurvivor() {
        fixture.settle();
        arrivals.collect(index);
        arrivals.follow(0);
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            model.execution().leaveArrivalsOpen(model.endpoint(1, pair));
            model.execution().supposeArrivals(model.endpoint(0, pair));
        }
        arrivals.endpoints(0)
                .distinct()
                .forEach(each ->
                        new Survivor(each, isUncertain).check(arrivals.initiated(each), arrivals.received(each)));
        comparison.compareSurvivor();
    }
}
