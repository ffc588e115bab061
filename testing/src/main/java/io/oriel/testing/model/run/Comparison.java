// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.api.NdStatus;
import io.oriel.testing.model.nd.ModelMemory;
import io.oriel.testing.model.nd.ModelWindow;
import io.oriel.testing.model.nd.ModelWindow.Grant;
import io.oriel.testing.model.nd.NdModel;
import io.oriel.testing.model.operation.Inventory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that can be seen of the real ones beside completions, and its comparison with the model. */
public final class Comparison {
    private final NdModel model;
    private final Rig rig;
    private final Function<CompletableFuture<?>, NdStatus> statusOf;
    private final List<List<CompletableFuture<Void>>> notifications = lists(Inventory.SIDES * Inventory.QUEUES);
    private final List<List<CompletableFuture<Void>>> sharedNotifications = lists(Inventory.SIDES);
    private byte[] scratch = new byte[0];

    public Comparison(NdModel model, Rig rig, Function<CompletableFuture<?>, NdStatus> statusOf) {
        this.model = model;
        this.rig = rig;
        this.statusOf = statusOf;
    }

    private static List<List<CompletableFuture<Void>>> lists(int count) {
        return Stream.generate(() -> (List<CompletableFuture<Void>>) new ArrayList<CompletableFuture<Void>>())
                .limit(count)
                .toList();
    }

    /** Returns the notifications of a completion queue that were asked for and not told. */
    public List<CompletableFuture<Void>> notifications(int side, int queue) {
        return notifications.get(side * Inventory.QUEUES + queue);
    }

    /** Returns the notifications of a shared receive queue that were asked for and not told. */
    public List<CompletableFuture<Void>> sharedNotifications(int side) {
        return sharedNotifications.get(side);
    }

    /** Says what is not yet as in the model; null if all is. */
    @Nullable
    public String disagreement() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            String wrong = wrongObject(side);
            if (wrong == null) {
                wrong = untold(side);
            }
            for (int region = 0; region < Inventory.REGIONS.size() && wrong == null; region++) {
                ModelMemory memory = model.region(side, region);
                wrong = wrongByte(side, region, memory.changedFrom(), memory.changedTo());
            }
            if (wrong != null) {
                return "side " + side + ", " + wrong;
            }
        }
        return null;
    }

    private @Nullable String wrongObject(int side) {
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            if (rig.isConnected(side, pair) != model.endpoint(side, pair).isConnected()) {
                return "pair " + pair + " connected: " + rig.isConnected(side, pair);
            }
        }
        for (int window = 0; window < Inventory.WINDOWS; window++) {
            if (rig.isBound(side, window) != model.window(side, window).isBound()) {
                return "window " + window + " bound: " + rig.isBound(side, window);
            }
        }
        for (int region = 0; region < Inventory.REGIONS.size(); region++) {
            if (Inventory.REGIONS.get(region).isFastRegistrable() && isTokenWrong(side, region)) {
                return "region " + region + " has another token, or has one: " + rig.hasToken(side, region);
            }
        }
        for (int queue = 0; queue < Inventory.QUEUES; queue++) {
            if (rig.queue(side, queue).depth() != model.depth(side, queue)) {
                return "queue " + queue + " has the depth "
                        + rig.queue(side, queue).depth();
            }
        }
        int depth = rig.sharedQueue(side).depth();
        return depth == model.sharedQueue(side).depth() ? null : "the shared queue has the depth " + depth;
    }

    /** Compares the token of a region as far as it can have changed; if that is open, the model takes over what is real. */
    private boolean isTokenWrong(int side, int region) {
        ModelWindow token = model.token(side, region);
        boolean isToBeSeen = token.isChanged() || token.mayBeUnbound();
        if (!isToBeSeen || isReal(side, region, token.grant())) {
            return false;
        }
        if (token.mayBeUnbound() && !rig.hasToken(side, region)) {
            token.adoptUnbound();
            return false;
        }
        return true;
    }

    private boolean isReal(int side, int region, @Nullable Grant grant) {
        return grant == null ? !rig.hasToken(side, region) : rig.hasToken(side, region, grant.context());
    }

    private @Nullable String untold(int side) {
        for (int queue = 0; queue < Inventory.QUEUES; queue++) {
            if (model.isTold(side, queue) && !areDone(notifications(side, queue))) {
                return "queue " + queue + " has not told of its completions";
            }
        }
        boolean isTold = model.sharedQueue(side).told() != null;
        return isTold && !areDone(sharedNotifications(side)) ? "the shared queue has not told that it runs low" : null;
    }

    private static boolean areDone(List<CompletableFuture<Void>> futures) {
        return futures.stream().allMatch(CompletableFuture::isDone);
    }

    /** Takes the notifications that were told; none may have come early, or in another way. */
    public void takeNotifications() {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int queue = 0; queue < Inventory.QUEUES; queue++) {
                NdStatus told = model.isTold(side, queue) ? NdStatus.SUCCESS : null;
                take("side " + side + ", queue " + queue, notifications(side, queue), told);
            }
            NdStatus told = model.sharedQueue(side).told();
            take("side " + side + ", the shared queue", sharedNotifications(side), told);
        }
    }

    private void take(String of, List<CompletableFuture<Void>> futures, @Nullable NdStatus told) {
        for (CompletableFuture<Void> each : futures) {
            if (told == null ? each.isDone() : statusOf.apply(each) != told) {
                throw new Divergence(of + ": a notification came early, or not as " + told);
            }
        }
        if (told != null) {
            futures.clear();
        }
    }

    /** Ends the look at memory; if wished, with a look at the whole. */
    public void compareMemory(boolean whole) {
        for (int side = 0; side < Inventory.SIDES; side++) {
            for (int region = 0; region < Inventory.REGIONS.size(); region++) {
                ModelMemory memory = model.region(side, region);
                String wrong = whole ? wrongByte(side, region, 0, memory.bytes().length) : null;
                if (wrong != null) {
                    throw new Divergence("side " + side + ", " + wrong);
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
        if (memory.isOpen() && memory.mayBe(from, bytes)) {
            memory.adopt(from, bytes);
            return null;
        }
        return "region " + region + ": byte " + (from + wrong) + " is " + actual[wrong] + ", not "
                + memory.bytes()[from + wrong];
    }

    private byte[] real(int side, int region, int from, int to) {
        if (scratch.length < to - from) {
            scratch = new byte[to - from];
        }
        rig.region(side, region).buffer().getBytes(from, scratch, 0, to - from);
        return scratch;
    }

    /** Looks at what is left to the survivor of the peer's death. */
    public void compareSurvivor() {
        for (int pair = 0; pair < Inventory.PAIRS; pair++) {
            if (rig.isConnected(0, pair)) {
                throw new Divergence("pair " + pair + " is connected to a dead peer");
            }
        }
        for (int region = 0; region < Inventory.REGIONS.size(); region++) {
            ModelMemory memory = model.region(0, region);
            int length = memory.bytes().length;
            if (memory.isRegistered() && !memory.isNowOrWas(0, Arrays.copyOf(real(0, region, 0, length), length))) {
                throw new Divergence("region " + region + " holds what nobody wrote");
            }
        }
        for (int window = 0; window < Inventory.WINDOWS; window++) {
            if (rig.isBound(0, window)) {
                throw new Divergence("window " + window + " is bound for a dead peer");
            }
        }
    }
}
