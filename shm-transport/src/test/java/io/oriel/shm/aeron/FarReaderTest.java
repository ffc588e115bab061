// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.shm.ShmTestBed;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader of another user shows of a log of a real media driver. */
@Timeout(60)
class FarReaderTest {
    private static final int LOG = 3;
    private static final int TERM_LENGTH = 65_536;
    private static final int FRAME_LENGTH = 8192;
    private static final int STREAM = 7;
    private static final String CHANNEL = "aeron:ipc?mtu=8192|term-length=" + TERM_LENGTH;

    private final Path directory = ShmTestBed.freshDirectory();
    private final MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .aeronDirectoryName(directory.resolve("aeron").toString())
            .threadingMode(ThreadingMode.SHARED)
            .ipcPublicationTermWindowLength(TERM_LENGTH)
            .dirDeleteOnShutdown(true));
    private final Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    private final BufferClaim claim = new BufferClaim();
    private final Subscription subscription = aeron.addSubscription(CHANNEL, STREAM);
    private final ExclusivePublication log = aeron.addExclusivePublication(CHANNEL, STREAM);
    private final Image image = image();
    private final AtomicLong shown = new AtomicLong();
    private final FarReader reader = new FarReader(image, LOG, shown::get);

    @AfterEach
    void close() {
        aeron.close();
        driver.close();
        Directories.delete(directory);
    }

    private Image image() {
        Image found;
        while ((found = subscription.imageBySessionId(log.sessionId())) == null || !log.isConnected()) {
            Thread.onSpinWait();
        }
        return found;
    }

    private void write(long end) {
        while (log.position() < end) {
            int length = (int) Math.min(FRAME_LENGTH, end - log.position());
            if (log.tryClaim(length - 32, claim) > 0) {
                claim.commit();
            }
        }
    }

    private void show(int number, long position) {
        shown.set(FarPeer.word(number, position));
    }

    private boolean follow() {
        return reader.follow(log.position());
    }

    @Test
    void isWhereTheLogBeginsAsLongAsNothingIsShown() {
        write(FRAME_LENGTH);

        assertThat(follow()).isTrue();

        assertThat(image.position()).isZero();
    }

    @Test
    void isFollowedOverTheEndsOfTerms() {
        long read = 0;
        for (int round = 1; round < 40; round++) {
            long end = round * 7L * FRAME_LENGTH / 2 / 32 * 32;
            write(end);
            read = end - (round % 3) * 32L;
            show(LOG, read);

            assertThat(follow()).isTrue();

            assertThat(image.position()).isEqualTo(read);
        }
        assertThat(read).isGreaterThan(2 * TERM_LENGTH);
    }

    @Test
    void isNotBeforeWhereItWas() {
        write(FRAME_LENGTH);
        show(LOG, 64);
        assertThat(follow()).isTrue();

        show(LOG, 32);

        assertThat(follow()).isFalse();
        assertThat(image.position()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(longs = {FRAME_LENGTH + 32, 1L << 40, Long.MAX_VALUE >>> 3, -32, Long.MIN_VALUE})
    void isNotBeyondWhatWasWritten(long position) {
        write(FRAME_LENGTH);

        show(LOG, position);

        assertThat(follow()).isFalse();
        assertThat(image.position()).isZero();
    }

    @Test
    void isInTheFormerLogFirst() {
        write(FRAME_LENGTH);
        show(LOG - 1, 1L << 40);
        assertThat(follow()).isTrue();
        assertThat(image.position()).isZero();

        show(LOG, FRAME_LENGTH);

        assertThat(follow()).isTrue();
        assertThat(image.position()).isEqualTo(FRAME_LENGTH);
        show(LOG - 1, FRAME_LENGTH);
        assertThat(follow()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LOG + 1, 255})
    void isInNoOtherLog(int number) {
        write(FRAME_LENGTH);

        show(number, 32);

        assertThat(follow()).isFalse();
        assertThat(image.position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1, 31, Long.MAX_VALUE, Long.MIN_VALUE})
    void breaksTheLinkByNonsense(long word) {
        write(FRAME_LENGTH);

        shown.set(word);

        assertThat(follow()).isFalse();
        assertThat(image.position()).isZero();
    }

    @Test
    void saysEveryPositionInAWord() {
        for (long position : new long[] {0, 32, TERM_LENGTH, (1L << 61) - 32}) {
            for (int number : new int[] {1, 127, 128, 255}) {
                long word = FarPeer.word(number, position);

                assertThat(word).isNotZero();
                assertThat(FarPeer.log(word)).isEqualTo(number);
                assertThat(FarPeer.position(word)).isEqualTo(position);
            }
        }
        assertThat(FarPeer.next(255)).isOne();
        assertThat(FarPeer.next(1)).isEqualTo(2);
    }
}
