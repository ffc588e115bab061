// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.testing.remote.call.CallServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** The peer's process: carries out, in one thread, what the test calls, and ends with the test's process. */
final class PeerMain {
    private PeerMain() {}

    /** Runs the peer; the argument is the path of the socket where the test waits. */
    public static void main(String[] arguments) throws IOException {
        Thread.currentThread().setUncaughtExceptionHandler(PeerMain::endWithFailure);
        Thread watch = new Thread(PeerMain::endWithStandardInput, "stdin");
        watch.setDaemon(true);
        watch.start();
        SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]));
        CallServer.serve(socket, PeerControl.class, new Peer());
        Runtime.getRuntime().halt(0); // the test's process has ended
    }

    private static void endWithFailure(Thread thread, Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
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
}
