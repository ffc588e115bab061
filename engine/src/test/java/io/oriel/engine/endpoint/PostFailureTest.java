// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.Window;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.testing.FakeMemory;
import io.oriel.engine.testing.MappedMemory;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A post that throws, at each step: no request is half posted, and what was posted ends once. */
class PostFailureTest {
    private static final int LENGTH = 64;
    private static final int DEPTH = 3;
    private static final EndpointConfig CONFIG = EndpointConfig.defaults().withQueueDepth(DEPTH);

    private final EndpointFixture fixture = new EndpointFixture(new FakeMemory(), Long.MAX_VALUE);
    private final EngineEndpoint endpoint = fixture.idle(CONFIG);
    private final Region region =
            fixture.regions.add(new MappedMemory(LENGTH, () -> {}), AccessFlags.ALLOW_LOCAL_WRITE);

    /** Memory of the caller that cannot be touched, as a mapped file that was cut off. */
    private static final class UntouchableBuffer extends UnsafeBuffer {
        UntouchableBuffer(int length) {
            super(new byte[length]);
        }

        @Override
        public byte[] byteArray() {
            throw new InternalError("the test's buffer is not to be read");
        }

        @Override
        public void putLong(int index, long value, java.nio.ByteOrder order) {
            throw new InternalError("the test's buffer is not to be written");
        }
    }

    @Test
    void postsNothingWhenInlineDataCannotBeRead() {
        connect(10);
        ScatterGatherList untouchable = new ScatterGatherList(1).add(new UntouchableBuffer(8), 0, 8);

        for (int attempt = 0; attempt <= DEPTH; attempt++) {
            assertThatThrownBy(() -> endpoint.send(99, untouchable, OpFlags.INLINE))
                    .isInstanceOf(InternalError.class);
        }

        assertThatEverySlotIsFree();
        assertThat(fixture.link.takeCommitted()).hasSize(DEPTH);
    }

    @Test
    void bindsNothingWhenTheDescriptorCannotBeWritten() {
        connect(10);
        Window window = fixture.windows.create(0);
        UntouchableBuffer untouchable = new UntouchableBuffer(WindowDescriptor.LENGTH);

        for (int attempt = 0; attempt <= DirectLayout.SLOTS; attempt++) {
            assertThatThrownBy(() -> bind(99, window, untouchable)).isInstanceOf(InternalError.class);
        }

        assertThat(window.isBound()).isFalse();
        assertThatEverySlotIsFree();
        assertThat(bind(7, window, new UnsafeBuffer(new byte[WindowDescriptor.LENGTH])))
                .isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture.completions()).containsExactly("BIND SUCCESS 7");
    }

    @Test
    void endsEverythingOnTheLinkWhenARequestCannotBeCarriedOut() {
        connect(10);
        assertThat(send(1, two())).isEqualTo(NdStatus.SUCCESS);
        fixture.link.failClaim(new OutOfMemoryError("no memory for a frame"));

        assertThatThrownBy(() -> send(2, two()))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        assertThat(send(3, two())).as("at once").isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1", "SEND CANCELED 2");
        fixture.progress();
        assertThat(fixture.completions()).isEmpty();
        assertThat(fixture.ended).containsExactlyInAnyOrder("endpoint", "link");
    }

    @Test
    void endsEverythingOnTheLinkWhenThePeerCannotBeWokenForAShortSend() {
        connect(10);
        fixture.link.failAnnouncement(new OutOfMemoryError("no memory for a wake"));

        assertThatThrownBy(() -> send(1, ScatterGatherList.of(region)))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        assertThat(endpoint.send(2, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1");
    }

    @Test
    void endsABindThatHasTakenEffectWhenItsPostThrows() {
        connect(0);
        Window window = fixture.windows.create(0);
        send(1, two()); // waits for credit
        fixture.grantCredit(1);
        fixture.link.failClaim(new OutOfMemoryError("no memory for a frame"));

        assertThatThrownBy(() -> bind(2, window, new UnsafeBuffer(new byte[WindowDescriptor.LENGTH])))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        fixture.progress();
        assertThat(window.isBound()).isFalse();
        assertThat(fixture.completions()).containsExactly("SEND IO_TIMEOUT 1", "BIND CANCELED 2");
        region.deregister();
    }

    private void assertThatEverySlotIsFree() {
        for (int context = 1; context <= DEPTH; context++) {
            assertThat(endpoint.send(context, ScatterGatherList.empty(), OpFlags.NONE))
                    .isEqualTo(NdStatus.SUCCESS);
        }
        assertThat(endpoint.send(50, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.NO_MORE_ENTRIES);
        fixture.link.acknowledgement(AcknowledgementWord.of(DEPTH, 0));
        fixture.progress();
        assertThat(fixture.completions())
                .containsExactlyElementsOf(List.of("SEND SUCCESS 1", "SEND SUCCESS 2", "SEND SUCCESS 3"));
    }

    private void connect(long credit) {
        fixture.attach(endpoint, true);
        fixture.grantCredit(credit);
    }

    private NdStatus send(long context, ScatterGatherList list) {
        return endpoint.send(context, list, OpFlags.NONE);
    }

    private NdStatus bind(long context, Window window, UnsafeBuffer descriptor) {
        return endpoint.bind(context, region, window, 0, LENGTH, OpFlags.ALLOW_READ, descriptor, 0);
    }

    private ScatterGatherList two() {
        return new ScatterGatherList(2).add(region, 0, 8).add(region, 8, 8);
    }
}
