// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.oriel.testing.SeededRandom;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final int LENGTH = 100;

    private final Random random = SeededRandom.create(LaneTest.class);
    private final SealBuffers buffers = new SealBuffers();
    private long nowNs;
    private Lane near;
    private Lane far;

    LaneTest() {
        open(new SealRules(Aes.of("SunJCE"), 32, 1 << 22, Long.MAX_VALUE));
    }

    private void open(SealRules rules) {
        near = keys(true, rules).control(() -> nowNs, buffers);
        far = keys(false, rules).control(() -> nowNs, buffers);
    }

    private static LinkKeys keys(boolean isDialler, SealRules rules) {
        byte[] agreed = new byte[64];
        Arrays.fill(agreed, 0, 32, (byte) 1);
        Arrays.fill(agreed, 32, 64, (byte) 2);
        int session = isDialler ? 0x11121314 : 0x21222324;
        int peerSession = isDialler ? 0x21222324 : 0x11121314;
        return new LinkKeys(
                isDialler,
                agreed,
                new LinkKeys.Names(new LinkKeys.Name("k", ""), LinkKeys.Name.NONE, session, peerSession),
                rules);
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] seal(Lane lane, byte[] plain) {
        ByteBuffer sealed = Objects.requireNonNull(lane.seal(ByteBuffer.wrap(plain)));
        byte[] bytes = new byte[sealed.remaining()];
        sealed.get(bytes);
        return bytes;
    }

    /** Returns what was opened; null if nothing. */
    private static byte @Nullable [] open(Lane lane, byte[] sealed) {
        ByteBuffer datagram = ByteBuffer.allocateDirect(70_000);
        datagram.put(sealed);
        boolean isOpen = SealLayout.isSealed(datagram, sealed.length) && lane.open(datagram);
        byte[] bytes = new byte[datagram.position()];
        datagram.get(0, bytes);
        if (!isOpen) {
            assertThat(bytes).isEqualTo(sealed); // nothing has happened to it
        }
        return isOpen ? bytes : null;
    }

    private void exchange() {
        byte[] there = randomBytes(random.nextInt(LENGTH));
        byte[] back = randomBytes(random.nextInt(LENGTH));
        assertThat(open(far, seal(near, there))).isEqualTo(there);
        assertThat(open(near, seal(far, back))).isEqualTo(back);
    }

    @Test
    void opensWhatThePeerHasSealed() {
        for (int length :
                new int[] {0, 1, 15, 16, 17, 31, 32, 1408, 8896, SealBuffers.MAX_LENGTH - SealLayout.OVERHEAD}) {
            byte[] plain = randomBytes(length);

            byte[] sealed = seal(near, plain);

            assertThat(sealed).hasSize(length + SealLayout.OVERHEAD);
            assertThat(SealLayout.session(ByteBuffer.wrap(sealed))).isEqualTo(0x21222324);
            assertThat(open(far, sealed)).isEqualTo(plain);
        }
    }

    @Test
    void sealsAsInTheVectorOfTheSpecification() {
        byte[] plain = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f10");

        assertThat(HexFormat.of().formatHex(seal(near, plain)))
                .isEqualTo(
                        "0100000024232221000000000000000057ab3965f26f6b4664422dc6606ca2a96b53b61aabad31074820e845ea2ca5a5bd");
        assertThat(HexFormat.of().formatHex(seal(near, plain)))
                .isEqualTo(
                        "010000002423222101000000000000006fb6657e406dcbe0286867bffe7f40592084a976ed89dcb676cdc2908b625a80e6");
    }

    @Test
    void isMadeOnce() {
        LinkKeys keys = keys(true, new SealRules(Aes.of("SunJCE"), 32, 16, 1));
        assertThat(keys.control(() -> 0, buffers).number()).isZero();

        assertThatIllegalStateException()
                .isThrownBy(() -> keys.control(() -> 0, buffers))
                .withMessage("lane 0 has been made");
    }

    @Test
    void opensNothingTwice() {
        byte[] sealed = seal(near, randomBytes(LENGTH));

        assertThat(open(far, sealed)).isNotNull();
        assertThat(open(far, sealed)).isNull();
        exchange();
    }

    @Test
    void opensNothingOfItsOwnNorOfAnotherLane() {
        byte[] sealed = seal(near, randomBytes(LENGTH));
        SealRules rules = new SealRules(Aes.of("SunJCE"), 32, 1 << 22, Long.MAX_VALUE);
        Lane other = keys(false, rules).ownStream(() -> nowNs, buffers);

        assertThat(open(near, sealed)).isNull();
        assertThat(open(other, sealed)).isNull();
        sealed[SealLayout.LANE_OFFSET] ^= (byte) (near.number() ^ other.number());
        assertThat(open(other, sealed)).isNull();
    }

    @Test
    void opensNothingOfWhichABitHasChanged() {
        byte[] sealed = seal(near, randomBytes(LENGTH));
        for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
            byte[] damaged = sealed.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            boolean isOfSession =
                    bit / Byte.SIZE >= SealLayout.SESSION_OFFSET && bit / Byte.SIZE < SealLayout.COUNTER_OFFSET;
            assertThat(open(far, damaged))
                    .as("bit %s%s", bit, isOfSession ? " of the session" : "")
                    .isNull();
        }
        for (int length = 0; length < sealed.length; length++) {
            assertThat(open(far, Arrays.copyOf(sealed, length))).isNull();
        }
        assertThat(open(far, Arrays.copyOf(sealed, sealed.length + 1))).isNull();
        assertThat(open(far, sealed)).isNotNull();
    }

    @Test
    void changesItsKeyAfterANumberOfDatagrams() {
        open(new SealRules(Aes.of("SunJCE"), 16, 16, Long.MAX_VALUE));
        for (int count = 0; count < 5_000; count++) {
            exchange();
        }
        assertThat(near.sentEpoch()).isGreaterThan(256); // more than a byte holds
    }

    @Test
    void changesItsKeyMoreOftenThanADatagramTells() {
        open(new SealRules(Aes.of("SunJCE"), 16, 1, Long.MAX_VALUE));
        byte[] old = seal(near, randomBytes(LENGTH));
        for (int count = 0; count < 600; count++) {
            exchange();
        }

        assertThat(open(far, old)).isNull();
    }

    @Test
    void changesItsKeyAfterATime() {
        open(new SealRules(Aes.of("SunJCE"), 32, 1 << 22, 1_000));
        exchange();
        exchange();
        assertThat(near.sentEpoch()).isZero();

        nowNs += 1_000;
        exchange();
        assertThat(near.sentEpoch()).isEqualTo(1);
    }

    @Test
    void keepsItsKeyUntilThePeerHasIt() {
        open(new SealRules(Aes.of("SunJCE"), 32, 16, Long.MAX_VALUE));
        for (int count = 0; count < 1_000; count++) {
            byte[] lost = seal(near, randomBytes(LENGTH));
            assertThat(lost).isNotEmpty();
        }
        assertThat(near.sentEpoch()).isZero();
        exchange();
        exchange();
        assertThat(near.sentEpoch()).isEqualTo(1);
    }

    @Test
    void fallsSilentWhenAKeyHasSealedAsManyAsItMayAndGoesOnWhenThePeerIsHeard() {
        open(new SealRules(Aes.of("SunJCE"), 32, 16, Long.MAX_VALUE, 100));
        exchange();
        exchange();
        byte[] last = new byte[0];
        for (int count = 2; count < 16 + 100; count++) { // the peer stands still, and hears nothing of a second epoch
            last = seal(near, randomBytes(LENGTH));
        }
        assertThat(near.sentEpoch()).isEqualTo(1);
        assertThat(near.seal(ByteBuffer.wrap(randomBytes(LENGTH)))).isNull();
        assertThat(open(near, seal(far, new byte[0]))).isNotNull(); // of what it heard before
        assertThat(near.seal(ByteBuffer.wrap(randomBytes(LENGTH)))).isNull();

        assertThat(open(far, last)).isNotNull();
        exchangeBack();
        exchange();
        assertThat(near.sentEpoch()).isEqualTo(2);
    }

    private void exchangeBack() {
        assertThat(open(near, seal(far, new byte[0]))).isEmpty();
    }

    /** More than a byte can count of one lane's keys, and none of the other's. */
    @Test
    void opensWhatComesWhenOneDirectionHasBeenSilentForLong() {
        open(new SealRules(Aes.of("SunJCE"), 32, 16, Long.MAX_VALUE));
        for (int count = 0; count < 20_000; count++) {
            byte[] plain = randomBytes(random.nextInt(LENGTH));
            assertThat(open(far, seal(near, plain))).isEqualTo(plain);
            if (count % 1_000 == 0) {
                exchangeBack();
            }
        }
        byte[] back = randomBytes(LENGTH);
        assertThat(open(near, seal(far, back))).isEqualTo(back);
        exchange();
    }

    @Test
    void opensWhatComesLateFromTheEpochBefore() {
        open(new SealRules(Aes.of("SunJCE"), 32, 16, Long.MAX_VALUE));
        byte[] plain = randomBytes(LENGTH);
        byte[] late = seal(near, plain);
        while (near.sentEpoch() < 1) {
            exchange();
        }

        assertThat(open(far, late)).isEqualTo(plain);
        assertThat(open(far, late)).isNull();
    }

    /** Loses, repeats, reorders, damages: what is opened was sealed, and once. */
    @Test
    void opensEachOnceThatArrivesWhateverTheNetworkDoes() {
        open(new SealRules(Aes.of("SunJCE"), 32, 64, Long.MAX_VALUE));
        List<byte[]> onTheWay = new ArrayList<>();
        long sealed = 0;
        long opened = 0;
        long arrived = 0;
        for (int step = 0; step < 10_000; step++) {
            byte[] next =
                    seal(near, ByteBuffer.allocate(Long.BYTES).putLong(sealed++).array());
            if (random.nextInt(20) != 0) {
                onTheWay.add(next);
                arrived++;
            }
            if (random.nextInt(4) == 0) {
                byte[] damaged = next.clone();
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
                assertThat(open(far, damaged)).isNull();
            }
            while (onTheWay.size() > 8) {
                byte[] comes = onTheWay.remove(random.nextInt(3));
                assertThat(open(far, comes)).as("step %s", step).isNotNull();
                assertThat(open(far, comes)).isNull();
                opened++;
            }
            if (random.nextInt(10) != 0) {
                byte[] back = seal(far, randomBytes(8));
                if (random.nextInt(20) != 0) {
                    assertThat(open(near, back)).isNotNull();
                }
            }
        }
        assertThat(near.sentEpoch()).isGreaterThan(100);
        assertThat(opened).isEqualTo(arrived - onTheWay.size());
    }
}
