// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.MemoryRegion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** What stands in the test's process for an object of the peer's: passes every call on. */
final class StandIn implements InvocationHandler {
    private final PeerCalls calls;
    private final Kind kind;
    private final int id;
    private MutableDirectBuffer memory;

    StandIn(PeerCalls calls, Kind kind, int id) {
        this.calls = calls;
        this.kind = kind;
        this.id = id;
    }

    /** Returns what is behind an object that is used as one of the API; null if that is the object itself. */
    static StandIn behind(Object object) {
        return Proxy.isProxyClass(object.getClass()) && Proxy.getInvocationHandler(object) instanceof StandIn standIn
                ? standIn
                : null;
    }

    Object object() {
        return Proxy.newProxyInstance(kind.type().getClassLoader(), new Class<?>[] {kind.type()}, this);
    }

    Kind kind() {
        return kind;
    }

    int id() {
        return id;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        if (method.getDeclaringClass() == Object.class) {
            return invokeHere(proxy, method, arguments);
        }
        if (kind == Kind.MEMORY_REGION && method.getName().equals("buffer")) {
            return memory;
        }
        Object result = calls.call(this, method, arguments);
        if (kind == Kind.ADAPTER && result instanceof MemoryRegion region) {
            StandIn standIn = behind(region);
            if (method.getName().equals("allocateMemory")) {
                standIn.memory = map(Path.of(calls.control().fileOfLastRegion()));
            } else {
                standIn.memory = (MutableDirectBuffer) arguments[0];
                calls.addCallerMemory(standIn.id, standIn.memory);
            }
        }
        return result;
    }

    private Object invokeHere(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> kind + " " + id + " of the peer's process";
        };
    }

    /** Maps a region of the peer as the peer itself does: what one process stores, the other loads. */
    private static MutableDirectBuffer map(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
