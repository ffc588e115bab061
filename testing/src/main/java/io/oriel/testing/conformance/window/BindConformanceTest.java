// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_7;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Bind. */
public abstract class BindConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    private final UnsafeBuffer descriptor = newDescriptor();

    protected BindConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"bind.within-region", "bind.any-length", "window-token.offset"})
    void bindsAWindowToPartOfARegion() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 1000, 16, READ_WRITE);
        pair.peer().put(0, "written");

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 7), remote, 9, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        assertThat(pair.owner().text(1009, 7)).isEqualTo("written");
        assertThat(window.isBound()).isTrue();
        assertThat(remote.length()).isEqualTo(16);
    }

    @Test
    @Proves({"bind.success", "bind.completes-success", "get-results.identity", "get-results.which-queue"})
    void completesInTheInitiatorQueueWithItsContexts() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withContext(77));

        assertPosted(bind(pair.owner(), window(pair), 0, LENGTH, READ_WRITE));
        Completion completion = pair.owner().next(pair.owner().initiatorQueue());

        assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.BIND, 1));
        assertThat(completion.endpointContext()).isEqualTo(77);
        assertThat(completion.bytesTransferred()).isZero();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"bind.usable-at-once", "window-token.identifies", "bind.by-descriptor"})
    void fillsTheDescriptorDuringTheCallSoThatTheNextSendCanCarryIt() {
        ConnectedPair pair = connected();
        pair.peer().receive(3, 0, WindowDescriptor.LENGTH);
        UnsafeBuffer inRegion = new UnsafeBuffer(pair.owner().memory(), 8, WindowDescriptor.LENGTH);

        assertPosted(
                pair.owner().endpoint().bind(1, pair.owner().region(), window(pair), 4096, 4, READ_WRITE, inRegion, 0));
        pair.owner().send(2, 8, WindowDescriptor.LENGTH);
        assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 3));
        RemoteWindow remote = pair.peer().endpoint().openWindow(pair.peer().memory(), 0);
        pair.owner().put(4096, "data");
        assertPosted(pair.peer().endpoint().read(4, pair.peer().range(100, 4), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 4));
        assertThat(pair.peer().text(100, 4)).isEqualTo("data");
        assertThat(pair.owner().initiated(2))
                .containsExactly(Outcome.success(RequestType.BIND, 1), Outcome.success(RequestType.SEND, 2));
    }

    @Test
    @Proves({"bind.start-outside", "bind.within-region"})
    void refusesARangeThatBeginsOutsideTheRegion() {
        ConnectedPair pair = connected();

        assertThat(bind(pair.owner(), window(pair), -1, 1, READ_WRITE)).isEqualTo(INVALID_PARAMETER_4);
        assertThat(bind(pair.owner(), window(pair), LENGTH + 1, 1, READ_WRITE)).isEqualTo(INVALID_PARAMETER_4);
        assertThat(bind(pair.owner(), window(pair), Long.MAX_VALUE, 1, READ_WRITE))
                .isEqualTo(INVALID_PARAMETER_4);
    }

    @Test
    @Proves({"bind.end-outside", "bind.within-region"})
    void refusesARangeThatEndsOutsideTheRegion() {
        ConnectedPair pair = connected();

        assertThat(bind(pair.owner(), window(pair), 0, LENGTH + 1, READ_WRITE)).isEqualTo(INVALID_PARAMETER_5);
        assertThat(bind(pair.owner(), window(pair), 1, LENGTH, READ_WRITE)).isEqualTo(INVALID_PARAMETER_5);
        assertThat(bind(pair.owner(), window(pair), 1, Long.MAX_VALUE, READ_WRITE))
                .isEqualTo(INVALID_PARAMETER_5);
        assertThat(bind(pair.owner(), window(pair), 1, -1, READ_WRITE)).isEqualTo(INVALID_PARAMETER_5);
    }

    @Test
    @Proves({"bind.call-failure", "requests.call-failure"})
    void leavesEndpointAndWindowAsTheyWereWhenTheCallFails() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);

        assertThat(bind(pair.owner(), window, 1, LENGTH, READ_WRITE)).isEqualTo(INVALID_PARAMETER_5);

        pair.owner().assertNothingMore();
        assertThat(window.isBound()).isFalse();
        assertThat(pair.owner().endpoint().isConnected()).isTrue();
        assertPosted(bind(pair.owner(), window, 0, LENGTH, READ_WRITE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.BIND, 1));
    }

    @Test
    @Proves("bind.silent")
    void addsNoCompletionWhenItSucceedsSilently() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);

        assertPosted(bind(pair.owner(), window, 0, LENGTH, READ_WRITE | OpFlags.SILENT_SUCCESS));

        pair.owner().assertNothingMore();
        assertThat(window.isBound()).isTrue();
    }

    @Test
    @Proves({"bind.silent-failure", "bind.invalid-request"})
    void failsAloudWhenTheWindowIsBoundAlready() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        pair.bind(window, 0, LENGTH, READ_WRITE);

        assertPosted(bind(pair.owner(), window, 0, LENGTH, READ_WRITE | OpFlags.SILENT_SUCCESS));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.BIND, INVALID_DEVICE_REQUEST, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves("bind.canceled")
    void isCanceledWhenARequestBeforeItFails() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);

        assertPosted(pair.owner().endpoint().send(1, pair.owner().range(LENGTH, 1), OpFlags.NONE));
        NdStatus posted = bind(pair.owner(), window, 0, LENGTH, READ_WRITE);

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.SEND, ACCESS_VIOLATION, 1));
        if (posted == NdStatus.SUCCESS) {
            assertThat(pair.owner().initiated()).isEqualTo(Outcome.canceled(RequestType.BIND, 1));
        } else {
            assertThat(posted).isEqualTo(CONNECTION_INVALID);
        }
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves("bind.read-fence")
    void takesEffectAfterTheReadsBeforeItWhenItIsFenced() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, LENGTH, OpFlags.ALLOW_READ);
        MemoryWindow fenced = pair.peer().newWindow();

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, LENGTH), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer()
                .endpoint()
                .bind(2, pair.peer().region(), fenced, 0, 8, READ_WRITE | OpFlags.READ_FENCE, descriptor, 0));

        // The owner is not driven: where it has to serve the Read, the Read cannot complete.
        Completion[] one = {new Completion()};
        for (int i = 0; i < 100 && pair.peer().initiatorQueue().poll(one, 1) == 0; i++) {
            assertThat(fenced.isBound()).isFalse();
            fixture().pause();
        }
        if (one[0].status() == NdStatus.PENDING) {
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 1));
        }
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.BIND, 2));
        assertThat(fenced.isBound()).isTrue();
    }

    @Test
    @Proves("bind.flags")
    void refusesFlagsOfOtherRequests() {
        ConnectedPair pair = connected();

        assertThat(bind(pair.owner(), window(pair), 0, 8, OpFlags.SEND_AND_SOLICIT_EVENT))
                .isEqualTo(INVALID_PARAMETER_6);
        assertThat(bind(pair.owner(), window(pair), 0, 8, OpFlags.INLINE)).isEqualTo(INVALID_PARAMETER_6);
        assertThat(bind(pair.owner(), window(pair), 0, 8, 0x40)).isEqualTo(INVALID_PARAMETER_6);
    }

    @Test
    @Proves("bind.descriptor")
    void refusesABufferThatCannotHoldTheDescriptor() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();

        assertThat(owner.endpoint().bind(1, owner.region(), window(pair), 0, 8, READ_WRITE, descriptor, 1))
                .isEqualTo(INVALID_PARAMETER_7);
        assertThat(owner.endpoint().bind(1, owner.region(), window(pair), 0, 8, READ_WRITE, descriptor, -1))
                .isEqualTo(INVALID_PARAMETER_7);
    }

    @Test
    @Proves("bind.connection-invalid")
    void refusesAnEndpointThatIsNotConnected() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());

        assertThat(bind(pair.owner(), window(pair), 0, 8, READ_WRITE)).isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves({"bind.no-more-entries", "requests.slot-reuse"})
    void refusesMoreThanTheInitiatorQueueHolds() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(2));

        assertPosted(bind(pair.owner(), window(pair), 0, 8, READ_WRITE));
        assertPosted(bind(pair.owner(), window(pair), 0, 8, READ_WRITE));
        assertThat(bind(pair.owner(), window(pair), 0, 8, READ_WRITE)).isEqualTo(NO_MORE_ENTRIES);

        assertThat(pair.owner().initiated(2)).containsOnly(Outcome.success(RequestType.BIND, 1));
        assertPosted(bind(pair.owner(), window(pair), 0, 8, READ_WRITE));
    }

    private static MemoryWindow window(ConnectedPair pair) {
        return pair.owner().newWindow();
    }

    private NdStatus bind(Side side, MemoryWindow window, long offset, long length, int flags) {
        return side.endpoint().bind(1, side.region(), window, offset, length, flags, descriptor, 0);
    }
}
