// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import io.oriel.api.MemoryRegion;
import io.oriel.testing.remote.wire.MemoryCopies;
import io.oriel.testing.remote.wire.MessageChannel;
import io.oriel.testing.remote.wire.ValueCodec;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** The peer's side of the calls: carries out, in one thread, what {@link RemoteCalls} of the test's process asks for. */
public final class CallServer {
    private final MessageChannel channel;
    private final RemoteObjects objects;
    private final ValueCodec codec;
    private final MemoryCopies copies = new MemoryCopies();

    private <T> CallServer(MessageChannel channel, Class<T> type, T root) {
        this.channel = channel;
        objects = new RemoteObjects(new Kinds(type), root, this::tellEnd);
        codec = new ValueCodec(objects);
    }

    /**
     * Carries out calls until the other process closes the socket or ends.
     *
     * <p>Threading: every call is made in the caller's thread. Futures may end in any.
     *
     * @param socket connected to the other process; closed by this call
     * @param type   the root's interface, the same as there
     * @param root   the object that leads to all others
     * @param <T>    the root's interface
     * @throws IOException if the socket fails, or what comes from it is no call
     */
    public static <T> void serve(SocketChannel socket, Class<T> type, T root) throws IOException {
        try (MessageChannel channel = new MessageChannel(socket)) {
            new CallServer(channel, type, root).serve();
        }
    }

    private void serve() throws IOException {
        while (true) {
            DataInputStream message;
            try {
                message = channel.receive();
            } catch (EOFException e) {
                return;
            }
            byte type = message.readByte();
            switch (type) {
                case Messages.CALL -> call(message);
                case Messages.CANCEL -> answer(objects.cancel(message.readInt()));
                case Messages.FORGET -> {
                    objects.forget();
                    copies.clear();
                    answer(null);
                }
                default -> throw new IOException("unknown message " + type);
            }
        }
    }

    private void call(DataInputStream message) throws IOException {
        copies.readChanges(message);
        Object object = objects.object(message.readInt());
        Method method = objects.kindOf(object).method(message.readInt());
        CallArguments arguments = CallArguments.read(codec, message, method.getParameterCount());
        try {
            Object result = method.invoke(object, arguments.values());
            answer(Messages.RESULT, result, arguments);
            if (result instanceof MemoryRegion && Kinds.registersMemory(method)) {
                Object buffer = Objects.requireNonNull(arguments.values()[0]);
                copies.add(objects.idOf(result), (MutableDirectBuffer) buffer);
            }
        } catch (InvocationTargetException e) {
            answer(Messages.FAILURE, e.getCause(), arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(byte type, @Nullable Object result, CallArguments arguments) throws IOException {
        channel.send(out -> {
            out.writeByte(type);
            codec.write(out, result);
            arguments.writeChanges(out, result);
            copies.writeChanges(out);
        });
    }

    private void answer(@Nullable Object result) throws IOException {
        channel.send(out -> {
            out.writeByte(Messages.RESULT);
            codec.write(out, result);
        });
    }

    /** A future has ended, on whatever thread. */
    private void tellEnd(int future, @Nullable Object result, @Nullable Throwable failure) {
        try {
            channel.send(out -> {
                out.writeByte(Messages.FUTURE_ENDED);
                out.writeInt(future);
                codec.write(out, result);
                codec.write(out, failure);
            });
        } catch (IOException e) {
            System.err.println("the end of a future cannot be told: " + e);
        }
    }
}
