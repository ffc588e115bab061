// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.operation;

import io.oriel.api.OpFlags;
import io.oriel.testing.model.operation.Operation.Kind;
import io.oriel.testing.model.operation.Operation.Span;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Draws operations by lot: mostly good ones, some with a mistake in them. */
public final class OperationSource {
    /** Of OPEN_WINDOW: an own window's descriptor. */
    public static final int OWN_WINDOW = 1;

    /** Of OPEN_WINDOW: the descriptor of the binding before. */
    public static final int FORMER_DESCRIPTOR = 2;

    /** Of OPEN_WINDOW: a bit of the token is flipped. */
    public static final int FORGED_TOKEN = 4;

    /** Of OPEN_WINDOW: a bit of the format is flipped. */
    public static final int BROKEN_FORMAT = 8;

    /** Of OPEN_WINDOW: the remote window of that number is opened anew. */
    public static final int REUSE = 16;

    /** Of IDLE: completions are taken. */
    public static final int TAKING = 1;

    /** Of CLOSE_WINDOW and DEREGISTER: what was closed is made again. */
    public static final int ANEW = 1;

    private static final int[] LENGTHS = {1, 7, 8, 32, 64, 65, 200, 256, 992, 1000, 1023, 1024, 1025, 1500, 2048, 4096};
    private static final int[] FLAG_BITS = {
        OpFlags.SILENT_SUCCESS, OpFlags.READ_FENCE, OpFlags.DEFER, OpFlags.INLINE, OpFlags.SEND_AND_SOLICIT_EVENT
    };
    private static final int FLAGS_OF_READ = 3;
    private static final int FLAGS_OF_WRITE = 4;
    private static final int FLAGS_OF_SEND = 5;
    private static final long[] FAR_OFFSETS = {
        -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 8, Integer.MAX_VALUE, 1L << 32
    };
    private static final Weighted[] KINDS = {
        new Weighted(Kind.SEND, 140),
        new Weighted(Kind.RECEIVE, 170),
        new Weighted(Kind.READ, 90),
        new Weighted(Kind.WRITE, 110),
        new Weighted(Kind.WRITE_WITH_IMMEDIATE, 40),
        new Weighted(Kind.FETCH_AND_ADD, 40),
        new Weighted(Kind.COMPARE_AND_SWAP, 40),
        new Weighted(Kind.SEND_AND_INVALIDATE, 14),
        new Weighted(Kind.BIND, 40),
        new Weighted(Kind.INVALIDATE, 9),
        new Weighted(Kind.FAST_REGISTER, 24),
        new Weighted(Kind.INVALIDATE_TOKEN, 8),
        new Weighted(Kind.GET_TOKEN, 20),
        new Weighted(Kind.SHARED_RECEIVE, 110),
        new Weighted(Kind.NOTIFY_SHARED, 8),
        new Weighted(Kind.MODIFY_SHARED, 8),
        new Weighted(Kind.CLOSE_SHARED, 8),
        new Weighted(Kind.RESIZE, 60),
        new Weighted(Kind.START_BATCH, 10),
        new Weighted(Kind.SUBMIT_BATCH, 10),
        new Weighted(Kind.OPEN_WINDOW, 70),
        new Weighted(Kind.FILL, 60),
        new Weighted(Kind.IDLE, 40),
        new Weighted(Kind.SETTLE, 60),
        new Weighted(Kind.NOTIFY, 20),
        new Weighted(Kind.CLOSE_WINDOW, 12),
        new Weighted(Kind.DEREGISTER, 4),
        new Weighted(Kind.RACE, 4),
        new Weighted(Kind.FLUSH, 5),
        new Weighted(Kind.DISCONNECT, 10),
        new Weighted(Kind.CLOSE, 5),
        new Weighted(Kind.RENEW, 40),
        new Weighted(Kind.CONNECT, 60),
    };

    private static final Weighted[] KINDS_AT_AN_END = {
        new Weighted(Kind.SETTLE, 3),
        new Weighted(Kind.SEND, 10),
        new Weighted(Kind.RECEIVE, 10),
        new Weighted(Kind.READ, 5),
        new Weighted(Kind.WRITE, 10),
        new Weighted(Kind.SEND_AND_INVALIDATE, 5),
        new Weighted(Kind.BIND, 40),
        new Weighted(Kind.INVALIDATE, 5),
        new Weighted(Kind.FAST_REGISTER, 5),
        new Weighted(Kind.INVALIDATE_TOKEN, 5),
        new Weighted(Kind.OPEN_WINDOW, 10),
        new Weighted(Kind.FILL, 10),
        new Weighted(Kind.IDLE, 10),
        new Weighted(Kind.CLOSE_WINDOW, 10),
        new Weighted(Kind.DEREGISTER, 10),
        new Weighted(Kind.FLUSH, 1),
        new Weighted(Kind.DISCONNECT, 1),
        new Weighted(Kind.CLOSE, 1),
        new Weighted(Kind.RENEW, 20),
        new Weighted(Kind.CONNECT, 30),
    };

