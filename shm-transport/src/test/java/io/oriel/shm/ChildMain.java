// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.transport.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own with one port: takes a command a line, answers with a line. At the end of its input it closes in
 * good order.
 */
public final class ChildMain {
    private final TestPort port;
    private TestPort.@Nullable TestLink link;

    private ChildMain(TestPort port) {
        this.port = port;
    }

    public static void main(String[] args) throws IOException {
        SelectorLoop loop = SelectorLoop.start(error -> error.printStackTrace(System.err));
        OrielConfig config = OrielConfig.defaults()
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(Path.of(args[0])));
        try (loop;
                Transport transport = new ShmTransportFactory().open(config, loop)) {
            ChildMain child = new ChildMain(new TestPort(loop, transport));
            System.out.println("ready");
            child.serve();
        }
        System.out.println("closed");
    }

    private void serve() throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = input.readLine();
        while (line != null) {
            System.out.println(answer(line.split(" ")));
            line = input.readLine();
        }
    }

    private String answer(String[] command) {
        return switch (command[0]) {
            case "listen" -> Integer.toString(port.listen().address().getPort());
            case "dial" -> {
                link = port.dial(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(command[1])));
                yield "dialled";
            }
            case "accept" -> {
                link = port.nextOpened();
                yield "accepted";
            }
            case "send" -> {
                link().send(Long.parseLong(command[1]), Long.parseLong(command[2]));
                yield "sent";
            }
            case "acknowledge" -> {
                link().link().publishAcknowledgement(Long.parseLong(command[1]));
                yield "acknowledged";
            }
            case "receive" -> Long.toString(link().receive()[1]);
            case "event" -> link().nextEvent();
            case "removal" -> port.nextRemoval();
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    private TestPort.TestLink link() {
        TestPort.TestLink current = link;
        if (current == null) {
            throw new IllegalStateException("no link");
        }
        return current;
    }
}
