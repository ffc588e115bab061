// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.api.Adapter;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.process.Pulse;
import io.oriel.collectives.process.Surroundings;
import io.oriel.collectives.world.World;
import java.util.concurrent.TimeUnit;

/** What all communicators of a world share, and is closed with it. By the domain's owner. */
final class Home {
    private static final long LEAVING_NS = TimeUnit.SECONDS.toNanos(2);

    private final World world;
    private final CommunicatorConfig config;
    private final Pulse pulse;
    private final Surroundings surroundings;
    private final Surroundings.Patience patience;
    private final Runnable onClosed;
    private final Accumulator accumulator = new Accumulator();
    private boolean closed;

    Home(World world, CommunicatorConfig config, Pulse pulse, Surroundings surroundings, Runnable onClosed) {
        this.world = world;
        this.config = config;
        this.pulse = pulse;
        this.surroundings = surroundings;
        this.onClosed = onClosed;
        patience = surroundings.patience(world.size());
    }

    CommunicatorConfig config() {
        return config;
    }

    Adapter adapter() {
        return world.doorway().adapter();
    }

    /** Returns room to combine in for the one operation that waits; what goes on meanwhile has that of the world. */
    Accumulator accumulator() {
        return accumulator;
    }

    World world() {
        return world;
    }

    /** Leaves, and waits for a short time until the others can know. */
    void close() {
        world.requireCaller();
        if (closed) {
            return;
        }
        long endNs = surroundings.nanoTime() + LEAVING_NS;
        world.close(); // while the others still answer; only notices and memory that goes back are under way then
        for (int turn = 0; world.notices().areHeldBack() && surroundings.nanoTime() - endNs < 0; turn++) {
            world.turn(turn);
        }
        world.leaving().begin();
        for (int turn = 0; !world.leaving().isOver() && surroundings.nanoTime() - endNs < 0; turn++) {
            patience.pause(turn);
        }
        closed = true;
        pulse.close();
        onClosed.run();
    }
}
