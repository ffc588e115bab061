// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.relay;

import io.oriel.udp.datagram.DatagramWriter;
import io.oriel.udp.seal.SealLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who is on the way, sees each datagram, and sends beside it what it makes of this one and of all before: repeats, damages, splices, and
 * such as go to somebody else. On the relay's thread.
 */
public final class Forger {
    private static final int RECENT = 512;
    private static final int LASTING = 1024;
    private static final int MAX_LENGTHENING = 64;
    private static final int LANES = 3;

    /** What is done to a datagram. */
    private enum Deed {
        REPEATED,
        REPEATED_LATE,
        BIT_CHANGED,
        CUT,
        LENGTHENED,
        HEADER_OF_ANOTHER,
        BODY_OF_ANOTHER,
        OTHER_VERSION,
        OTHER_LANE,
        OTHER_EPOCH,
        OTHER_HEARD,
        OTHER_SESSION,
        OTHER_COUNTER,
        OTHER_TAG,
        SENT_ELSEWHERE,
        REFLECTED,
        RANDOM,
        UNSEALED
    }

    private static final Deed[] DEEDS = Deed.values();

    private final Random random;
    private final int beside;
    private final long limit;
    private final AtomicLong sent = new AtomicLong();
    private final Map<String, AtomicLong> counts = new LinkedHashMap<>(); // filled when it is made
    private final DatagramWriter writer = new DatagramWriter();
    private final List<Passage> recent = new ArrayList<>();
    private final List<Passage> lasting = new ArrayList<>(); // from all times alike
    private final Map<InetSocketAddress, Integer> sessions = new LinkedHashMap<>(); // the last one at each socket
    private final Map<String, Integer> epochs = new ConcurrentHashMap<>(); // of each lane to each session
    private long seen;
    private int next;

    /**
     * Creates one that has seen nothing.
     *
     * @param beside how many it sends beside each datagram
     * @param limit  how many it sends at all
     */
    public Forger(Random random, int beside, long limit) {
        this.random = random;
        this.beside = beside;
        this.limit = limit;
        for (Deed deed : DEEDS) {
            counts.put(deed.name(), new AtomicLong());
        }
    }

    /** Makes what goes beside a datagram. */
    public List<Passage> forge(Passage genuine) {
        remember(new Passage(genuine.bytes().clone(), genuine.from(), genuine.to()));
        List<Passage> forged = new ArrayList<>();
        while (forged.size() < beside && sent.get() < limit) {
            Deed deed = DEEDS[next++ % DEEDS.length];
            forged.add(forged(deed, genuine));
            counted(deed).incrementAndGet();
            sent.incrementAndGet();
        }
        return forged;
    }

    private AtomicLong counted(Deed deed) {
        return Objects.requireNonNull(counts.get(deed.name()));
    }

    private void remember(Passage passage) {
        if (recent.size() < RECENT) {
            recent.add(passage);
        } else {
            recent.set((int) (seen % RECENT), passage);
        }
        if (lasting.size() < LASTING) {
            lasting.add(passage);
        } else if (random.nextDouble() * seen < LASTING) {
            lasting.set(random.nextInt(LASTING), passage);
        }
        seen++;
        ByteBuffer bytes = ByteBuffer.wrap(passage.bytes());
        if (SealLayout.isSealed(bytes, passage.length())) {
            sessions.put(passage.to(), SealLayout.session(bytes));
            int epoch = passage.bytes()[SealLayout.EPOCH_OFFSET] & 0xFF;
            epochs.merge(SealLayout.session(bytes) + " lane " + SealLayout.lane(bytes), epoch, Math::max);
        }
    }