    private static final int[] TOKENS = {0, 1, 2, 3, 4, 9, 9, 10, 11, 11};
    private static final int[] PASSING = {4, 8, 11};
    private static final int[] PAIRS = {0, 0, 0, 1, 2, 2};
    private static final int[] QUEUE_DEPTHS = {0, -1, 1, 1, 1, 1, 2, 2, 3, 4, 6, 16, 1000, Integer.MAX_VALUE};
    private static final int[] SHARED_DEPTHS = {0, 0, 0, -1, 1, 2, 4, 6, 7, 12, 1 << 20};
    private static final int[] THRESHOLDS = {0, 0, -1, 1, 2, 3, 5, 100};

    private record Weighted(Kind kind, int weight) {}

    /**
     * A window that the end of a connection has freed.
     *
     * @param side   of its owner
     * @param pair   for which it was bound
     * @param window its number
     */
    public record Freed(int side, int pair, int window) {}

    private final Random random;
    private final boolean silence;
    private boolean endIsUnderWay;
    private @Nullable Freed freed;

    /**
     * Creates a source.
     *
     * @param seed    of the lot
     * @param silence whether there are silent requests, and races: how those ended is not known when a process dies
     */
    public OperationSource(long seed, boolean silence) {
        random = new Random(seed);
        this.silence = silence;
    }

    /** While a connection ends, what is drawn is often what the end concerns. */
    public void endIsUnderWay(boolean now, @Nullable Freed window) {
        endIsUnderWay = now;
        freed = window;
    }

    /** Draws an operation, without knowing what there is. */
    public Operation next() {
        Kind kind = kind();
        int side = random.nextInt(Inventory.SIDES);
        int pair = PAIRS[below(PAIRS.length)];
        return switch (kind) {
            case SEND -> new Operation(kind, side, pair, 0, span(), 0, flags(FLAGS_OF_SEND));
            case SEND_AND_INVALIDATE -> new Operation(kind, side, pair, remote(), shortSpan(), 0, flags(FLAGS_OF_SEND));
            case RECEIVE -> new Operation(kind, side, pair, 0, inbox(), 0, 0);
            case READ -> new Operation(kind, side, pair, remote(), span(), at(), flags(FLAGS_OF_READ));
            case WRITE -> new Operation(kind, side, pair, remote(), span(), at(), flags(FLAGS_OF_WRITE));
            case WRITE_WITH_IMMEDIATE -> new Operation(kind, side, pair, remote(), span(), at(), flags(FLAGS_OF_SEND));
            case FETCH_AND_ADD, COMPARE_AND_SWAP ->
                new Operation(kind, side, pair, remote(), word(), at(), flags(FLAGS_OF_READ));
            case BIND -> bind(side, pair, freed);
            case INVALIDATE -> new Operation(kind, side, pair, window(), Span.NONE, 0, windowFlags());
            case FAST_REGISTER -> new Operation(kind, side, pair, 0, fastRange(), oddly(1) ? 1 : 0, rights());
            case INVALIDATE_TOKEN -> new Operation(kind, side, pair, 0, fastRegion(), 0, windowFlags());
            case GET_TOKEN ->
                new Operation(kind, side, pair, below(Inventory.REGIONS.size()), Span.NONE, oddly(5) ? 1 : 0, 0);
            case SHARED_RECEIVE -> new Operation(kind, side, pair, 0, inbox(), 0, 0);
            case MODIFY_SHARED -> new Operation(kind, side, pair, 0, Span.NONE, any(SHARED_DEPTHS), any(THRESHOLDS));
            case CLOSE_SHARED -> new Operation(kind, side, pair, 0, Span.NONE, 0, mostly(ANEW));
            case RESIZE -> new Operation(kind, side, pair, below(Inventory.QUEUES), Span.NONE, any(QUEUE_DEPTHS), 0);
            case RENEW -> new Operation(kind, side, pair, 0, Span.NONE, 0, sharing(pair));
            case OPEN_WINDOW -> openWindow(side, pair);
            case FILL -> new Operation(kind, side, pair, 0, filled(), 0, 0);
            case NOTIFY -> new Operation(kind, side, pair, random.nextInt(Inventory.QUEUES), Span.NONE, 0, below(3));
            case CLOSE_WINDOW -> new Operation(kind, side, pair, below(Inventory.WINDOWS), Span.NONE, 0, mostly(ANEW));
            case DEREGISTER -> new Operation(kind, side, pair, passing(), Span.NONE, 0, mostly(ANEW));
            case RACE -> new Operation(kind, side, pair, below(4), shortSpan(), below(64), below(1 << 10));
            case IDLE -> new Operation(kind, side, pair, below(2), Span.NONE, 1 + below(4), 0);
            case SETTLE, FLUSH, DISCONNECT, CLOSE, CONNECT, NOTIFY_SHARED, START_BATCH, SUBMIT_BATCH ->
                new Operation(kind, side, pair, 0, Span.NONE, 0, 0);
        };
    }

