// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.heap.HeapProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A process with its application. */
final class Inhabitant {
    private static final int FIRST_PORT = 5000;

    private final int number;
    private final HeapProcess process;
    private final Provider provider;
    private final List<Place> places = new ArrayList<>();

    /** Its application neither posts nor polls until so many more operations are done. */
    int away;

    Inhabitant(int number, World world, OrielConfig config, int adapters) {
        this.number = number;
        process = world.medium().newProcess();
        process.failures().suspend(); // the start is not what is tried
        provider = EngineProviderFactory.open(config, process.loop(), process.factory());
        for (int index = 0; index < adapters; index++) {
            int port = FIRST_PORT + number * 10 + index;
            places.add(new Place(this, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), world));
        }
        process.failures().resume();
        process.onControlSent(() -> world.controlSent(this));
    }

    /** Closes an adapter, and opens another at its address. */
    void reopen(int index, World world) {
        Place former = places.get(index);
        former.close();
        process.failures().suspend();
        places.set(index, new Place(this, former.address(), world));
        process.failures().resume();
    }

    int number() {
        return number;
    }

    HeapProcess process() {
        return process;
    }

    Provider provider() {
        return provider;
    }

    List<Place> places() {
        return places;
    }

    boolean isAlive() {
        return process.isAlive();
    }
}
