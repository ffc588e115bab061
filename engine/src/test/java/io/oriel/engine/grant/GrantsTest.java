// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FileMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantsTest {
    private final FileGrants grants = new FileGrants();

    @AfterEach
    void close() {
        grants.close();
    }

    @Test
    void areUsedOneByOne() {
        PeerGrants peer = grants.openPeer();
        assertThat(peer.take()).isFalse();

        grants.own.add(2);

        assertThat(peer.take()).isTrue();
        assertThat(grants.own.unused(2)).isEqualTo(1);
        assertThat(peer.take()).isTrue();
        assertThat(peer.take()).isFalse();
        assertThat(grants.own.unused(2)).isZero();
        assertThat(peer.wereTakenBack()).isFalse();
    }

    @Test
    void areTheOwnersOnceTheyWereTakenBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.add(3);
        assertThat(peer.take()).isTrue();

        assertThat(grants.own.takeBack(3)).isEqualTo(2);

        assertThat(peer.take()).isFalse();
        assertThat(peer.wereTakenBack()).isTrue();
        assertThat(peer.wereTakenBack()).as("told once").isFalse();
    }

    @Test
    void areTakenBackInPartWithoutAWordThatThePeerHasToAskAgain() {
        PeerGrants peer = grants.openPeer();
        grants.own.add(5);
        assertThat(peer.take()).isTrue();

        assertThat(grants.own.takeBack(3, 5)).isEqualTo(3);

        assertThat(peer.take()).isTrue();
        assertThat(peer.take()).isFalse();
        assertThat(peer.wereTakenBack()).isFalse();
        assertThat(grants.own.takeBack(3, 3)).as("all are used").isZero();
    }

    @Test
    void canBeUsedThatCameAfterOthersWereTakenBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.add(1);
        assertThat(grants.own.takeBack(1)).isEqualTo(1);
        grants.own.add(1);

        assertThat(peer.wereTakenBack()).as("there is one").isFalse();
        assertThat(peer.take()).isTrue();
        assertThat(grants.own.takeBack(1)).isZero();
    }

    @Test
    void canBeTakenBackThatThePeerGaveBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.add(1);
        assertThat(peer.take()).isTrue();

        peer.giveBack();

        assertThat(grants.own.takeBack(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 5, 1L << 33})
    void areNeverMoreThanWereGrantedWhateverThePeerWrites(long nonsense) {
        grants.own.add(4);

        grants.buffer.putLong(GrantsLayout.WORD_OFFSET, nonsense);

        assertThat(grants.own.unused(4)).isBetween(0L, 4L);
        assertThat(grants.own.takeBack(4)).isBetween(0L, 4L);
    }

    @Test
    void areNotThereWhenThePeerHasNoSuchFile() {
        assertThat(PeerGrants.open(grants.peerMemory, FileMemory.REGION_ID + 1)).isNull();
    }

    @Test
    void areNotUnderstoodInAFileThatIsSomethingElse() {
        grants.buffer.putLong(GrantsLayout.MAGIC_OFFSET, GrantsLayout.MAGIC + 1);

        assertThat(PeerGrants.open(grants.peerMemory, FileMemory.REGION_ID)).isNull();
    }

    @Test
    void areNotUnderstoodInALayoutOfAnotherVersion() {
        grants.buffer.putInt(GrantsLayout.VERSION_OFFSET, GrantsLayout.VERSION + 1);

        assertThat(PeerGrants.open(grants.peerMemory, FileMemory.REGION_ID)).isNull();
    }

    @Test
    void areNotUnderstoodInAFileThatIsTooShort() {
        try (FileGrants shorter = new FileGrants(GrantsLayout.LENGTH - 8)) {
            assertThat(PeerGrants.open(shorter.peerMemory, FileMemory.REGION_ID))
                    .isNull();
        }
    }
}
