// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Waiting;
import io.oriel.service.table.LookupStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * A client in a process of its own, which puts, gets and looks up keys that are its alone, and has the table taken back now and then. It
 * writes down when each request and lookup begins, and when and how it ends; {@link LedgerCheck} reads that. It says "busy" and since when
 * after some rounds in which all was answered, and ends with its standard input.
 *
 * <p>Its arguments: the port of the store, the number of the client, of its life, the file of the ledger, a seed.
 */
final class LedgerClientMain {
    private static final int KEYS = 32;
    private static final int ROUNDS_OF_NEWS = 20;
    private static final int CLIENT_SHIFT = 56;
    private static final int LIFE_SHIFT = 32;

    private final StoreLink link;
    private final FileChannel ledger;
    private final Random random;
    private final long firstKey;
    private long nextValue;
    private volatile boolean isOver;

    private LedgerClientMain(StoreLink link, FileChannel ledger, long client, long life, Random random) {
        this.link = link;
        this.ledger = ledger;
        this.random = random;
        firstKey = client * KEYS;
        nextValue = (client << CLIENT_SHIFT) + (life << LIFE_SHIFT);
    }

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress store =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        long client = Long.parseLong(arguments[1]);
        long life = Long.parseLong(arguments[2]);
        Random random = new Random(Long.parseLong(arguments[4]));
        try (FileChannel ledger = FileChannel.open(
                        Path.of(arguments[3]), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
                Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter();
                StoreLink link = new StoreLink(adapter, store, Waiting.SLEEP)) {
            new LedgerClientMain(link, ledger, client, life, random).run();
        }
    }

    private void run() throws IOException {
        Thread input = new Thread(this::awaitEndOfInput, "input");
        input.setDaemon(true);
        input.start();
        link.awaitConnection();
        openTable();
        int rounds = 0;
        long sinceNs = 0;
        while (!isOver) {
            sinceNs = rounds == 0 ? System.nanoTime() : sinceNs;
            rounds = isRoundAnswered() ? rounds + 1 : 0;
            if (rounds == ROUNDS_OF_NEWS) {
                System.out.println("busy " + sinceNs);
                rounds = 0;
                if (random.nextBoolean()) {
                    evict(); // here, because deaths follow the news
                }
            }
        }
    }

    private void awaitEndOfInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            isOver = true;
        }
    }

    private boolean isRoundAnswered() throws IOException {
        boolean isAnswered = ask(Order.PUT, key(), ++nextValue) == NdStatus.SUCCESS;
        isAnswered &= ask(Order.GET, key(), 0) == NdStatus.SUCCESS;
        isAnswered &= lookUp();
        return isAnswered;
    }

    private void evict() throws IOException {
        if (ask(Order.EVICT, 0, 0) == NdStatus.SUCCESS) {
            var unused = lookUp(); // which must find nothing any more
        }
    }

    private long key() {
        return firstKey + random.nextInt(KEYS);
    }

    private NdStatus ask(Order order, long key, long value) throws IOException {
        write("begin " + order + " " + key + " " + value + " " + System.nanoTime());
        NdStatus status = link.ask(order, key, value);
        write("end " + status + " " + link.value() + " " + System.nanoTime());
        if (status != NdStatus.SUCCESS) {
            link.awaitConnection();
        }
        return status;
    }

    private boolean lookUp() throws IOException {
        long key = key();
        write("begin LOOKUP " + key + " 0 " + System.nanoTime());
        LookupStatus status = link.lookUp(key);
        write("end " + status + " " + link.value() + " " + System.nanoTime());
        if (status == LookupStatus.EVICTED || status == LookupStatus.ENDED) {
            openTable();
        }
        return status == LookupStatus.FOUND || status == LookupStatus.ABSENT;
    }

    private void openTable() throws IOException {
        write("begin TABLE 0 0 " + System.nanoTime());
        NdStatus status = link.openTable();
        write("end " + status + " 0 " + System.nanoTime());
        if (status != NdStatus.SUCCESS) {
            link.awaitConnection();
        }
    }

    /** Writes a line at once, so that it outlives the process. */
    private void write(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            var unused = ledger.write(bytes);
        }
    }
}
