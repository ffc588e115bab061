// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import io.oriel.udp.directory.RandomNumbers;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.agrona.concurrent.NanoClock;

/**
 * Numbers by which a dialler proves that it gets what is sent to its address. Computed from the hello and a secret of this
 * process, so that nothing has to be kept for one; good for a while.
 */
public final class Cookies {
    /** What a hello says that has no cookie yet. */
    public static final long NONE = 0;

    /** A cookie is good for this long at least, and for twice as long at most. */
    static final long PERIOD_NS = Duration.ofSeconds(10).toNanos();

    /** In place of a period, which is never so early. */
    private static final long MARK = Long.MIN_VALUE;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_LENGTH = 32;
    private static final int MAX_INPUT_LENGTH = 16 + Integer.BYTES + 2 * Long.BYTES;

    private final NanoClock clock;
    private final long beginNs;
    private final Mac mac;
    private final ByteBuffer input = ByteBuffer.allocate(MAX_INPUT_LENGTH);

    /**
     * Draws a secret.
     *
     * @param clock for how long a cookie is good
     */
    public Cookies(NanoClock clock) {
        this.clock = clock;
        beginNs = clock.nanoTime();
        byte[] secret = new byte[SECRET_LENGTH];
        RandomNumbers.fill(secret);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /**
     * Computes the cookie of a hello.
     *
     * @param source where the hello came from
     * @param key    of the hello
     * @return never {@link #NONE}
     */
    public long of(InetSocketAddress source, long key) {
        return of(source, key, period());
    }

    /**
     * Tells whether a dialler has got the cookie of its hello.
     *
     * @param cookie that the hello holds
     * @param source where the hello came from
     * @param key    of the hello
     * @return false if it is old, another's or none
     */
    public boolean isGood(long cookie, InetSocketAddress source, long key) {
        if (cookie == NONE) {
            return false;
        }
        long period = period();
        return cookie == of(source, key, period) || cookie == of(source, key, period - 1);
    }

    /**
     * Computes by what a hello is remembered: others cannot say hello so that this one seems to have come.
     *
     * @param source where the hello came from
     * @param key    of the hello
     * @return a number that nobody else can compute
     */
    public long mark(InetSocketAddress source, long key) {
        return of(source, key, MARK);
    }

    private long period() {
        return (clock.nanoTime() - beginNs) / PERIOD_NS;
    }

    private long of(InetSocketAddress source, long key, long period) {
        input.clear()
                .put(source.getAddress().getAddress())
                .putInt(source.getPort())
                .putLong(key)
                .putLong(period)
                .flip();
        mac.update(input);
        long cookie = ByteBuffer.wrap(mac.doFinal()).getLong();
        return cookie == NONE ? 1 : cookie;
    }
}
