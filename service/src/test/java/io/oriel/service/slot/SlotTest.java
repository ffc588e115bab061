// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Bench;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slots, and completions handed out. */
class SlotTest {
    private final Bench bench = new Bench(Medium.SHM);
    private final Adapter adapter = bench.adapter();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void areApartByWholeCacheLines() {
        assertThat(new SlotLayout(16, 48).stride()).isEqualTo(64);
        assertThat(new SlotLayout(16, 49).stride()).isEqualTo(128);
        assertThat(new SlotLayout(0, 0).stride()).isEqualTo(64);
        assertThatThrownBy(() -> new SlotLayout(12, 0)).hasMessageContaining("headerLength must be a multiple of 8");
        assertThatThrownBy(() -> new SlotLayout(72, 0)).hasMessageContaining("was 72");
        assertThatThrownBy(() -> new SlotLayout(0, -1)).hasMessage("bodyLength must be in 0..16777216, was -1");
        assertThatThrownBy(() -> new SlotPool(adapter, 0, new SlotLayout(0, 1)))
                .hasMessage("count must be at least 1, was 0");
    }

    @Test
    void areClaimedAndReleased() {
        SlotPool pool = new SlotPool(adapter, 3, new SlotLayout(16, 100));

        assertThat(pool.count()).isEqualTo(3);
        assertThat(List.of(pool.claim(), pool.claim(), pool.claim())).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(pool.freeCount()).isZero();
        assertThatThrownBy(pool::claim).hasMessageContaining("all 3 slots are claimed");
        pool.release(1);
        assertThatThrownBy(() -> pool.release(1)).hasMessageContaining("slot 1 is not claimed");
        assertThat(pool.claim()).isEqualTo(1);
        pool.close();
        assertThat(pool.region().isRegistered()).isFalse();
        pool.close();
    }

    @Test
    void haveBodiesBehindTheirHeaders() {
        SlotPool pool = new SlotPool(adapter, 3, new SlotLayout(16, 100));
        pool.body(2).putLong(0, 77);

        assertThat(pool.offset(2)).isEqualTo(256);
        assertThat(pool.memory().getLong(256 + 16)).isEqualTo(77);
        assertThat(pool.body(2).capacity()).isEqualTo(100);
        ScatterGatherList list = pool.list(2, 8);
        assertThat(list.offset(0)).isEqualTo(256);
        assertThat(list.totalLength()).isEqualTo(24);
        assertThat(pool.list(2).totalLength()).isEqualTo(116);
        assertThat(pool.list(2).size()).isEqualTo(1);
    }

    @Test
    void completionsGoToTheHandlersOfTheirTypesAndNoneIsLost() {
        CompletionQueue queue = adapter.createCompletionQueue(64);
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        for (int i = 0; i < 10; i++) {
            var unused = endpoint.receive(i, ScatterGatherList.empty());
        }
        var unused = endpoint.flush();
        List<Long> seen = new ArrayList<>();
        CompletionDispatcher[] dispatcher = new CompletionDispatcher[1];
        dispatcher[0] = new CompletionDispatcher(queue, 4, completion -> seen.add(-1L))
                .on(RequestType.RECEIVE, completion -> {
                    seen.add(completion.requestContext());
                    assertThat(dispatcher[0].poll()).isZero();
                    if (completion.requestContext() == 5) {
                        throw new IllegalStateException("five");
                    }
                });

        assertThat(dispatcher[0].poll()).isEqualTo(4);
        assertThatThrownBy(dispatcher[0]::poll).hasMessage("five");
        assertThat(dispatcher[0].poll()).isEqualTo(2);
        assertThat(dispatcher[0].poll()).isEqualTo(2);
        assertThat(dispatcher[0].poll()).isZero();
        assertThat(seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThatThrownBy(() -> new CompletionDispatcher(queue, 0, completion -> {}))
                .hasMessageContaining("was 0");
    }
}