    private Kind kind() {
        Kind drawn = anyKind();
        return silence || drawn != Kind.RACE ? drawn : Kind.SETTLE;
    }

    private Kind anyKind() {
        Weighted[] kinds = endIsUnderWay && random.nextBoolean() ? KINDS_AT_AN_END : KINDS;
        int sum = 0;
        for (Weighted each : kinds) {
            sum += each.weight();
        }
        int drawn = random.nextInt(sum);
        for (Weighted each : kinds) {
            drawn -= each.weight();
            if (drawn < 0) {
                return each.kind();
            }
        }
        throw new IllegalStateException("the weights have changed");
    }

    private int below(int bound) {
        return random.nextInt(bound);
    }

    /** Something wrong, so many times in a thousand. */
    private boolean oddly(int inThousand) {
        return random.nextInt(1000) < inThousand;
    }

    private int mostly(int value) {
        return random.nextInt(3) > 0 ? value : 0;
    }

    /** Binds a window, often one that was freed, to another endpoint. */
    private Operation bind(int side, int pair, @Nullable Freed window) {
        if (window != null && window.pair() != pair && random.nextBoolean()) {
            return new Operation(Kind.BIND, window.side(), pair, window.window(), range(), 0, rights());
        }
        return new Operation(Kind.BIND, side, pair, window(), range(), oddly(1) ? 1 : 0, rights());
    }

    private int window() {
        return oddly(10) ? Inventory.WINDOWS : below(Inventory.WINDOWS);
    }

    private int remote() {
        return below(Inventory.REMOTE_WINDOWS) + (oddly(10) ? Inventory.REMOTE_WINDOWS : 0);
    }

    private int passing() {
        return PASSING[below(PASSING.length)];
    }

    private int any(int[] values) {
        return values[below(values.length)];
    }

    /** On which sides endpoints share their Receives. */
    private int sharing(int pair) {
        return below(3) == 0 ? below(4) : Inventory.sharingAtFirst(pair);
    }

    private Span fastRegion() {
        int region = oddly(10) ? (random.nextBoolean() ? Span.FOREIGN : below(5)) : 9 + below(3);
        return new Span(region, 0, 0, 0);
    }

    private Span fastRange() {
        int region = fastRegion().region();
        int length = region == Span.FOREIGN ? 16 : Inventory.REGIONS.get(region).length();
        if (oddly(5)) {
            return new Span(region, FAR_OFFSETS[below(FAR_OFFSETS.length)], Long.MAX_VALUE - below(2), 1);
        }
        int from = below(4) == 0 ? below(length / 2) & (random.nextBoolean() ? -Long.BYTES : -1) : 0;
        return new Span(region, from, below(4) == 0 ? below(length - from) : length - from + (oddly(5) ? 1 : 0), 1);
    }

    private int flags(int kinds) {
        int flags = 0;
        if (random.nextBoolean()) {
            flags |= FLAG_BITS[below(kinds)];
        }
        if (below(4) == 0) {
            flags |= FLAG_BITS[below(kinds)];
        }
        return audible(oddly(10) ? 1 << below(31) : flags);
    }

    private int audible(int flags) {
        return silence ? flags : flags & ~OpFlags.SILENT_SUCCESS;
    }

    private int windowFlags() {
        return audible(oddly(20) ? flags(FLAGS_OF_SEND) : below(2) | (below(2) << 1));
    }

