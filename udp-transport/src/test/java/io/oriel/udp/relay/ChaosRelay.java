// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A relay between sockets on loopback, on a thread of its own. A front stands for a socket behind it: what comes to the front
 * goes to the socket, from the front of the sender if it has one, else from a socket made for that sender, through which
 * the answers go back.
 */
public final class ChaosRelay implements AutoCloseable {
    private static final int MAX_LENGTH = 65_536;
    private static final int MAX_MEMORIES = 64;
    private static final long NS_PER_MS = 1_000_000;

    private final Random dice;
    private final Selector selector;
    private final Thread thread;
    private final Map<InetSocketAddress, DatagramChannel> frontOf = new ConcurrentHashMap<>();
    private final AtomicLong carried = new AtomicLong();
    private final AtomicLong spoilt = new AtomicLong();
    private final AtomicInteger longest = new AtomicInteger();
    private volatile Chaos chaos = Chaos.NONE;
    private volatile boolean isBlocked;
    private volatile @Nullable DatagramChannel elsewhere;
    private volatile Predicate<Passage> losses = passage -> false;
    private volatile Function<Passage, List<Passage>> forger = passage -> List.of();
    private volatile boolean isClosed;

    // Used by the thread.
    private final Map<Route, DatagramChannel> senders = new HashMap<>();
    private final PriorityQueue<Flight> flights = new PriorityQueue<>(Comparator.comparingLong(Flight::dueNs));
    private final List<byte[]> memories = new ArrayList<>();
    private final ByteBuffer room = ByteBuffer.allocate(MAX_LENGTH);

    private record Route(InetSocketAddress source, DatagramChannel front) {}

