// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Bind: the rights that it grants. */
public abstract class BindRightsConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    private final UnsafeBuffer descriptor = newDescriptor();

    protected BindRightsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"bind.allow-read", "write.no-right"})
    void letsThePeerOnlyReadWithAllowRead() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, LENGTH, OpFlags.ALLOW_READ);
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.READ, 1), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"bind.allow-write", "read.no-right"})
    void letsThePeerOnlyWriteWithAllowWrite() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, LENGTH, OpFlags.ALLOW_WRITE);
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.WRITE, 1), new Outcome(RequestType.READ, ACCESS_VIOLATION, 2));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        pair.assertDisconnected();
    }

    // The seed page says that at least one right must be given; Microsoft's test gives none and expects success. Oriel
    // follows the test: nobody can use such a window.
    @Test
    @Proves({"bind.no-rights", "read.no-right", "write.no-right"})
    void bindsWithoutRightsSoThatNobodyCanUseTheWindow() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, LENGTH, OpFlags.NONE);

        assertThat(window.isBound()).isTrue();
        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves("bind.access-violation")
    void refusesToGrantWritingOfMemoryThatIsNotWritable() {
        SideConfig readOnly = SideConfig.defaults().withAccess(AccessFlags.NONE);
        ConnectedPair pair =
                ConnectedPair.open(fixture(), readOnly, SideConfig.defaults()).connect();

        assertThat(bind(pair.owner(), window(pair), 0, 8, OpFlags.ALLOW_WRITE)).isEqualTo(ACCESS_VIOLATION);
        assertPosted(bind(pair.owner(), window(pair), 0, 8, OpFlags.ALLOW_READ));
    }

    private static MemoryWindow window(ConnectedPair pair) {
        return pair.owner().newWindow();
    }

    private NdStatus bind(Side side, MemoryWindow window, long offset, long length, int flags) {
        return side.endpoint().bind(1, side.region(), window, offset, length, flags, descriptor, 0);
    }
}
