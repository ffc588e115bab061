// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.run;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.engine.model.nd.Expected;
import io.oriel.engine.model.nd.ModelCalls;
import io.oriel.engine.model.nd.ModelEndpoint;
import io.oriel.engine.model.nd.ModelMemory;
import io.oriel.engine.model.nd.ModelWindow;
import io.oriel.engine.model.nd.NdModel;
import io.oriel.engine.model.nd.Rule;
import io.oriel.engine.model.operation.Inventory;
import io.oriel.engine.model.operation.Operation;
import io.oriel.engine.model.operation.Operation.Kind;
import io.oriel.engine.model.operation.Operation.Span;
import io.oriel.engine.model.operation.OperationSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sequence on real adapters and on the model, and compares them step by step.
 *
 * <p>Several requests may be under way at a time. When everything has arrived the run takes every completion and compares
 * all that it can see; until then it compares the calls' statuses.
 */
public final class ModelRun {
    private static final int POLLED_AT_MOST = 16;
    private static final int SETTLES_BETWEEN_FULL_LOOKS = 64;
    private static final int ROUNDS_IN_HEAP = 50_000;
    private static final int BUSY_ROUNDS = 256;
    private static final int MAX_DRAWS = 30;
    private static final long PATIENCE_NS = 20_000_000_000L;

    /** The peer's process has died. */
    private static final class PeerDeath extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final ConformanceFixture fixture;
    private final NdModel model;
    private final ModelCalls calls;
    private final Rig rig;
    private final Completion[] completions = new Completion[POLLED_AT_MOST];
    private final List<Deque<Expected>> arrived = Stream.generate(() -> (Deque<Expected>) new ArrayDeque<Expected>())
            .limit(Inventory.SIDES * Inventory.PAIRS * 2)
            .toList();
    private final List<List<CompletableFuture<Void>>> notifications = Stream.generate(
                    () -> (List<CompletableFuture<Void>>) new ArrayList<CompletableFuture<Void>>())
            .limit(Inventory.SIDES * Inventory.QUEUES)
            .toList();
    private final List<Operation> operations = new ArrayList<>();
    private int index;
    private int settles;
    private boolean isUncertain;
    private long performed;
    private byte[] scratch = new byte[0];

