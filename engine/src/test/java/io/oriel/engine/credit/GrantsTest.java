// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

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

        grants.own.grant(2, 0);

        assertThat(peer.take()).isTrue();
        assertThat(grants.own.unused(2, 0)).isEqualTo(1);
        assertThat(peer.take()).isTrue();
        assertThat(peer.take()).isFalse();
        assertThat(grants.own.unused(2, 0)).isZero();
        assertThat(peer.wereTakenBack()).isFalse();
    }

    @Test
    void areTheOwnersOnceTheyWereTakenBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.grant(3, 0);
        assertThat(peer.take()).isTrue();

        grants.own.takeBack();

        assertThat(grants.own.unused(3, 0)).isEqualTo(2);
        assertThat(peer.take()).isFalse();
        assertThat(grants.own.unused(3, 0)).as("after it has tried").isEqualTo(2);
        assertThat(peer.wereTakenBack()).isTrue();
        assertThat(peer.wereTakenBack()).as("told once").isFalse();
    }

    @Test
    void canBeUsedThatCameAfterOthersWereTakenBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.grant(1, 0);
        grants.own.takeBack();
        grants.own.grant(1, 0);
        assertThat(peer.take()).isFalse();

        assertThat(peer.wereTakenBack()).isTrue();

        assertThat(peer.take()).isTrue();
        assertThat(grants.own.unused(1, 0)).isZero();
    }

    @Test
    void areToldByFramesAsWell() {
        PeerGrants peer = grants.openPeer();

        peer.told(1, 1);

        assertThat(peer.take()).isTrue();
        assertThat(peer.take()).isFalse();
    }

    @Test
    void areNotWhatAFrameToldBeforeTheyWereTakenBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.grant(3, 7);
        grants.own.takeBack();
        peer.told(3, 8);
        assertThat(peer.take()).as("it has not looked before").isFalse();
        assertThat(peer.wereTakenBack()).isTrue();
        peer.told(3, 9);
        assertThat(peer.take()).as("nothing was granted since").isFalse();
        grants.own.grant(1, 10);
        assertThat(peer.take()).isTrue();

        peer.told(3, 10);
        assertThat(peer.take()).isFalse();
        peer.told(2, 11);

        assertThat(peer.take()).isTrue();
        assertThat(peer.take()).isFalse();
    }

    @Test
    void canBeTakenBackThatThePeerGaveBack() {
        PeerGrants peer = grants.openPeer();
        grants.own.grant(1, 0);
        assertThat(peer.take()).isTrue();

        peer.giveBack();

        assertThat(grants.own.unused(1, 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 9, 1L << 33})
    void areNeverMoreThanHaveNotArrivedWhateverThePeerWrites(long nonsense) {
        grants.own.grant(8, 0);

        grants.buffer.putLong(GrantsLayout.TAKEN_OFFSET, nonsense);

        assertThat(grants.own.unused(8, 4)).isBetween(0L, 4L);
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
