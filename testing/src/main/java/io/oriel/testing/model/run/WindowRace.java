// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.ModelMemory;
import io.oriel.testing.model.nd.ModelWindow;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.nd.Request.Expected;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.Operation.Kind;
import io.oriel.testing.model.operation.Operation.Span;
import java.util.Deque;
import java.util.Objects;

/** A race of a window's owner and its user, or of a token's: either may win. */
public final class WindowRace {
    private final ConformanceFixture fixture;
    private final NdModel model;
    private final Rig rig;
    private final Arrivals arrivals;
    private final Patience patience;

    public WindowRace(ConformanceFixture fixture, NdModel model, Rig rig, Arrivals arrivals, Patience patience) {
        this.fixture = fixture;
        this.model = model;
        this.rig = rig;
        this.arrivals = arrivals;
        this.patience = patience;
    }

    public void run(Operation operation, int index, long context) {
        Operation take = take(operation);
        Operation use = operation.use();
        int choice = operation.flags() / 3;
        boolean takesFirst = (choice & 1) != 0;
        post(takesFirst ? take : use, takesFirst ? context + 1 : context);
        for (int round = (choice >> 1) & 3; round > 0; round--) {
            fixture.progress(((choice >> (2 + round)) & 1) == 0 ? fixture.owner() : fixture.peer());
            fixture.pause();
        }
        post(takesFirst ? use : take, takesFirst ? context : context + 1);
        Deque<Expected> ofOwner = arrivals.initiated(model.endpointOf(take));
        Deque<Expected> ofUser = arrivals.initiated(model.endpointOf(use));
        patience.await(() -> "both ends of the race " + operation, () -> {
            arrivals.collect(index);
            return !ofOwner.isEmpty() && !ofUser.isEmpty();
        });
        resolve(take, use, context);
        patience.requirePeer();
    }

    /** Returns what the owner does. */
    private Operation take(Operation operation) {
        ModelWindow.View view = viewOf(operation);
        int number = view.window().number();
        return view.window().isToken()
                ? new Operation(
                        Kind.INVALIDATE_TOKEN, view.side(), operation.pair(), 0, new Span(number, 0, 0, 0), 0, 0)
                : new Operation(Kind.INVALIDATE, view.side(), operation.pair(), number, Span.NONE, 0, OpFlags.NONE);
    }

    private ModelWindow.View viewOf(Operation use) {
        return Objects.requireNonNull(model.endpointOf(use).remotes[use.what()]);
    }

    private void post(Operation operation, long context) {
        NdStatus status = rig.perform(operation, context);
        if (status != NdStatus.SUCCESS) {
            throw new Divergence(operation + " returned " + status + " in a race");
        }
    }

    /** Tells the model who won: then it knows the rest. */
    private void resolve(Operation take, Operation use, long context) {
        NdStatus taken = arrivals.initiated(model.endpointOf(take)).element().status();
        NdStatus used = arrivals.initiated(model.endpointOf(use)).element().status();
        boolean userFirst = used == NdStatus.SUCCESS;
        NdStatus expected = use.sends() && userFirst ? NdStatus.INVALID_DEVICE_REQUEST : NdStatus.SUCCESS;
        if (taken != expected) {
            throw new Divergence(use + ": the Invalidate ended " + taken + ", its opponent " + used);
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
        if (use.sends() || use.span().total() == 0) {
            return;
        }
        ModelWindow window = viewOf(use).window();
        ModelMemory own = model.region(use.side(), use.span().region());
        ModelMemory memory = window.memory();
        int at = (int) (window.start() + use.at());
        int length = (int) use.span().total();
        if (use.kind() == Kind.WRITE) {
            memory.put(at, own.gather(use.span()), 0, length);
            memory.leaveOpen();
        } else {
            own.scatter(use.span(), memory.copy(at, length));
            own.leaveOpen();
        }
    }
}