    /** What is known of a socket: a front has a target, another the front it was made at and the source it stands for. */
    private record Way(InetSocketAddress target, DatagramChannel through) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long dueNs, byte[] bytes, DatagramChannel from, InetSocketAddress to) {}

    public ChaosRelay(Random dice) {
        this.dice = dice;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread = new Thread(this::run, "chaos-relay");
        thread.setDaemon(true);
        thread.start();
    }

    public void chaos(Chaos value) {
        chaos = value;
    }

    /** Loses what a predicate says, which is asked on the relay's thread. */
    public void lose(Predicate<Passage> which) {
        losses = which;
    }

    /**
     * Sends others beside each datagram, from where it comes: the first half of them before it. They are asked for on the relay's thread.
     */
    public void forge(Function<Passage, List<Passage>> beside) {
        forger = beside;
    }

    /** Sends a copy of each datagram from another address before it. */
    public void copyFrom(InetAddress address) {
        try {
            DatagramChannel channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(address, 0));
            elsewhere = channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets nothing through, or everything again. */
    public void block(boolean value) {
        isBlocked = value;
    }

    /** How many datagrams have come, and to how many something was done. */
    public String count() {
        return carried + " datagrams, something done to " + spoilt;
    }

    public long spoilt() {
        return spoilt.get();
    }

    /** Returns the length of the longest datagram that has come since this was last asked. */
    public int longest() {
        return longest.getAndSet(0);
    }

    /** Makes a front for a socket; the same for the same socket. */
    public InetSocketAddress frontOf(InetSocketAddress socket) {
        DatagramChannel front = frontOf.computeIfAbsent(socket, target -> open(new Way(target, null)));
        return address(front);
    }

    /** Makes a front for a socket at another address of this host, and the same port: for what is known by its port. */
    public InetSocketAddress frontOf(InetSocketAddress socket, InetAddress at) {
        InetSocketAddress local = new InetSocketAddress(at, socket.getPort());
        return address(frontOf.computeIfAbsent(socket, target -> open(new Way(target, null), local)));
    }

    private DatagramChannel open(Way way) {
        return open(way, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private DatagramChannel open(Way way, InetSocketAddress local) {
        try {
            DatagramChannel channel = DatagramChannel.open();
            channel.bind(local);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, way);
            selector.wakeup();
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress address(DatagramChannel channel) {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() {
        while (!isClosed) {
            try {
                Flight next = flights.peek();
                long waitNs = next == null ? 100 * NS_PER_MS : next.dueNs - System.nanoTime();
                if (waitNs > 0) {
                    selector.select(this::take, Math.max(1, waitNs / NS_PER_MS));
                } else {
                    selector.selectNow(this::take);
                }
                land();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void take(SelectionKey key) {
        DatagramChannel channel = (DatagramChannel) key.channel();
        try {
            InetSocketAddress source;
            while ((source = (InetSocketAddress) channel.receive(room.clear())) != null) {
                byte[] bytes = new byte[room.flip().remaining()];
                room.get(bytes);
                Way way = (Way) key.attachment();
                if (way.through == null) {
                    InetSocketAddress behind = frontOf.containsKey(source) ? source : null;
                    carry(new Passage(bytes, behind, way.target), senderFor(source, channel));
                } else {
                    Way answered = (Way) way.through.keyFor(selector).attachment();
                    carry(new Passage(bytes, answered.target, way.target), way.through);
                }
            }
        } catch (IOException e) {
            assert e != null; // nobody was there, which is the sender's trouble
        }
    }

    private DatagramChannel senderFor(InetSocketAddress source, DatagramChannel front) {
        DatagramChannel known = frontOf.get(source);
        return known != null
                ? known
                : senders.computeIfAbsent(new Route(source, front), route -> open(new Way(route.source, route.front)));
    }

    private void carry(Passage passage, DatagramChannel from) {
        byte[] bytes = passage.bytes();
        InetSocketAddress to = passage.to();
        carried.incrementAndGet();
        longest.accumulateAndGet(bytes.length, Math::max);
        remember(bytes);
        Chaos now = chaos;
        List<Passage> beside = forger.apply(passage);
        DatagramChannel copying = elsewhere;
        if (copying != null) {
            fly(bytes, copying, to);
        }
        beside.subList(0, beside.size() / 2).forEach(each -> fly(each.bytes(), from, each.to()));
        if (isBlocked || losses.test(passage) || happens(now.loss())) {
            spoilt.incrementAndGet();
        } else {
            if (happens(now.damage())) {
                spoilt.incrementAndGet();
                spoil(bytes);
            }
            fly(bytes, from, to);
            if (happens(now.repeat())) {
                spoilt.incrementAndGet();
                fly(bytes, from, to);
            }
        }
        beside.subList(beside.size() / 2, beside.size()).forEach(each -> fly(each.bytes(), from, each.to()));
        if (happens(now.forgery())) {
            spoilt.incrementAndGet();
            fly(forged(), from, to);
        }
    }

    private boolean happens(double probability) {
        return probability > 0 && dice.nextDouble() < probability;
    }

    private void remember(byte[] bytes) {
        if (memories.size() < MAX_MEMORIES) {
            memories.add(bytes);
        } else {
            memories.set(dice.nextInt(MAX_MEMORIES), bytes.clone());
        }
    }

    private void spoil(byte[] bytes) {
        for (int change = 1 + dice.nextInt(8); change > 0 && bytes.length > 0; change--) {
            bytes[dice.nextInt(bytes.length)] ^= (byte) (1 << dice.nextInt(8));
        }
    }

    private byte[] forged() {
        if (dice.nextInt(4) == 0) {
            byte[] random = new byte[dice.nextInt(1500)];
            dice.nextBytes(random);
            return random;
        }
        byte[] old = memories.get(dice.nextInt(memories.size())).clone();
        if (dice.nextBoolean()) {
            spoil(old);
        }
        return old;
    }

    private void fly(byte[] bytes, DatagramChannel from, InetSocketAddress to) {
        long delayNs = chaos.delay().toNanos();
        flights.add(new Flight(
                System.nanoTime() + (delayNs == 0 ? 0 : (long) (dice.nextDouble() * delayNs)),
                bytes.clone(),
                from,
                to));
    }

    private void land() {
        Flight flight;
        while ((flight = flights.peek()) != null && flight.dueNs <= System.nanoTime()) {
            flights.remove();
            try {
                int sent = flight.from.send(ByteBuffer.wrap(flight.bytes), flight.to);
                assert sent >= 0;
            } catch (IOException e) {
                assert e != null; // nobody is there
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        selector.wakeup();
        try {
            thread.join();
            DatagramChannel copying = elsewhere;
            if (copying != null) {
                copying.close();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
