// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.PendingCollectives;
import io.oriel.collectives.Request;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The forms of a communicator's operations that wait, by the names of those that do not. */
final class WaitingForms {
    private static final Request DONE = new Request() {
        @Override
        public boolean test() {
            return true;
        }

        @Override
        public void await() {
            // it is over
        }

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public int count() {
            return 0;
        }
    };

    private WaitingForms() {}

    static PendingCollectives of(Communicator communicator) {
        return (PendingCollectives) Proxy.newProxyInstance(
                PendingCollectives.class.getClassLoader(),
                new Class<?>[] {PendingCollectives.class},
                (proxy, method, arguments) -> {
                    String name = Character.toLowerCase(method.getName().charAt(1))
                            + method.getName().substring(2);
                    try {
                        Communicator.class
                                .getMethod(name, method.getParameterTypes())
                                .invoke(communicator, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return DONE;
                });
    }
}