    public ModelRun(ConformanceFixture fixture, Set<Rule> forgotten) {
        this.fixture = fixture;
        model = new NdModel(forgotten);
        calls = new ModelCalls(model, fixture.owner().info());
        rig = new Rig(fixture);
        Arrays.setAll(completions, each -> new Completion());
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
            Operation next = source.next();
            for (int draw = 0; draw < MAX_DRAWS && calls.isDull(next) && source.isBored(); draw++) {
                next = source.next();
            }
            return next;
        });
    }

    private void run(int count, IntFunction<Operation> sequence) {
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
            compareMemory(true);
        } catch (PeerDeath e) {
            checkSurvivor();
        } catch (RuntimeException e) {
            throw new Divergence(index, e.toString(), e);
        }
    }

    private void step(Operation operation) {
        if (!calls.isApplicable(operation)) {
            return;
        }
        if (calls.mustSettleBefore(operation)) {
            settle();
        }
        performed++;
        long context = 2L * index + 100;
        switch (operation.kind()) {
            case SETTLE -> settle();
            case IDLE -> idle(operation);
            case RACE -> race(operation, context);
            case NOTIFY -> {
                notifications(operation.side(), operation.what())
                        .add(rig.queue(operation.side(), operation.what())
                                .requestNotification(NdModel.typeOf(operation)));
                model.performed(operation, context, NdStatus.SUCCESS);
            }
            default -> perform(operation, context);
        }
        if (model.hasEnded()) {
            settle();
        }
    }

    private void perform(Operation operation, long context) {
        Set<NdStatus> allowed = calls.answers(operation);
        NdStatus status;
        try {
            status = rig.perform(operation, context);
        } catch (AssertionError e) {
            isUncertain = true;
            requirePeer();
            throw new Divergence(index, operation + " did not end: " + e.getMessage());
        }
        if (allowed.contains(status)) {
            model.performed(operation, context, status);
        }
        isUncertain = !allowed.contains(status);
        requirePeer();
        if (!allowed.contains(status)) {
            throw new Divergence(index, operation + " returned " + status + ", not " + allowed);
        }
    }

    private void idle(Operation operation) {
        for (int round = 0; round < operation.at(); round++) {
            fixture.progress(operation.side() == 0 ? fixture.owner() : fixture.peer());
            fixture.pause();
        }
        requirePeer();
    }

    private void requirePeer() {
        if (!fixture.isPeerAlive()) {
            throw new PeerDeath();
        }
    }

    // What has come of the real ones, not compared yet.

    private Deque<Expected> initiated(int side, int pair) {
        return arrived.get((side * Inventory.PAIRS + pair) * 2);
    }

    private Deque<Expected> received(int side, int pair) {
        return arrived.get((side * Inventory.PAIRS + pair) * 2 + 1);
    }

    private List<CompletableFuture<Void>> notifications(int side, int queue) {
        return notifications.get(side * Inventory.QUEUES + queue);
    }

    // A race of a window's owner and its user.

    private void race(Operation operation, long context) {
        ModelEndpoint user = model.endpointOf(operation);
        ModelWindow.View view = user.remotes[operation.what()];
        if (view == null) {
            return;
        }
        int window = windowOf(view);
        Operation take =
                new Operation(Kind.INVALIDATE, view.side(), operation.pair(), window, Span.NONE, 0, OpFlags.NONE);
        Operation use = operation.use();
        int choice = operation.flags() / 3;
        boolean takesFirst = (choice & 1) != 0;
        post(takesFirst ? take : use, takesFirst ? context + 1 : context);
        for (int round = (choice >> 1) & 3; round > 0; round--) {
            fixture.progress(((choice >> (2 + round)) & 1) == 0 ? fixture.owner() : fixture.peer());
            fixture.pause();
        }
        post(takesFirst ? use : take, takesFirst ? context : context + 1);
        awaitRace(view.side(), operation);
        resolve(operation, take, use, context);
        requirePeer();
    }

    private int windowOf(ModelWindow.View view) {
        for (int window = 0; window < Inventory.WINDOWS; window++) {
            if (model.window(view.side(), window) == view.window()) {
                return window;
            }
        }
        throw new IllegalStateException("a window that can be raced for is not there");
    }

    private void post(Operation operation, long context) {
        NdStatus status = rig.perform(operation, context);
        boolean mayHaveEnded = status == NdStatus.CONNECTION_INVALID;
        if (status != NdStatus.SUCCESS && !mayHaveEnded) {
            throw new Divergence(index, operation + " returned " + status + " in a race");
        }
        if (mayHaveEnded) {
            throw new Divergence(index, operation + " came after the end in a race");
        }
    }

    private void awaitRace(int owner, Operation operation) {
        Deque<Expected> ofOwner = initiated(owner, operation.pair());
        Deque<Expected> ofUser = initiated(1 - owner, operation.pair());
        await("both ends of the race " + operation, () -> {
            collect();
            return !ofOwner.isEmpty() && !ofUser.isEmpty();
        });
    }

    /** Tells the model who won: then it knows the rest. */
    private void resolve(Operation operation, Operation take, Operation use, long context) {
        NdStatus taken = initiated(take.side(), take.pair()).element().status();
        NdStatus used = initiated(use.side(), use.pair()).element().status();
        boolean userFirst = used == NdStatus.SUCCESS;
        boolean invalidates = use.kind() == Kind.SEND_AND_INVALIDATE;
        NdStatus expected = invalidates && userFirst ? NdStatus.INVALID_DEVICE_REQUEST : NdStatus.SUCCESS;
        if (taken != expected) {
            throw new Divergence(index, operation + ": the Invalidate ended " + taken + ", its opponent " + used);
        }
        if (userFirst) {
            model.performed(use, context, NdStatus.SUCCESS);
            model.performed(take, context + 1, NdStatus.SUCCESS);
            return;
        }
        leaveOpen(use);
        model.performed(take, context + 1, NdStatus.SUCCESS);
        model.performed(use, context, NdStatus.SUCCESS);
    }

    /** A transfer that is overtaken may have moved some of its bytes. */
    private void leaveOpen(Operation use) {
        ModelWindow.View view = model.endpointOf(use).remotes[use.what()];
        if (view == null || use.kind() == Kind.SEND_AND_INVALIDATE || use.span().total() == 0) {
            return;
        }
        ModelMemory own = model.region(use.side(), use.span().region());
        ModelMemory memory = view.window().memory();
        int at = (int) (view.window().start() + use.at());
        int length = (int) use.span().total();
        if (use.kind() == Kind.WRITE) {
            memory.put(at, own.gather(use.span()), 0, length);
            memory.leaveOpen();
        } else {
            own.scatter(use.span(), memory.copy(at, length));
            own.leaveOpen();
        }
    }

    // Letting everything arrive.

    /** Lets everything arrive, and compares all that can be seen. */
    private void settle() {
        proveSilentRequests();
        await("", () -> {
            collect();
            return hasArrived() && disagreement() == null;
        });
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                List<CompletableFuture<Void>> pending = notifications(side, queue);
                if (model.isTold(side, queue)) {
                    pending.clear();
                } else if (pending.stream().anyMatch(CompletableFuture::isDone)) {
                    throw new Divergence(index, "a notification of side " + side + ", queue " + queue + " came early");
                }
            }
        }
        settles++;
        compareMemory(settles % SETTLES_BETWEEN_FULL_LOOKS == 0);
        model.settled();
    }

    /** A silent request is done when a later one has completed: a Bind, which changes nothing else. */
    private void proveSilentRequests() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (endpoint.silentUnderWay == 0 || !endpoint.isConnected()) {
                    continue;
                }
                if (!endpoint.waiting.isEmpty()) {
                    fixture.settle();
                    continue;
                }
                int at = side;
                int of = pair;
                await("room for a Bind", () -> {
                    collect();
                    return rig.mark(at, of) == NdStatus.SUCCESS;
                });
                endpoint.initiatorsTaken++;
                endpoint.initiated.add(new Expected(RequestType.BIND, NdStatus.SUCCESS, 0, Rig.MARK));
                model.noted(endpoint, false, false, false);
            }
        }
    }

    private void await(String what, BooleanSupplier condition) {
        long beganNs = System.nanoTime();
        boolean inHeap = !fixture.supportsBlockingWaits();
        requirePeer();
        for (int round = 0; !condition.getAsBoolean(); round++) {
            requirePeer();
            boolean over = inHeap ? round > ROUNDS_IN_HEAP : System.nanoTime() - beganNs > PATIENCE_NS;
            if (over) {
                throw new Divergence(index, "waited in vain for " + (what.isEmpty() ? missing() : what));
            }
            if (inHeap || round > BUSY_ROUNDS) {
                fixture.pause();
            }
        }
        requirePeer();
    }

    /** Takes every completion that is there. */
    private void collect() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            if (side == 1 && !fixture.isPeerAlive()) {
                return;
            }
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                collect(side, queue, rig.queue(side, queue));
            }
        }
    }

    private void collect(int side, int queue, CompletionQueue from) {
        int max = (index & 3) == 0 ? 1 : (index & 3) == 1 ? 2 : POLLED_AT_MOST;
        int count;
        do {
            count = from.poll(completions, max);
            for (int each = 0; each < count; each++) {
                arrive(side, queue, completions[each]);
            }
        } while (count == max);
    }

    private void arrive(int side, int queue, Completion completion) {
        int pair = queue == 2 ? 1 : 0;
        ModelEndpoint endpoint = model.endpoint(side, pair);
        long context = completion.requestContext();
        boolean ofReceives = completion.requestType() == RequestType.RECEIVE
                || (completion.requestType() == RequestType.INVALIDATE && context < 0);
        if (completion.endpointContext() != endpoint.context || queue != Inventory.queueOf(pair, ofReceives)) {
            throw new Divergence(index, "side " + side + ", queue " + queue + " has a strange " + completion);
        }
        Expected actual =
                new Expected(completion.requestType(), completion.status(), completion.bytesTransferred(), context);
        (ofReceives ? received(side, pair) : initiated(side, pair)).add(actual);
    }

    /** Compares what has arrived; tells whether it is all that is to arrive. */
    private boolean hasArrived() {
        boolean all = true;
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                compare(endpoint, endpoint.initiated, initiated(side, pair));
                compare(endpoint, endpoint.received, received(side, pair));
                all &= endpoint.initiated.isEmpty() && endpoint.received.isEmpty();
            }
        }
        return all;
    }

    private void compare(ModelEndpoint endpoint, Deque<Expected> expected, Deque<Expected> actual) {
        while (!actual.isEmpty()) {
            Expected next = expected.poll();
            Expected real = actual.remove();
            if (!real.equals(next)) {
                throw new Divergence(
                        index,
                        "side " + endpoint.side + ", pair " + endpoint.pair + " completed " + real + ", not " + next);
            }
            if (real.type() == RequestType.RECEIVE) {
                endpoint.receivesTaken--;
            } else if (expected == endpoint.initiated) {
                endpoint.initiatorsTaken--;
            }
        }
    }

    /** Says what is not yet as in the model, beside the completions; null if all is. */
    private @Nullable String disagreement() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                if (rig.isConnected(side, pair) != model.endpoint(side, pair).isConnected()) {
                    return "side " + side + ", pair " + pair + " connected: " + rig.isConnected(side, pair);
                }
            }
            for (int window = 0; window < Inventory.WINDOWS; window++) {
                if (rig.isBound(side, window) != model.window(side, window).isBound()) {
                    return "side " + side + ", window " + window + " bound: " + rig.isBound(side, window);
                }
            }
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                boolean told = notifications(side, queue).stream().allMatch(CompletableFuture::isDone);
                if (model.isTold(side, queue) && !told) {
                    return "side " + side + ", queue " + queue + " was not told of its completions";
                }
            }
            for (int region = 0; region < Inventory.REGIONS.size(); region++) {
                ModelMemory memory = model.region(side, region);
                String wrong = wrongByte(side, region, memory.changedFrom(), memory.changedTo());
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    private String missing() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int pair = 0; pair < Inventory.PAIRS; pair++) {
                ModelEndpoint endpoint = model.endpoint(side, pair);
                if (!endpoint.initiated.isEmpty() || !endpoint.received.isEmpty()) {
                    return "side " + side + ", pair " + pair + ": " + endpoint.initiated + " and " + endpoint.received;
                }
            }
        }
        return "the model, but " + disagreement();
    }

    // Memory.

    private void compareMemory(boolean whole) {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int region = 0; region < Inventory.REGIONS.size(); region++) {
                ModelMemory memory = model.region(side, region);
                String wrong = whole ? wrongByte(side, region, 0, memory.bytes().length) : null;
                if (wrong != null) {
                    throw new Divergence(index, wrong);
                }
                memory.looked();
            }
        }
    }

    private @Nullable String wrongByte(int side, int region, int from, int to) {
        ModelMemory memory = model.region(side, region);
        if (from >= to || !memory.isRegistered()) {
            return null;
        }
        byte[] actual = real(side, region, from, to);
        int wrong = Arrays.mismatch(memory.bytes(), from, to, actual, 0, to - from);
        if (wrong < 0) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(actual, to - from);
        if (memory.isOpen() && memory.isNowOrWas(from, bytes)) {
            memory.adopt(from, bytes);
            return null;
        }
        return "side " + side + ", region " + region + ": byte " + (from + wrong) + " is " + actual[wrong] + ", not "
                + memory.bytes()[from + wrong];
    }

    private byte[] real(int side, int region, int from, int to) {
        if (scratch.length < to - from) {
            scratch = new byte[to - from];
        }
        rig.region(side, region).buffer().getBytes(from, scratch, 0, to - from);
        return scratch;
    }

    // After the death of the peer's process.

    private void checkSurvivor() {
        fixture.settle();
        collect();
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            new Survivor(index, model.endpoint(0, pair), isUncertain).check(initiated(0, pair), received(0, pair));
            if (rig.isConnected(0, pair)) {
                throw new Divergence(index, "pair " + pair + " is connected to a dead peer");
            }
        }
        for (int region = 0; region < Inventory.REGIONS.size(); region++) {
            ModelMemory memory = model.region(0, region);
            int length = memory.bytes().length;
            if (memory.isRegistered() && !memory.isNowOrWas(0, Arrays.copyOf(real(0, region, 0, length), length))) {
                throw new Divergence(index, "region " + region + " holds what nobody wrote");
            }
        }
        for (int window = 0; window < Inventory.WINDOWS; window++) {
            if (rig.isBound(0, window)) {
                throw new Divergence(index, "window " + window + " is bound for a dead peer");
            }
        }
    }
}
