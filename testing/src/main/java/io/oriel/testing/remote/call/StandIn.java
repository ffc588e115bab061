// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.MemoryRegion;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** What stands in the test's process for an object of the peer's: passes every call on. */
final class StandIn implements InvocationHandler {
    private final Caller caller;
    private final Kind kind;
    private final int id;
    private final Object object;
    private @Nullable MutableDirectBuffer memory;

    /** Has the object of the other process called. */
    interface Caller {
        @Nullable
        Object call(StandIn target, Method method, @Nullable Object[] arguments) throws Throwable;
    }

    StandIn(Caller caller, Kind kind, int id) {
        this.caller = caller;
        this.kind = kind;
        this.id = id;
        object = Proxy.newProxyInstance(kind.type().getClassLoader(), new Class<?>[] {kind.type()}, this);
    }

    /** Returns what is behind an object that is used as one of the API; null if that is the object itself. */
    static @Nullable StandIn behind(@Nullable Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof StandIn standIn
                ? standIn
                : null;
    }

    /** Returns what is used as an object of the API: always the same one. */
    Object object() {
        return object;
    }

    Kind kind() {
        return kind;
    }

    int id() {
        return id;
    }

    /** Says where in this process the memory of the peer's region is. */
    void setMemory(MutableDirectBuffer buffer) {
        memory = buffer;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? new Object[0] : given;
        if (method.getDeclaringClass() == Object.class) {
            return invokeHere(proxy, method, arguments);
        }
        if (kind.type() == MemoryRegion.class && method.getName().equals("buffer")) {
            return requireMemory();
        }
        return caller.call(this, method, arguments);
    }

    private Object invokeHere(Object proxy, Method method, @Nullable Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> kind + " " + id + " of the peer's process";
        };
    }

    private MutableDirectBuffer requireMemory() {
        MutableDirectBuffer known = memory;
        if (known == null) {
            throw new IllegalStateException("the memory of region " + id + " is in no file that this process can map");
        }
        return known;
    }
}
