// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An interface that is called from the other process. Its methods have the same numbers in both. */
final class Kind {
    private final int number;
    private final Class<?> type;
    private final List<Method> methods;
    private final Map<Method, Integer> numbers = new HashMap<>();

    Kind(int number, Class<?> type) {
        this.number = number;
        this.type = type;
        methods = Arrays.stream(type.getMethods())
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        for (int i = 0; i < methods.size(); i++) {
            methods.get(i).setAccessible(true); // the root's interface need not be public
            numbers.put(methods.get(i), i);
        }
    }

    int number() {
        return number;
    }

    Class<?> type() {
        return type;
    }

    int numberOf(Method method) {
        return Objects.requireNonNull(numbers.get(method));
    }

    Method method(int index) {
        return methods.get(index);
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
