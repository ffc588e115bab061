// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.SideConfig;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** NDK_FN_INVALIDATE, where it says something that INDEndpoint::Invalidate does not. */
public abstract class NdkInvalidateConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected NdkInvalidateConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"invalidate.context", "invalidate.success", "invalidate.completes-success"})
    void returnsTheContextUnchanged() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withContext(-3));

        for (long context : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x8000_0000L}) {
            assertPosted(pair.owner().endpoint().invalidate(context, boundWindow(pair), OpFlags.NONE));
            Completion completion = pair.owner().next(pair.owner().initiatorQueue());
            assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.INVALIDATE, context));
            assertThat(completion.endpointContext()).isEqualTo(-3);
        }
    }

    @Test
    @Proves({"invalidate.silent", "invalidate.silent-failure"})
    void isSilentOnlyWhenItSucceeds() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.SILENT_SUCCESS));
        pair.owner().assertNothingMore();
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.SILENT_SUCCESS));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.read-fence", "invalidate.flags-together"})
    void completesAfterTheReadsBeforeItWithTheirBytesInPlace() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LENGTH, OpFlags.ALLOW_READ);
        pair.owner().fill(0, LENGTH, 42);
        MemoryWindow own = pair.peer().newWindow();
        assertPosted(pair.peer()
                .endpoint()
                .bind(1, pair.peer().region(), own, 0, 8, READ_WRITE | OpFlags.SILENT_SUCCESS, newDescriptor(), 0));

        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, LENGTH), remote, 0, OpFlags.SILENT_SUCCESS));
        assertPosted(pair.peer().endpoint().invalidate(3, own, OpFlags.READ_FENCE | OpFlags.SILENT_SUCCESS));
        fixture().await("the invalidation", () -> !own.isBound());

        pair.peer().assertFilled(0, LENGTH, 42);
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves({"invalidate.defer", "defer.accepted", "defer.completes"})
    void isAskedForWithTheHintThatMoreFollows() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        pair.peer().receive(1);
        assertPosted(pair.owner().endpoint().send(4, pair.owner().range(0, 0), OpFlags.DEFER));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 4));
        assertPosted(pair.owner().endpoint().invalidate(5, window, OpFlags.DEFER));

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 5));
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves("invalidate.connection-invalid")
    void refusesAnEndpointWhoseConnectionHasEnded() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();

        assertThat(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE)).isEqualTo(CONNECTION_INVALID);
    }

    // The page forbids to name a region that was registered with NdkRegister: FastRegisterConformanceTest. Access to it
    // is
    // removed as the page says: by deregistering it.
    @Test
    @Proves({"invalidate.normal-region", "deregister.success", "deregister.device-busy", "deregister.later-requests"})
    void isNotNeededToTakeARegionBack() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);
        assertFails(NdStatus.DEVICE_BUSY, () -> pair.owner().region().deregister());
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));

        Assertions.assertThatCode(() -> pair.owner().region().deregister()).doesNotThrowAnyException();

        assertThat(pair.owner().region().isRegistered()).isFalse();
        assertThat(pair.owner().endpoint().receive(2, pair.owner().range(0, 1))).isEqualTo(NdStatus.INVALID_HANDLE);
    }

    @Test
    @Proves({"invalidate.after-remote", "invalidate.invalidation-error"})
    void failsAfterThePeerHasInvalidated() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(66);
        RemoteWindow remote = pair.grant(window, 0, LENGTH, READ_WRITE);
        pair.owner().receive(1);
        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, ScatterGatherList.empty(), remote, OpFlags.NONE));
        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.success(RequestType.INVALIDATE, 66), Outcome.success(RequestType.RECEIVE, 1));

        assertPosted(pair.owner().endpoint().invalidate(3, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 3));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves("invalidate.others-alone")
    void leavesOtherWindowsAlone() {
        ConnectedPair pair = connected();
        MemoryWindow one = pair.owner().newWindow();
        RemoteWindow remoteOne = pair.grant(one, 0, 64, READ_WRITE);
        RemoteWindow remoteOther = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);

        assertPosted(pair.owner().endpoint().invalidate(1, one, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 8), remoteOther, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().write(3, pair.peer().range(0, 8), remoteOne, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.WRITE, 2), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 3));
    }

    private static MemoryWindow boundWindow(ConnectedPair pair) {
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, LENGTH, READ_WRITE);
        return window;
    }
}
