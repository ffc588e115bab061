// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.service.config.Surroundings;
import io.oriel.service.run.PollLoop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * A member in a process of its own: the port of the gateway, its number and the file of its ledger are its arguments. It says "busy" now
 * and then; told "finish" it sends no further orders, and says "done" when the last has ended; it ends with its standard input.
 */
final class LedgerMemberMain {
    private static final int DEPTH = 4;
    private static final int NEWS_AFTER = 50;

    private LedgerMemberMain() {}

    /** Writes each line at once, so that it outlives the process. */
    private static final class Ledger implements Consumer<String> {
        private final FileChannel file;
        private int lines;

        Ledger(FileChannel file) {
            this.file = file;
        }

        @Override
        public void accept(String line) {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
            try {
                while (bytes.hasRemaining()) {
                    var unused = file.write(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (line.startsWith("answer") && ++lines % NEWS_AFTER == 0) {
                System.out.println("busy");
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress gateway =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        int member = Integer.parseInt(arguments[1]);
        try (FileChannel file = FileChannel.open(
                        Path.of(arguments[2]), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
                Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter()) {
            LedgerTrader trader = new LedgerTrader(
                    DEPTH, Long.MAX_VALUE, Surroundings.system(), LedgerTrader.Habit.ASKS_AGAIN, new Ledger(file));
            try (OrderEntry entry =
                    new OrderEntry(adapter, gateway, Protocol.gatewayClient(), Surroundings.system(), member, trader)) {
                trader.begin(entry);
                run(adapter, trader);
            }
        }
    }

    private static void run(Adapter adapter, LedgerTrader trader) {
        boolean[] isDoneTold = {false};
        Orders orders = new Orders();
        PollLoop loop = new PollLoop(adapter, trader, () -> {
            if (orders.isFinish) {
                trader.finish();
                if (trader.isDone() && !isDoneTold[0]) {
                    isDoneTold[0] = true;
                    System.out.println("done");
                }
            }
            return 0;
        });
        orders.follow(adapter, loop);
        NdStatus status = loop.runSleeping();
        if (status.isFailure()) {
            throw new NdException(status, "the member cannot wait any more");
        }
    }

    /** What the test wants. */
    private static final class Orders {
        volatile boolean isFinish;

        void follow(Adapter adapter, PollLoop loop) {
            Thread thread = new Thread(() -> {
                try (BufferedReader input =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
                    for (String line = input.readLine(); line != null; line = input.readLine()) {
                        isFinish = isFinish || line.equals("finish");
                        adapter.wakeup();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    loop.stop();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }
}
