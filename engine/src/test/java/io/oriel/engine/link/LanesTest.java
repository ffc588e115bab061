// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.Port;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ids of an adapter's endpoints. */
class LanesTest {
    private final LinkFixture fixture = new LinkFixture();

    @Test
    void giveTheIdThatHasBeenFreeForLongestUnderANewGeneration() {
        Lane first = fixture.open();
        Lane second = fixture.open();
        Lane third = fixture.open();
        fixture.lanes.close(second);
        fixture.lanes.close(third);
        fixture.lanes.close(first);

        List<Integer> ids = new ArrayList<>();
        for (int count = 0; count < 4; count++) {
            Lane lane = fixture.open();
            ids.add(lane.id());
            assertThat(lane.generation()).isEqualTo(count < 3 ? 1 : 0);
        }

        assertThat(ids).containsExactly(1, 2, 0, 3);
    }

    @Test
    void giveAnIdUnder256GenerationsInTurn() {
        for (int count = 0; count < 600; count++) {
            Lane lane = fixture.open();

            assertThat(lane.id()).isZero();
            assertThat(lane.generation()).isEqualTo(count % 256);
            assertThat(fixture.lanes.find(0, count % 256)).isSameAs(lane.addressee());
            assertThat(fixture.lanes.find(0, (count + 1) % 256)).isNull();
            fixture.lanes.close(lane);
        }
    }

    @Test
    void giveNoIdForWhichFramesMayStillCome() {
        Lane former = fixture.attach(fixture.open(), 5);
        fixture.lanes.close(former);
        assertThat(fixture.open().id()).as("the peer knows nothing").isEqualTo(1);

        former.over();
        assertThat(fixture.open().id()).as("what it has sent may be in the log").isEqualTo(2);
        fixture.progress();

        assertThat(fixture.open().id()).isZero();
    }

    @Test
    void giveTheIdsOfALinkThatWasLetGo() {
        fixture.lanes.close(fixture.attach(fixture.open(), 5));
        fixture.end.peerDied();
        fixture.progress();

        assertThat(fixture.open().id()).isZero();
    }

    @Test
    void giveAnIdAgainThatWasNotUsed() {
        fixture.lanes.close(fixture.open());

        assertThat(fixture.lanes.newLane().id()).isZero();
        assertThat(fixture.lanes.newLane().id()).isZero();
        assertThat(fixture.lanes.newLane().generation()).isOne();
        assertThat(fixture.open().id()).isZero();
        assertThat(fixture.open().id()).isOne();
    }

    @Test
    void findTheOnlyFreeIdOfAll() {
        List<Lane> formers = new ArrayList<>();
        for (int count = 0; count < Port.MAX_ENDPOINTS; count++) {
            Lane lane = fixture.open();
            if (count % 2 == 0) {
                formers.add(fixture.attach(lane, count));
            }
        }
        assertThatThrownBy(fixture.lanes::newLane).as("all are open").isInstanceOf(NdException.class);
        formers.forEach(fixture.lanes::close);
        assertThatThrownBy(fixture.lanes::newLane)
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));

        Lane over = formers.get(formers.size() / 2);
        over.over();
        assertThatThrownBy(fixture.lanes::newLane).isInstanceOf(NdException.class);
        fixture.progress();

        assertThat(fixture.lanes.newLane().id()).isEqualTo(over.id());
    }
}
