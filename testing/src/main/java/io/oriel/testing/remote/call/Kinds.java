// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WaitSet;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an object of the other process can be: one of the API, or the root that leads to them. */
final class Kinds {
    private static final List<Class<?>> API = List.of(
            Adapter.class,
            MemoryRegion.class,
            Provider.class,
            Endpoint.class,
            CompletionQueue.class,
            SharedReceiveQueue.class,
            MemoryWindow.class,
            RemoteWindow.class,
            Connector.class,
            Listener.class,
            WaitSet.class);

    private final List<Kind> all = new ArrayList<>();

    Kinds(Class<?> root) {
        all.add(new Kind(0, root));
        for (Class<?> type : API) {
            all.add(new Kind(all.size(), type));
        }
    }

    Kind root() {
        return all.get(0);
    }

    Optional<Kind> of(Object object) {
        return all.stream().filter(kind -> kind.type().isInstance(object)).findFirst();
    }

    Kind at(int number) {
        return all.get(number);
    }

    /** Tells whether a method's first argument is memory of the caller's that the region in its result lies in. */
    static boolean registersMemory(Method method) {
        return method.getDeclaringClass() == Adapter.class && method.getName().equals("registerMemory");
    }
}