    private int rights() {
        int rights = below(12) == 0 ? below(4) << 3 : OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        rights |= random.nextBoolean() ? OpFlags.ALLOW_ATOMIC : 0;
        return oddly(10) ? flags(FLAGS_OF_SEND) : rights | windowFlags();
    }

    /** Where in a remote window; windows are often as large as a region. */
    private long at() {
        if (oddly(3)) {
            return FAR_OFFSETS[below(FAR_OFFSETS.length)];
        }
        return oddly(20) ? below(4096) : below(4) * 16L;
    }

    private long length() {
        return switch (below(12)) {
            case 0 -> 0;
            case 1, 2, 3 -> LENGTHS[below(LENGTHS.length)];
            case 4 -> below(1200);
            default -> below(64);
        };
    }

    private Span span() {
        if (oddly(4)) {
            int region = random.nextBoolean() ? Span.FOREIGN : Span.BUFFER;
            return new Span(region, 0, 16, 1 + below(2));
        }
        if (oddly(3)) {
            return new Span(below(8), FAR_OFFSETS[below(FAR_OFFSETS.length)], length(), 1);
        }
        if (oddly(2)) {
            return new Span(below(8), 0, random.nextBoolean() ? Long.MAX_VALUE : (1L << 30) + 1, 1 + below(3));
        }
        if (oddly(10)) {
            return new Span(random.nextBoolean() ? 3 : 7, below(1000), 64 * 1024 + below(24 * 1024), entries());
        }
        return inRegion(below(Inventory.REGIONS.size()), length());
    }

    /** Where the former bytes of an atomic go. */
    private Span word() {
        return oddly(5) ? shortSpan() : inRegion(below(Inventory.REGIONS.size()), Long.BYTES);
    }

    private Span shortSpan() {
        return inRegion(below(2), below(40));
    }

    /** A Receive, mostly of room enough. */
    private Span inbox() {
        if (oddly(6)) {
            return span();
        }
        long length = below(4) == 0 ? length() : 1024 + below(1024);
        int region = below(16) == 0 ? 8 : 5 + below(3);
        if (oddly(60)) {
            return new Span(7, below(64), 90 * 1024, entries());
        }
        return inRegion(region, region == 8 ? Math.min(length, 256) : length);
    }

    private Span range() {
        int region = below(12) == 0 ? 4 : below(10) < 3 ? 3 : below(2);
        int length = Inventory.REGIONS.get(region).length();
        if (oddly(6)) {
            return new Span(random.nextBoolean() ? Span.FOREIGN : 0, below(5000), length(), 1);
        }
        if (oddly(5)) {
            return new Span(2, 0, 64, 1);
        }
        if (oddly(5)) {
            return new Span(region, FAR_OFFSETS[below(FAR_OFFSETS.length)], Long.MAX_VALUE - below(2), 1);
        }
        int from = below(4) == 0 ? below(length / 2) & (random.nextBoolean() ? -Long.BYTES : -1) : 0;
        return new Span(region, from, below(4) == 0 ? below(length - from) : length - from, 1);
    }

    private Span filled() {
        Span span = inRegion(below(Inventory.REGIONS.size()), length());
        return new Span(span.region(), span.offset(), span.length(), 1);
    }

    private Span inRegion(int region, long length) {
        int room = Inventory.REGIONS.get(region).length();
        long bounded = Math.min(length, room);
        long last = room - bounded;
        long offset = last == 0 ? 0 : below((int) Math.min(last, 3000));
        return new Span(region, oddly(2) ? last + 1 : offset, bounded, entries());
    }

    private int entries() {
        int drawn = below(40);
        return drawn == 0 ? 0 : drawn == 1 && oddly(300) ? 4 : drawn < 8 ? 2 : drawn < 12 ? 3 : 1;
    }

    /** Tells whether another operation is to be drawn in the place of a dull one: mostly. */
    public boolean isBored() {
        return random.nextInt(100) < 97;
    }

    /** A window, or the token of a region that peers may use. */
    private int described() {
        return random.nextBoolean() ? below(Inventory.WINDOWS) : Inventory.tokenOf(TOKENS[below(TOKENS.length)]);
    }

    private Operation openWindow(int side, int pair) {
        int flags = oddly(6) ? 1 << below(4) : 0;
        if (below(8) == 0) {
            flags |= REUSE;
        }
        Span bit = new Span(0, below(64), 0, 0);
        return new Operation(Kind.OPEN_WINDOW, side, pair, below(Inventory.REMOTE_WINDOWS), bit, described(), flags);
    }
}
