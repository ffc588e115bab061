// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Connects to a socket, sends bytes, and says how that ended. */
public final class DialMain {
    private DialMain() {}

    public static void main(String[] arguments) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(arguments[0])))) {
            channel.write(ByteBuffer.allocate(64));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            int read = 0;
            while (read >= 0) {
                read = channel.read(answer);
            }
            System.out.println("ended after " + answer.position() + " bytes");
        } catch (IOException e) {
            System.out.println("failed: " + e.getMessage());
        }
    }
}
