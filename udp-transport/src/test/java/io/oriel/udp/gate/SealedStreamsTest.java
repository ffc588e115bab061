// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealRules;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SealedStreamsTest {
    private static final SealRules RULES = new SealRules(Aes.of("SunJCE"), 32, 1 << 20, Long.MAX_VALUE);
    private static final int STREAM = 77;
    private static final int OTHER_STREAM = 78;
    private static final int LENGTH = 64;
    private static final int SESSION_IN_FRAME = 12;
    private static final int SESSION_IN_STATUS = 8;

    private final SealedStreams dialler = new SealedStreams();
    private final SealedStreams listener = new SealedStreams();
    private long nowNs;
    private final LinkSeal diallersOne = dialler.begin(keys(true, 1), () -> nowNs);
    private final LinkSeal diallersTwo = dialler.begin(keys(true, 2), () -> nowNs);
    private final LinkSeal listenersOne = listener.begin(keys(false, 1), () -> nowNs);
    private final LinkSeal listenersTwo = listener.begin(keys(false, 2), () -> nowNs);

    SealedStreamsTest() {
        dialler.addOwn(STREAM, diallersOne);
        dialler.addOwn(OTHER_STREAM, diallersTwo);
        listener.addPeer(STREAM, listenersOne);
        listener.addPeer(OTHER_STREAM, listenersTwo);
    }

    private static LinkKeys keys(boolean isDialler, int number) {
        byte[] agreed = new byte[64];
        Arrays.fill(agreed, (byte) number);
        int session = isDialler ? number : 100 + number;
        return new LinkKeys(
                isDialler,
                agreed,
                new LinkKeys.Names(
                        new LinkKeys.Name("key", ""), LinkKeys.Name.NONE, session, isDialler ? 100 + number : number),
                RULES);
    }

    private static ByteBuffer datagram(int sessionOffset, int session) {
        return ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN).putInt(sessionOffset, session);
    }

    /** As a poller has it; nothing if it was lost. */
    private static ByteBuffer received(@Nullable ByteBuffer sealed) {
        ByteBuffer received = ByteBuffer.allocateDirect(1024);
        return sealed == null ? received : received.put(sealed);
    }

    @Test
    void carriesFramesThereAndWhatIsSaidOfThemBack() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        assertThat(listener.openFrames(frames)).isTrue();
        assertThat(frames.position()).isEqualTo(LENGTH);
        assertThat(frames.order(ByteOrder.LITTLE_ENDIAN).getInt(SESSION_IN_FRAME))
                .isEqualTo(STREAM);
        assertThat(listener.isOpened(listenersOne)).isTrue();

        ByteBuffer status = received(listener.sealStatus(datagram(SESSION_IN_STATUS, STREAM)));
        assertThat(dialler.openStatus(status)).isTrue();
        assertThat(dialler.isOpenedOfOwn(STREAM)).isTrue();
    }

    @Test
    void letsNoLinkSpeakForAnother() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        assertThat(listener.openFrames(frames)).isTrue();
        assertThat(listener.isOpened(listenersTwo)).isFalse();
        assertThat(listener.isOpened(null)).isFalse();

        ByteBuffer status = received(listener.sealStatus(datagram(SESSION_IN_STATUS, STREAM)));
        assertThat(dialler.openStatus(status)).isTrue();
        assertThat(dialler.isOpenedOfOwn(OTHER_STREAM)).isFalse();
    }

    @Test
    void takesNothingTwiceNorWhatWasMeantForTheOtherSocket() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        ByteBuffer again = received(frames.duplicate().flip());

        assertThat(dialler.openStatus(again)).isFalse();
        assertThat(listener.openStatus(again)).isFalse();
        assertThat(listener.openFrames(frames)).isTrue();
        assertThat(listener.openFrames(again)).isFalse();
        assertThat(listener.isOpened(listenersOne)).isFalse();
    }

    @Test
    void sendsNothingThatIsOfNoLink() {
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, 79))).isNull();
        assertThat(listener.sealStatus(datagram(SESSION_IN_STATUS, 79))).isNull();
    }

    @Test
    void sealsForAWhileWhatIsStillSaidOfALinkThatHasEnded() {
        ByteBuffer late = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        dialler.end(diallersOne, () -> nowNs);
        listener.end(listenersOne, () -> nowNs);
        assertThat(listener.openFrames(late)).isFalse();
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM))).isNotNull();

        nowNs += TimeUnit.SECONDS.toNanos(2);
        dialler.end(diallersTwo, () -> nowNs);
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM))).isNull();
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, OTHER_STREAM))).isNotNull();
    }
}
