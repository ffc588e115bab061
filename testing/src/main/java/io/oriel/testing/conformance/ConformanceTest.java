// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of the suite: opens the medium before each method and closes it afterwards. */
public abstract class ConformanceTest {
    /** Both rights of a window. */
    protected static final int READ_WRITE = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    private final ConformanceMedium medium;
    private @Nullable ConformanceFixture fixture;

    protected ConformanceTest(ConformanceMedium medium) {
        this.medium = medium;
    }

    @BeforeEach
    final void openMedium() {
        fixture = medium.open(config());
        FormerLife.liveOn(fixture);
    }

    @AfterEach
    final void closeMedium() {
        fixture().close();
    }

    /** Returns what the providers are opened with. */
    protected OrielConfig config() {
        return OrielConfig.defaults();
    }

    protected final ConformanceFixture fixture() {
        return Objects.requireNonNull(fixture);
    }

    /** Connects two endpoints of default depth. */
    protected final ConnectedPair connected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults())
                .connect();
    }

    /** Connects two endpoints that are configured alike. */
    protected final ConnectedPair connected(EndpointConfig config) {
        SideConfig side = SideConfig.defaults().withEndpoint(config);
        return ConnectedPair.open(fixture(), side, side).connect();
    }

    /** Connects two endpoints whose regions hold more than one call moves. */
    protected final ConnectedPair connectedForBulk() {
        SideConfig side = SideConfig.defaults().withRegionLength(fixture().bulkLength());
        return ConnectedPair.open(fixture(), side, side).connect();
    }

    /** Lets a message of another connection wait for a Receive, so that long transfers on its link go on by polls. */
    protected final void keepTheLinkBusy() {
        connected().peer().send(0);
    }

    /** Makes room for a descriptor. */
    protected static UnsafeBuffer newDescriptor() {
        return new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
    }

    /** Asserts that a post was accepted. */
    protected static void assertPosted(NdStatus returned) {
        Assertions.assertThat(returned).isEqualTo(NdStatus.SUCCESS);
    }

    /** Asserts that a control call throws, and with which status. */
    protected static void assertFails(NdStatus expected, ThrowingCallable call) {
        Assertions.assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        NdException.class,
                        failure -> Assertions.assertThat(failure.status()).isEqualTo(expected));
    }
}
