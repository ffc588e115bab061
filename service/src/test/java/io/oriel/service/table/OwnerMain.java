// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A process that owns a table and changes it as fast as it can, told what to do line by line. */
public final class OwnerMain {
    /** Keys in use: of three one is always there, one comes and goes, one is never there. */
    static final int KEYS = 192;

    static final int KEY_LENGTH = 8;
    private static final int CHANGES_PER_POLL = 16;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[KEY_LENGTH]);
    private @Nullable Random random;
    private long changes;

    private OwnerMain() {
        Thread reader = new Thread(this::read, "stdin");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Owns a table.
     *
     * @param arguments none; the first line says how long its values are
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        new OwnerMain().run();
    }

    private void read() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line; (line = input.readLine()) != null; ) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(0);
    }

    private void run() throws InterruptedException {
        int valueLength = Integer.parseInt(lines.take());
        UnsafeBuffer value = new UnsafeBuffer(new byte[valueLength]);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (Provider provider = NetworkDirect.open(OrielConfig.fromSystemProperties());
                Adapter adapter = provider.openAdapter(loopback);
                TableOwner owner = TableOwner.create(adapter, TableConfig.of(1024, KEY_LENGTH, valueLength))) {
            InetSocketAddress address = owner.listen(new InetSocketAddress(loopback, 0));
            for (int number = 0; number < KEYS; number += 3) {
                put(owner, number, value);
            }
            System.out.println(address.getPort());
            while (true) {
                owner.poll();
                String line = random == null ? lines.poll(1, TimeUnit.MILLISECONDS) : lines.poll();
                if (line != null && !obey(line, owner)) {
                    return;
                }
                for (int change = 0; random != null && change < CHANGES_PER_POLL; change++) {
                    change(owner, random, value);
                }
            }
        }
    }

    private boolean obey(String line, TableOwner owner) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "change" -> random = new Random(Long.parseLong(words[1]));
            case "evict" -> evict(owner);
            case "changes" -> System.out.println(changes);
            case "close" -> {
                return false;
            }
            default -> throw new IllegalArgumentException("no order '" + line + "'");
        }
        return true;
    }

    private static void evict(TableOwner owner) {
        TableGrant grant = owner.grants().get(0);
        if (grant.revoke() != NdStatus.SUCCESS) {
            throw new IllegalStateException("it could not be revoked");
        }
        while (grant.state() == TableGrant.State.REVOKING) {
            owner.poll();
        }
        System.out.println(grant.state());
    }

    private void change(TableOwner owner, Random lot, UnsafeBuffer value) {
        int number = lot.nextInt(KEYS / 3) * 3;
        if (lot.nextBoolean()) {
            put(owner, number, value);
            return;
        }
        key.putLong(0, number + 1);
        if (!owner.remove(key, 0)) {
            put(owner, number + 1, value);
        }
        changes++;
    }

    private void put(TableOwner owner, int number, UnsafeBuffer value) {
        changes++;
        Patterns.write(value, 0, value.capacity(), number, changes);
        key.putLong(0, number);
        if (!owner.put(key, 0, value, 0)) {
            throw new IllegalStateException("no slot for key " + number);
        }
    }
}
