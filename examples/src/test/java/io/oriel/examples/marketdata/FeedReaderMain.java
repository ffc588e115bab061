// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Waiting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;

/**
 * A reader in a process of its own, that lets nothing pass which does not follow from what was before: the port of the writer and the pause
 * in microseconds are its arguments. It says "busy" with the life now and then, and in the end how much there was of the last life and of all.
 */
final class FeedReaderMain {
    private static final int NEWS_AFTER = 2_000;

    private FeedReaderMain() {}

    /** Counts by itself what the tally has to be. */
    private static final class Check implements FeedHandler {
        private final Tally tally = new Tally();
        private final Set<Long> lives = new HashSet<>();
        private long life;
        private long next;
        private long lastTime = Long.MIN_VALUE;
        private long beforeThisLife;

        @Override
        public void onLife(long begun) {
            require(lives.add(begun), "life " + begun + " came again");
            life = begun;
            beforeThisLife += next;
            next = 0;
            tally.onLife(begun);
        }

        @Override
        public void onEntry(long number, DirectBuffer buffer, int offset) {
            long time = buffer.getLong(offset + Feed.TIME);
            require(number == next, "entry " + number + " came where " + next + " was due");
            require(Feed.isWhole(life, number, buffer, offset), "entry " + number + " is not one of life " + life);
            require(
                    time >= lastTime,
                    "entry " + number + " is older than the one before"); // also that of a life before
            next++;
            lastTime = time;
            tally.onEntry(number, buffer, offset);
            if (tally.received() % NEWS_AFTER == 0) {
                System.out.println("busy " + life);
            }
        }

        @Override
        public void onGap(long from, long to) {
            require(from == next && to > from, "a gap from " + from + " to " + to + " where " + next + " was due");
            next = to;
            tally.onGap(from, to);
        }

        @Override
        public void onAway(String why) {
            tally.onAway(why);
        }

        void end() {
            require(tally.received() + tally.missed() == beforeThisLife + next, tally + ", but there were " + next);
            System.out.println("last life: " + next);
            System.out.println("lives: " + lives.size());
            System.out.println("all: " + tally);
        }

        private static void require(boolean isTrue, String otherwise) {
            if (!isTrue) {
                throw new IllegalStateException(otherwise);
            }
        }
    }

    public static void main(String[] arguments) {
        InetSocketAddress writer =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        Check check = new Check();
        try (Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter();
                Reader reader = new Reader(adapter, writer, Waiting.SLEEP, Integer.parseInt(arguments[1]), check)) {
            reader.run();
        }
        check.end();
    }
}
