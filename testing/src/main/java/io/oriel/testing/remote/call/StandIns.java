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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The test's side of the peer's objects, by their numbers there. */
final class StandIns implements ObjectCodec {
    private final Kinds kinds;
    private final StandIn.Caller caller;
    private final IntFunction<RemoteFuture> newFuture;
    private final Map<Integer, StandIn> standIns = new HashMap<>();
    private final Map<Integer, RemoteFuture> pending = new HashMap<>();

    StandIns(Kinds kinds, StandIn.Caller caller, IntFunction<RemoteFuture> newFuture) {
        this.kinds = kinds;
        this.caller = caller;
        this.newFuture = newFuture;
    }

    /** Forgets what was of the test before. */
    void forget() {
        standIns.clear();
        pending.clear();
    }

    StandIn standIn(Kind kind, int id) {
        return standIns.computeIfAbsent(id, key -> new StandIn(caller, kind, key));
    }

    /** Returns a future that has not ended here. */
    RemoteFuture future(int id) {
        return pending.computeIfAbsent(id, newFuture::apply);
    }

    boolean hasFutures() {
        return !pending.isEmpty();
    }

    /** A future ends here. */
    void remove(RemoteFuture future) {
        pending.remove(future.id());
    }

    @Override
    public boolean write(DataOutputStream out, Object value) throws IOException {
        StandIn standIn = StandIn.behind(value);
        if (standIn != null) {
            out.writeByte(Messages.REFERENCE);
            out.writeInt(standIn.id());
        } else if (value instanceof ScatterGatherList list) {
            out.writeByte(Messages.LIST);
            writeList(out, list);
        } else if (value instanceof DirectBuffer buffer) {
            out.writeByte(Messages.BUFFER);
            out.writeBoolean(buffer instanceof MutableDirectBuffer mutable && mutable.isExpandable());
            ValueCodec.writeBytes(out, ValueCodec.bytesOf(buffer));
        } else if (value instanceof Completion[] completions) {
            out.writeByte(Messages.COMPLETIONS);
            out.writeInt(completions.length);
        } else {
            return writeForeign(out, value);
        }
        return true;
    }

    private boolean writeForeign(DataOutputStream out, Object value) throws IOException {
        Optional<Kind> kind = kinds.of(value);
        if (kind.isPresent()) {
            out.writeByte(Messages.FOREIGN);
            out.writeByte(kind.get().number());
        }
        return kind.isPresent();
    }

    private void writeList(DataOutputStream out, ScatterGatherList list) throws IOException {
        out.writeInt(list.size());
        for (int i = 0; i < list.size(); i++) {
            MemoryRegion region = list.region(i);
            boolean unused = write(out, region != null ? region : Objects.requireNonNull(list.buffer(i)));
            out.writeLong(list.offset(i));
            out.writeLong(list.length(i));
        }
    }

    @Override
    public Object read(int tag, DataInputStream in) throws IOException {
        return switch (tag) {
            case Messages.REFERENCE -> readReference(in);
            case Messages.FUTURE -> future(in.readInt());
            default -> throw new IOException("unknown tag " + tag);
        };
    }

    private Object readReference(DataInputStream in) throws IOException {
        Kind kind = kinds.at(in.readByte());
        StandIn standIn = standIn(kind, in.readInt());
        if (kind.type() == MemoryRegion.class && in.readBoolean()) {
            standIn.setMemory(MappedFile.read(in).map());
        }
        return standIn.object();
    }
}
