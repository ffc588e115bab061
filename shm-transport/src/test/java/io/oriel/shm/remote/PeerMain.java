// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Adapter;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** The peer's process: carries out, in one thread, what the test calls, and ends with the test's process. */
public final class PeerMain {
    private final MessageChannel channel;
    private final PeerObjects objects;
    private final ValueCodec codec;

    private PeerMain(MessageChannel channel) {
        this.channel = channel;
        objects = new PeerObjects(this::tellEnd);
        codec = new ValueCodec(objects);
        objects.add(new Peer(objects::forget));
    }

    /**
     * Runs the peer.
     *
     * @param arguments the path of the socket where the test waits
     * @throws IOException if the socket fails
     */
    public static void main(String[] arguments) throws IOException {
        Thread watch = new Thread(PeerMain::endWithStandardInput, "stdin");
        watch.setDaemon(true);
        watch.start();
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(arguments[0]);
        try (MessageChannel channel = new MessageChannel(SocketChannel.open(address))) {
            new PeerMain(channel).serve();
        } catch (EOFException e) {
            Runtime.getRuntime().halt(0); // the test's process has ended
        }
    }

    /** A call may take for ever; the process must not outlive the test's all the same. */
    private static void endWithStandardInput() {
        try {
            long unused = System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("standard input failed: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        while (true) {
            DataInputStream message = channel.receive();
            if (message.readByte() == Messages.CANCEL) {
                boolean isCancelled = objects.cancel(message.readInt());
                channel.send(out -> {
                    out.writeByte(Messages.RESULT);
                    codec.write(out, isCancelled);
                });
            } else {
                call(message);
            }
        }
    }

    private void call(DataInputStream message) throws IOException {
        objects.callerMemory().readChanges(message);
        Object object = objects.object(message.readInt());
        Method method = Kind.of(object).orElseThrow().method(message.readInt());
        CallArguments arguments = CallArguments.read(codec, message, method.getParameterCount());
        try {
            Object result = method.invoke(object, arguments.values());
            answer(Messages.RESULT, result, arguments);
            if (object instanceof Adapter && method.getName().equals("registerMemory")) {
                objects.addCallerMemory(result, arguments.values()[0]);
            }
        } catch (InvocationTargetException e) {
            answer(Messages.FAILURE, e.getCause(), arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(byte type, Object result, CallArguments arguments) throws IOException {
        channel.send(out -> {
            out.writeByte(type);
            codec.write(out, result);
            arguments.writeChanges(out, result);
            objects.callerMemory().writeChanges(out);
        });
    }

    /** A future has ended, on whatever thread. */
    private void tellEnd(int future, Object result, Throwable failure) {
        try {
            channel.send(out -> {
                out.writeByte(Messages.FUTURE_ENDED);
                out.writeInt(future);
                codec.write(out, result);
                codec.write(out, failure);
            });
        } catch (IOException e) {
            System.err.println("the test has ended: " + e);
            Runtime.getRuntime().halt(0);
        }
    }
}
