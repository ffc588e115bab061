// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.FrameHandler;
import io.oriel.shm.ShmTestBed;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads logs of a real media driver. */
@Timeout(60)
class LogReaderTest {
    private static final int TERM_LENGTH = 65_536;
    private static final int HEADER_LENGTH = 32;
    private static final int LIMIT = 16;
    private static final int TERMS = 12;
    private static final int STREAM = 7;
    private static final String CHANNEL = "aeron:ipc?term-length=" + TERM_LENGTH;
    private static final long WORD = FrameWord.of(FrameWord.TYPE_SEND, 0, 0, 0);
    private static final FrameHandler NOBODY = (word, buffer, offset, length) -> fail("a frame of %s bytes", length);

    private final Path directory = ShmTestBed.freshDirectory();
    private final MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
            .aeronDirectoryName(directory.resolve("aeron").toString())
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnShutdown(true));
    private final Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    private final BufferClaim claim = new BufferClaim();
    private final Subscription subscription = aeron.addSubscription(CHANNEL, STREAM);
    private final ExclusivePublication log = aeron.addExclusivePublication(CHANNEL, STREAM);
    private final Image image = imageOf(log);
    private final LogReader reader = new LogReader(PeersLog.joined(image));

    @AfterEach
    void close() {
        aeron.close();
        driver.close();
        Directories.delete(directory);
    }

    private Image imageOf(ExclusivePublication written) {
        Image found;
        while ((found = subscription.imageBySessionId(written.sessionId())) == null || !written.isConnected()) {
            Thread.onSpinWait();
        }
        return found;
    }

    /** The writer comes on in the log only where the reader has told that it may. */
    @Test
    void readsFramesOfEveryLengthInOrderOverManyTerms() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Expected expected = new Expected(seed);
        while (log.position() < (long) TERMS * TERM_LENGTH) {
            int length = random.nextInt(random.nextBoolean() ? 64 : log.maxPayloadLength() + 1);
            claim(length, expected);
            if (random.nextInt(8) == 0) {
                claim.abort();
            } else {
                expected.write(length);
            }
            if (random.nextInt(4) == 0) {
                assertThat(reader.poll(expected, 1 + random.nextInt(LIMIT))).isLessThanOrEqualTo(LIMIT);
            }
        }
        while (expected.isLeft()) {
            assertThat(reader.poll(expected, LIMIT)).isPositive();
        }
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
        assertThat(image.position()).isEqualTo(log.position());
    }

    private void claim(int length, FrameHandler frames) {
        while (log.tryClaim(length, claim) < 0) {
            int unused = reader.poll(frames, LIMIT);
        }
    }

    private void write(long word) {
        claim(Long.BYTES, NOBODY);
        claim.reservedValue(word).commit();
    }

    private static FrameHandler count(List<Long> words) {
        return (word, buffer, offset, length) -> words.add(word);
    }

    @Test
    void tellsHowFarItHasReadAtTheLatestWhenNothingIsLeft() {
        List<Long> words = new ArrayList<>();
        write(WORD);

        assertThat(reader.poll(count(words), LIMIT)).isEqualTo(1);
        assertThat(reader.poll(count(words), LIMIT)).isZero();

        assertThat(words).containsExactly(WORD);
        assertThat(image.position()).isEqualTo(log.position());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, HEADER_LENGTH - 1, TERM_LENGTH, TERM_LENGTH + 1, Integer.MAX_VALUE})
    void readsNothingFromALengthOnThatCannotBe(int length) {
        write(WORD);
        claim(0, NOBODY);
        claim.buffer().putInt(0, length); // where Aeron keeps the length of the frame
        List<Long> words = new ArrayList<>();

        assertThat(reader.poll(count(words), LIMIT)).isEqualTo(1);
        assertThat(reader.isBroken()).isTrue();
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
    }

    @Test
    void readsNothingFromAMarkOnThatThereIsNot() {
        write(LogReader.WORD_OF_BEGINNING + (1L << 32));
        write(WORD);

        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
        assertThat(reader.isBroken()).isTrue();
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
    }

    @Test
    void handsOverNoMarkAndGoesOnInAnotherLogAfterTheLast() {
        List<Long> words = new ArrayList<>();
        write(LogReader.WORD_OF_BEGINNING);
        write(WORD);
        write(LogReader.WORD_OF_END);
        assertThat(reader.poll(count(words), LIMIT)).isEqualTo(1);
        assertThat(reader.isOver()).isTrue();
        assertThat(image.position()).isEqualTo(log.position());
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
        ExclusivePublication next = aeron.addExclusivePublication(CHANNEL, STREAM);

        reader.readOn(PeersLog.joined(imageOf(next)));

        assertThat(reader.isOver()).isFalse();
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
        while (next.tryClaim(0, claim) < 0) {
            Thread.onSpinWait();
        }
        claim.reservedValue(WORD).commit();
        assertThat(reader.poll(count(words), LIMIT)).isEqualTo(1);
        assertThat(words).containsExactly(WORD, WORD);
    }

    @Test
    void hasReadAFrameWhoseHandlerThrows() {
        write(WORD);
        write(WORD + 1);
        List<Long> words = new ArrayList<>();

        assertThatThrownBy(() -> reader.poll(
                        (word, buffer, offset, length) -> {
                            throw new IllegalStateException("on purpose");
                        },
                        LIMIT))
                .hasMessage("on purpose");

        assertThat(reader.poll(count(words), LIMIT)).isEqualTo(1);
        assertThat(words).containsExactly(WORD + 1);
    }

    @Test
    void readsNothingOfALogThatWasLeft() {
        write(WORD);
        assertThat(reader.poll(count(new ArrayList<>()), LIMIT)).isEqualTo(1);
        write(WORD);

        subscription.close();

        assertThat(image.isClosed()).isTrue();
        assertThat(reader.poll(NOBODY, LIMIT)).isZero();
    }

    /** What was written, in order; as a handler, what has to come. */
    private final class Expected implements FrameHandler {
        private final long seed;
        private final List<Integer> lengths = new ArrayList<>();
        private int read;

        Expected(long seed) {
            this.seed = seed;
        }

        void write(int length) {
            for (int at = 0; at < length; at++) {
                claim.buffer().putByte(claim.offset() + at, (byte) (lengths.size() + at));
            }
            claim.reservedValue(WORD + lengths.size()).commit();
            lengths.add(length);
        }

        boolean isLeft() {
            return read < lengths.size();
        }

        @Override
        public void onFrame(long word, DirectBuffer buffer, int offset, int length) {
            assertThat(word).as("frame %s of seed %s", read, seed).isEqualTo(WORD + read);
            assertThat(length).as("frame %s of seed %s", read, seed).isEqualTo(lengths.get(read));
            for (int at = 0; at < length; at++) {
                if (buffer.getByte(offset + at) != (byte) (read + at)) {
                    fail("byte %s of frame %s of seed %s", at, read, seed);
                }
            }
            read++;
        }
    }
}
