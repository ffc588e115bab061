// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
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

    private static final InetSocketAddress DIALLER = address(1, 40001);
    private static final InetSocketAddress LISTENER = address(2, 40002);
    private static final InetSocketAddress STRANGER = address(3, 40002);

    private final SealedStreams dialler = new SealedStreams();
    private final SealedStreams listener = new SealedStreams();
    private long nowNs;
    private final LinkSeal diallersOne = dialler.begin(keys(true, 1), LISTENER, () -> nowNs);
    private final LinkSeal diallersTwo = dialler.begin(keys(true, 2), LISTENER, () -> nowNs);
    private final LinkSeal listenersOne = listener.begin(keys(false, 1), DIALLER, () -> nowNs);
    private final LinkSeal listenersTwo = listener.begin(keys(false, 2), DIALLER, () -> nowNs);

    SealedStreamsTest() {
        assertThat(dialler.addOwn(STREAM, diallersOne)).isTrue();
        assertThat(dialler.addOwn(OTHER_STREAM, diallersTwo)).isTrue();
        listener.addPeer(STREAM, listenersOne);
        listener.addPeer(OTHER_STREAM, listenersTwo);
    }

    private static InetSocketAddress address(int host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
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
        assertThat(listener.openFrames(frames, DIALLER)).isTrue();
        assertThat(frames.position()).isEqualTo(LENGTH);
        assertThat(frames.order(ByteOrder.LITTLE_ENDIAN).getInt(SESSION_IN_FRAME))
                .isEqualTo(STREAM);
        assertThat(listener.isOpened(listenersOne)).isTrue();

        ByteBuffer status = received(listener.sealStatus(datagram(SESSION_IN_STATUS, STREAM)));
        assertThat(dialler.openStatus(status, LISTENER)).isTrue();
        assertThat(dialler.isOpenedOfOwn(STREAM)).isTrue();
    }

    @Test
    void letsNoLinkSpeakForAnother() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        assertThat(listener.openFrames(frames, DIALLER)).isTrue();
        assertThat(listener.isOpened(listenersTwo)).isFalse();
        assertThat(listener.isOpened(null)).isFalse();

        ByteBuffer status = received(listener.sealStatus(datagram(SESSION_IN_STATUS, STREAM)));
        assertThat(dialler.openStatus(status, LISTENER)).isTrue();
        assertThat(dialler.isOpenedOfOwn(OTHER_STREAM)).isFalse();
    }

    @Test
    void takesNothingTwiceNorWhatWasMeantForTheOtherSocket() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        ByteBuffer again = received(frames.duplicate().flip());

        assertThat(dialler.openStatus(again, LISTENER)).isFalse();
        assertThat(listener.openStatus(again, DIALLER)).isFalse();
        assertThat(listener.openFrames(frames, DIALLER)).isTrue();
        assertThat(listener.openFrames(again, DIALLER)).isFalse();
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
        assertThat(listener.openFrames(late, DIALLER)).isFalse();
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM))).isNotNull();

        nowNs += TimeUnit.SECONDS.toNanos(2);
        dialler.end(diallersTwo, () -> nowNs);
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM))).isNull();
        assertThat(dialler.sealFrames(datagram(SESSION_IN_FRAME, OTHER_STREAM))).isNotNull();
    }

    /** A copy is as authentic as the original, and comes first. */
    @Test
    void opensACopyFromElsewhereNotInPlaceOfTheOriginal() {
        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        assertThat(listener.openFrames(received(frames.duplicate().flip()), STRANGER))
                .isFalse();
        assertThat(listener.isOpened(listenersOne)).isFalse();
        assertThat(listener.openFrames(frames, address(1, 1))) // whatever port they leave from
                .isTrue();

        ByteBuffer status = received(listener.sealStatus(datagram(SESSION_IN_STATUS, STREAM)));
        assertThat(dialler.openStatus(received(status.duplicate().flip()), STRANGER))
                .isFalse();
        assertThat(dialler.openStatus(received(status.duplicate().flip()), address(2, 1)))
                .isFalse();
        assertThat(dialler.openStatus(status, LISTENER)).isTrue();
        assertThat(dialler.isOpenedOfOwn(STREAM)).isTrue();
    }

    /** A listener chooses the session of the dialler's stream. */
    @Test
    void givesNoSessionOfOneLinkToAnother() {
        assertThat(dialler.addOwn(STREAM, diallersTwo)).isFalse();
        assertThat(dialler.addOwn(STREAM, diallersOne)).isTrue();

        ByteBuffer frames = received(dialler.sealFrames(datagram(SESSION_IN_FRAME, STREAM)));
        assertThat(listener.openFrames(frames, DIALLER)).isTrue();
        assertThat(listener.isOpened(listenersOne)).isTrue();
    }
}
