// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The objects in the peer's process that the test may call, by number. */
final class PeerObjects implements ObjectCodec {
    private final FutureHandler onFutureEnded;
    private final Map<Integer, Object> objects = new HashMap<>();
    private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
    private final Map<Integer, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
    private CallerMemory callerMemory = new CallerMemory();
    private int nextId = Messages.CONTROL_ID;

    PeerObjects(FutureHandler onFutureEnded) {
        this.onFutureEnded = onFutureEnded;
    }

    /** Hears how a future ended. */
    interface FutureHandler {
        void ended(int id, Object result, Throwable failure);
    }

    int add(Object object) {
        int id = nextId++;
        objects.put(id, object);
        ids.put(object, id);
        return id;
    }

    /** Forgets all objects but the control, whose test has ended; no number is used again. */
    void forget() {
        Object control = object(Messages.CONTROL_ID);
        objects.clear();
        ids.clear();
        callerMemory = new CallerMemory();
        objects.put(Messages.CONTROL_ID, control);
        ids.put(control, Messages.CONTROL_ID);
    }

    Object object(int id) {
        Object object = objects.get(id);
        if (object == null) {
            throw new IllegalStateException("no object has the number " + id);
        }
        return object;
    }

    /** Cancels a future. */
    boolean cancel(int id) {
        CompletableFuture<?> future = futures.get(id);
        return future != null && future.cancel(false);
    }

    /** Keeps the copy of what the test has registered. */
    void addCallerMemory(Object region, Object buffer) {
        callerMemory.add(ids.get(region), (MutableDirectBuffer) buffer);
    }

    CallerMemory callerMemory() {
        return callerMemory;
    }

    @Override
    public boolean write(DataOutputStream out, Object value) throws IOException {
        if (value instanceof CompletableFuture<?> future) {
            writeFuture(out, future);
            return true;
        }
        Optional<Kind> kind = Kind.of(value);
        if (kind.isEmpty()) {
            return false;
        }
        Integer known = ids.get(value);
        out.writeByte(Messages.REFERENCE);
        out.writeByte(kind.get().number());
        out.writeInt(known == null ? add(value) : known);
        return true;
    }

    private void writeFuture(DataOutputStream out, CompletableFuture<?> future) throws IOException {
        int id = nextId++;
        futures.put(id, future);
        out.writeByte(Messages.FUTURE);
        out.writeInt(id);
        // One that has ended already is told of before the message which is being written.
        var unused = future.whenComplete((result, failure) -> {
            futures.remove(id);
            onFutureEnded.ended(id, result, failure);
        });
    }

    @Override
    public Object read(int tag, DataInputStream in) throws IOException {
        return switch (tag) {
            case Messages.REFERENCE -> object(in.readInt());
            case Messages.FOREIGN -> foreign(Kind.at(in.readByte()));
            case Messages.LIST -> readList(in);
            case Messages.BUFFER -> readBuffer(in);
            case Messages.COMPLETIONS -> newCompletions(in.readInt());
            default -> throw new IOException("unknown tag " + tag);
        };
    }

    /** Makes what is not of this engine, as every object of the test's process must seem. */
    private static Object foreign(Kind kind) {
        return Proxy.newProxyInstance(
                kind.type().getClassLoader(), new Class<?>[] {kind.type()}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method + " of an object in another process");
                });
    }

    private ScatterGatherList readList(DataInputStream in) throws IOException {
        int size = in.readInt();
        ScatterGatherList list = new ScatterGatherList(size);
        for (int i = 0; i < size; i++) {
            Object memory = read(in.readByte(), in);
            long offset = in.readLong();
            long length = in.readLong();
            if (memory instanceof MemoryRegion region) {
                list.add(region, offset, length);
            } else {
                list.add((DirectBuffer) memory, offset, length);
            }
        }
        return list;
    }

    private static DirectBuffer readBuffer(DataInputStream in) throws IOException {
        boolean isExpandable = in.readBoolean();
        byte[] bytes = ValueCodec.readBytes(in);
        return isExpandable ? new ExpandableArrayBuffer(bytes.length) : new UnsafeBuffer(bytes);
    }

    private static Completion[] newCompletions(int length) {
        Completion[] completions = new Completion[length];
        for (int i = 0; i < length; i++) {
            completions[i] = new Completion();
        }
        return completions;
    }
}
