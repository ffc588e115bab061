// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The test's side of the calls on the peer's objects. The test's thread makes them, one after the other, and takes what has
 * come meanwhile.
 */
final class PeerCalls implements ObjectCodec {
    private final MessageChannel channel;
    private final ValueCodec codec = new ValueCodec(this);
    private final Map<Integer, Object> standIns = new HashMap<>();
    private final Map<Integer, RemoteFuture> pending = new HashMap<>();
    private final Queue<Runnable> endings = new ArrayDeque<>();
    private final PeerControl control = (PeerControl) standIn(Kind.CONTROL, Messages.CONTROL_ID);
    private CallerMemory callerMemory = new CallerMemory();
    private boolean isOver;

    PeerCalls(MessageChannel channel) {
        this.channel = channel;
    }

    PeerControl control() {
        return control;
    }

    void addCallerMemory(int region, MutableDirectBuffer buffer) {
        callerMemory.add(region, buffer);
    }

    /** Forgets what was of the test before. */
    void forget() {
        standIns.clear();
        pending.clear();
        callerMemory = new CallerMemory();
    }

    /** Makes no more calls: the peer's process is dead. */
    void end() {
        isOver = true;
    }

    boolean isOver() {
        return isOver;
    }

    /** Lets the peer carry out a call. */
    Object call(StandIn target, Method method, Object[] arguments) throws Throwable {
        if (isOver && method.getName().equals("close")) {
            return null; // what has ended with its process
        }
        DataInputStream answer = ask(out -> {
            out.writeByte(Messages.CALL);
            callerMemory.writeChanges(out);
            out.writeInt(target.id());
            out.writeInt(target.kind().numberOf(method));
            for (Object argument : arguments) {
                codec.write(out, argument);
            }
        });
        boolean isFailure = answer.readByte() == Messages.FAILURE;
        Object result = codec.read(answer);
        CallArguments.readChanges(answer, arguments);
        callerMemory.readChanges(answer);
        tellEndings();
        if (isFailure) {
            throw (Throwable) result;
        }
        return result;
    }

    /** Cancels a future; if it has ended meanwhile, it ends so here too. */
    void cancel(int future) {
        var unused = ask(out -> {
            out.writeByte(Messages.CANCEL);
            out.writeInt(future);
        });
        tellEndings();
    }

    /** Ends the futures that have ended in the peer's process, without waiting for any. */
    void takeEndings() {
        if (isOver || pending.isEmpty()) {
            return;
        }
        try {
            for (Optional<DataInputStream> message = channel.poll(); message.isPresent(); message = channel.poll()) {
                DataInputStream ending = message.get();
                if (ending.readByte() != Messages.FUTURE_ENDED) {
                    throw new IOException("an answer that was not asked for");
                }
                readEnding(ending);
            }
        } catch (IOException e) {
            isOver = true;
            throw new IllegalStateException("the peer has ended", e);
        }
        tellEndings();
    }

    /** Sends a message and waits for what answers it. */
    private DataInputStream ask(MessageChannel.Writer message) {
        if (isOver) {
            throw new IllegalStateException("the peer is dead");
        }
        try {
            channel.send(message);
            while (true) {
                DataInputStream answer = channel.receive();
                answer.mark(1);
                if (answer.readByte() != Messages.FUTURE_ENDED) {
                    answer.reset();
                    return answer;
                }
                readEnding(answer);
            }
        } catch (IOException e) {
            isOver = true;
            throw new IllegalStateException("the peer has ended amid a call, or the test was interrupted", e);
        }
    }

    private void readEnding(DataInputStream in) throws IOException {
        RemoteFuture future = future(in.readInt());
        Object result = codec.read(in);
        Throwable failure = (Throwable) codec.read(in);
        endings.add(() -> {
            pending.remove(future.id());
            future.end(result, failure);
        });
    }

    /** Ends futures, each of which may lead to another call. */
    private void tellEndings() {
        for (Runnable ending = endings.poll(); ending != null; ending = endings.poll()) {
            ending.run();
        }
    }

    private RemoteFuture future(int id) {
        return pending.computeIfAbsent(id, key -> new RemoteFuture(this, key));
    }

    private Object standIn(Kind kind, int id) {
        return standIns.computeIfAbsent(id, key -> new StandIn(this, kind, key).object());
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

    private static boolean writeForeign(DataOutputStream out, Object value) throws IOException {
        Optional<Kind> kind = Kind.of(value);
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
            write(out, region != null ? region : list.buffer(i));
            out.writeLong(list.offset(i));
            out.writeLong(list.length(i));
        }
    }

    @Override
    public Object read(int tag, DataInputStream in) throws IOException {
        return switch (tag) {
            case Messages.REFERENCE -> standIn(Kind.at(in.readByte()), in.readInt());
            case Messages.FUTURE -> future(in.readInt());
            default -> throw new IOException("unknown tag " + tag);
        };
    }
}