    private Passage forged(Deed deed, Passage genuine) {
        byte[] bytes = genuine.bytes().clone();
        boolean isSealed = bytes.length >= SealLayout.OVERHEAD;
        return switch (deed) {
            case REPEATED -> to(genuine.to(), bytes);
            case REPEATED_LATE -> any();
            case BIT_CHANGED -> to(genuine.to(), withOtherBit(bytes));
            case CUT -> to(genuine.to(), Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            case LENGTHENED -> to(genuine.to(), lengthened(bytes));
            case HEADER_OF_ANOTHER -> to(genuine.to(), spliced(any().bytes(), bytes));
            case BODY_OF_ANOTHER -> to(genuine.to(), spliced(bytes, any().bytes()));
            case OTHER_VERSION -> to(genuine.to(), isSealed ? with(bytes, SealLayout.VERSION_OFFSET) : bytes);
            case OTHER_LANE -> to(genuine.to(), isSealed ? withOtherLane(bytes) : bytes);
            case OTHER_EPOCH -> to(genuine.to(), isSealed ? withOtherEpoch(bytes) : bytes);
            case OTHER_HEARD -> to(genuine.to(), isSealed ? with(bytes, SealLayout.HEARD_OFFSET) : bytes);
            case OTHER_SESSION -> to(genuine.to(), isSealed ? withSession(bytes, anySession()) : bytes);
            case OTHER_COUNTER -> to(genuine.to(), isSealed ? withOtherCounter(bytes) : bytes);
            case OTHER_TAG -> to(genuine.to(), isSealed ? withOtherTag(bytes) : bytes);
            case SENT_ELSEWHERE -> to(any().to(), bytes);
            case REFLECTED -> reflected(genuine, bytes);
            case RANDOM -> to(any().to(), randomBytes(genuine));
            case UNSEALED -> to(any().to(), unsealed());
        };
    }

    private static Passage to(InetSocketAddress to, byte[] bytes) {
        return new Passage(bytes, null, to);
    }

    /** Of now, or of any time before. */
    private Passage any() {
        List<Passage> known = random.nextBoolean() ? recent : lasting;
        return known.get(random.nextInt(known.size()));
    }

    private byte[] withOtherBit(byte[] bytes) {
        if (bytes.length > 0) {
            int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, SealLayout.OVERHEAD);
            int index = random.nextInt(reach);
            int place = random.nextBoolean() ? index : bytes.length - 1 - index; // the header and the tag more often
            bytes[place] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return bytes;
    }

    private byte[] lengthened(byte[] bytes) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(MAX_LENGTHENING));
        for (int index = bytes.length; index < longer.length && random.nextInt(4) != 0; index++) {
            longer[index] = (byte) random.nextInt();
        }
        return longer;
    }

    private static byte[] spliced(byte[] header, byte[] body) {
        byte[] both = body.clone();
        System.arraycopy(header, 0, both, 0, Math.min(SealLayout.BODY_OFFSET, Math.min(header.length, both.length)));
        return both;
    }

    private byte[] with(byte[] bytes, int offset) {
        bytes[offset] += (byte) (1 + random.nextInt(255));
        return bytes;
    }

    private byte[] withOtherLane(byte[] bytes) {
        bytes[SealLayout.LANE_OFFSET] = (byte) random.nextInt(LANES + 1);
        return bytes;
    }

    private byte[] withOtherEpoch(byte[] bytes) {
        bytes[SealLayout.EPOCH_OFFSET] += (byte) (random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(5) - 2);
        return bytes;
    }

    private byte[] withOtherCounter(byte[] bytes) {
        ByteBuffer datagram = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long counter = datagram.getLong(SealLayout.COUNTER_OFFSET);
        long other = switch (random.nextInt(5)) {
            case 0 -> counter + 1 + random.nextInt(10_000);
            case 1 -> counter - 1 - random.nextInt(10_000);
            case 2 -> Long.MAX_VALUE - random.nextInt(10);
            case 3 -> -1 - random.nextInt(10);
            default -> random.nextLong();
        };
        datagram.putLong(SealLayout.COUNTER_OFFSET, other);
        return bytes;
    }

    /** With a counter that has not come yet, too: it is the tag alone that tells. */
    private byte[] withOtherTag(byte[] bytes) {
        ByteBuffer datagram = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long counter = datagram.getLong(SealLayout.COUNTER_OFFSET);
        datagram.putLong(SealLayout.COUNTER_OFFSET, counter + random.nextInt(4));
        if (random.nextInt(4) == 0) {
            Arrays.fill(bytes, bytes.length - SealLayout.TAG_LENGTH, bytes.length, (byte) 0);
        } else {
            datagram.putLong(bytes.length - Long.BYTES, random.nextLong());
        }
        return bytes;
    }

    private int anySession() {
        List<Integer> known = List.copyOf(sessions.values());
        return known.isEmpty() || random.nextInt(4) == 0 ? random.nextInt() : known.get(random.nextInt(known.size()));
    }

    private static byte[] withSession(byte[] bytes, int session) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(SealLayout.SESSION_OFFSET, session);
        return bytes;
    }

    /** Back to its sender, as it is or under the session by which the sender is spoken to. */
    private Passage reflected(Passage genuine, byte[] bytes) {
        @Nullable InetSocketAddress from = genuine.from();
        if (from == null) {
            return to(genuine.to(), bytes);
        }
        Integer session = sessions.get(from);
        boolean isChanged = session != null && bytes.length >= SealLayout.OVERHEAD && random.nextBoolean();
        return to(from, isChanged ? withSession(bytes, session) : bytes);
    }

    private byte[] randomBytes(Passage genuine) {
        byte[] bytes = new byte[random.nextInt(genuine.length() + 1)];
        random.nextBytes(bytes);
        if (bytes.length >= SealLayout.OVERHEAD && random.nextBoolean()) {
            System.arraycopy(genuine.bytes(), 0, bytes, 0, Math.min(SealLayout.COUNTER_OFFSET, genuine.length()));
        }
        return bytes;
    }

    /** What ends a link where nothing is sealed. */
    private byte[] unsealed() {
        ByteBuffer datagram = random.nextBoolean()
                ? writer.reset(random.nextLong())
                : writer.alive(random.nextLong(), random.nextLong());
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        return bytes;
    }

    /** Returns how many have been sent. */
    public long sent() {
        return sent.get();
    }

    /** Tells whether it has sent as many as it sends. */
    public boolean isDone() {
        return sent.get() >= limit;
    }

    /** Returns how many of each kind have been sent. */
    public Map<String, Long> counts() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Deed deed : DEEDS) {
            all.put(deed.name(), counted(deed).get());
        }
        return all;
    }

    /** Returns the newest epoch of each lane to each side of each link. */
    public Map<String, Integer> epochs() {
        return Map.copyOf(epochs);
    }
}
