// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.remote.wire.MappedFile;
import io.oriel.testing.remote.wire.ObjectCodec;
import io.oriel.testing.remote.wire.ValueCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The objects in the peer's process that the test may call, by number. */
final class RemoteObjects implements ObjectCodec {
    private final Kinds kinds;
    private final Object root;
    private final FutureHandler onFutureEnded;
    private final Map<Integer, Object> objects = new HashMap<>();
    private final IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
    private final Map<Integer, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
    private int nextId = Messages.ROOT_ID + 1;

    /** Hears how a future ended. */
    interface FutureHandler {
        void ended(int id, @Nullable Object result, @Nullable Throwable failure);
    }

    RemoteObjects(Kinds kinds, Object root, FutureHandler onFutureEnded) {
        this.kinds = kinds;
        this.root = root;
        this.onFutureEnded = onFutureEnded;
        put(Messages.ROOT_ID, root);
    }

    private void put(int id, Object object) {
        objects.put(id, object);
        ids.put(object, id);
    }

    /** Forgets all objects but the root, whose test has ended; no number is used again. */
    void forget() {
        objects.clear();
        ids.clear();
        put(Messages.ROOT_ID, root);
    }

    Object object(int id) {
        Object object = objects.get(id);
        if (object == null) {
            throw new IllegalStateException("no object has the number " + id);
        }
        return object;
    }

    int idOf(Object object) {
        return Objects.requireNonNull(ids.get(object));
    }

    Kind kindOf(Object object) {
        return kinds.of(object).orElseThrow();
    }

    /** Cancels a future. */
    boolean cancel(int id) {
        CompletableFuture<?> future = futures.get(id);
        return future != null && future.cancel(false);
    }

    @Override
    public boolean write(DataOutputStream out, Object value) throws IOException {
        if (value instanceof CompletableFuture<?> future) {
            writeFuture(out, future);
            return true;
        }
        Optional<Kind> kind = kinds.of(value);
        if (kind.isEmpty()) {
            return false;
        }
        if (!ids.containsKey(value)) {
            put(nextId++, value);
        }
        out.writeByte(Messages.REFERENCE);
        out.writeByte(kind.get().number());
        out.writeInt(idOf(value));
        if (value instanceof MemoryRegion region) {
            writeMemory(out, region);
        }
        return true;
    }

    private static void writeMemory(DataOutputStream out, MemoryRegion region) throws IOException {
        Optional<MappedFile> file = MappedFile.of(region.buffer());
        out.writeBoolean(file.isPresent());
        if (file.isPresent()) {
            file.get().write(out);
        }
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
            case Messages.FOREIGN -> foreign(kinds.at(in.readByte()));
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
