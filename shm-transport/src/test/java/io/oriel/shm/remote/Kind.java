// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an object of the other process is. Kinds, and their methods, have the same numbers in both processes. */
final class Kind {
    static final Kind CONTROL = new Kind(PeerControl.class);
    static final Kind ADAPTER = new Kind(Adapter.class);
    static final Kind MEMORY_REGION = new Kind(MemoryRegion.class);

    private static final List<Kind> ALL = List.of(
            CONTROL,
            ADAPTER,
            MEMORY_REGION,
            new Kind(Provider.class),
            new Kind(Endpoint.class),
            new Kind(CompletionQueue.class),
            new Kind(SharedReceiveQueue.class),
            new Kind(MemoryWindow.class),
            new Kind(RemoteWindow.class),
            new Kind(Connector.class),
            new Kind(Listener.class),
            new Kind(WaitSet.class));

    private final Class<?> type;
    private final List<Method> methods;
    private final Map<Method, Integer> numbers = new HashMap<>();

    private Kind(Class<?> type) {
        this.type = type;
        methods = Arrays.stream(type.getMethods())
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        for (int i = 0; i < methods.size(); i++) {
            numbers.put(methods.get(i), i);
        }
    }

    static Optional<Kind> of(Object object) {
        return ALL.stream().filter(kind -> kind.type.isInstance(object)).findFirst();
    }

    static Kind at(int number) {
        return ALL.get(number);
    }

    int number() {
        return ALL.indexOf(this);
    }

    Class<?> type() {
        return type;
    }

    int numberOf(Method method) {
        return numbers.get(method);
    }

    Method method(int number) {
        return methods.get(number);
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
