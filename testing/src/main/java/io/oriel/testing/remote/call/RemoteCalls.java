// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.MemoryRegion;
import io.oriel.testing.remote.wire.MemoryCopies;
import io.oriel.testing.remote.wire.MessageChannel;
import io.oriel.testing.remote.wire.ValueCodec;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The test's side of the calls on the peer's objects. All begin with the root, whose calls lead to objects of the API that
 * are used as if they were here. Memory that the peer allocates in a file is mapped; memory that the test registers is
 * copied at the begin and at the end of each call.
 *
 * <p>Threading: one thread makes all calls, one after the other, and takes what has come meanwhile.
 *
 * @param <T> the root's interface
 */
public final class RemoteCalls<T> implements AutoCloseable {
    private final MessageChannel channel;
    private final StandIns standIns;
    private final ValueCodec codec;
    private final T root;
    private final Queue<Runnable> endings = new ArrayDeque<>();
    private final MemoryCopies copies = new MemoryCopies();
    private boolean isOver;

    private RemoteCalls(MessageChannel channel, Class<T> type) {
        this.channel = channel;
        Kinds kinds = new Kinds(type);
        standIns = new StandIns(kinds, this::call, id -> new RemoteFuture(id, this::takeEndings, this::cancel));
        codec = new ValueCodec(standIns);
        root = type.cast(standIns.standIn(kinds.root(), Messages.ROOT_ID).object());
    }

    /**
     * Begins to call a process.
     *
     * @param socket connected to one that runs {@link CallServer#serve}; closed with these calls
     * @param type   the root's interface, the same as there
     * @param <T>    likewise
     * @return the calls
     */
    public static <T> RemoteCalls<T> over(SocketChannel socket, Class<T> type) {
        return new RemoteCalls<>(new MessageChannel(socket), type);
    }

    /**
     * Returns what stands for the root.
     *
     * @return the same each time
     */
    public T root() {
        return root;
    }

    /**
     * Forgets every object but the root, in both processes: the next test begins. Numbers are not used again.
     *
     * @throws IllegalStateException if the peer has ended
     */
    public void forget() {
        DataInputStream unused = ask(out -> out.writeByte(Messages.FORGET));
        tellEndings();
        standIns.forget();
        copies.clear();
    }

    /** Makes no more calls: the peer's process is dead. Closing an object does nothing then, other calls throw. */
    public void end() {
        isOver = true;
    }

    /**
     * Tells whether no more calls can be made.
     *
     * @return true after {@link #end}, or once the socket has failed
     */
    public boolean isOver() {
        return isOver;
    }

    /**
     * Ends the futures that have ended in the peer's process, without waiting for any.
     *
     * @throws IllegalStateException if the peer has ended
     */
    public void takeEndings() {
        if (isOver || !standIns.hasFutures()) {
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

    /** Ends the calls, and closes the socket. */
    @Override
    public void close() {
        end();
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the peer carry out a call. */
    private @Nullable Object call(StandIn target, Method method, @Nullable Object[] arguments) throws Throwable {
        if (isOver && method.getName().equals("close")) {
            return null; // what has ended with its process
        }
        DataInputStream answer = ask(out -> {
            out.writeByte(Messages.CALL);
            copies.writeChanges(out);
            out.writeInt(target.id());
            out.writeInt(target.kind().numberOf(method));
            for (Object argument : arguments) {
                codec.write(out, argument);
            }
        });
        boolean isFailure = answer.readByte() == Messages.FAILURE;
        Object result = codec.read(answer);
        CallArguments.readChanges(answer, arguments);
        copies.readChanges(answer);
        tellEndings();
        if (isFailure) {
            throw (Throwable) Objects.requireNonNull(result);
        }
        if (result instanceof MemoryRegion && Kinds.registersMemory(method)) {
            copy(Objects.requireNonNull(StandIn.behind(result)), (MutableDirectBuffer)
                    Objects.requireNonNull(arguments[0]));
        }
        return result;
    }

    /** The region's memory is the caller's, here, and its copy there. */
    private void copy(StandIn region, MutableDirectBuffer memory) {
        region.setMemory(memory);
        copies.add(region.id(), memory);
    }

    /** Cancels a future; if it has ended meanwhile, it ends so here too. */
    private void cancel(int future) {
        DataInputStream unused = ask(out -> {
            out.writeByte(Messages.CANCEL);
            out.writeInt(future);
        });
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
        RemoteFuture future = standIns.future(in.readInt());
        Object result = codec.read(in);
        Throwable failure = (Throwable) codec.read(in);
        endings.add(() -> {
            standIns.remove(future);
            future.end(result, failure);
        });
    }

    /** Ends futures, each of which may lead to another call. */
    private void tellEndings() {
        for (Runnable ending = endings.poll(); ending != null; ending = endings.poll()) {
            ending.run();
        }
    }
}
