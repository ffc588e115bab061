// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.testing.conformance.access.AtomicsConformanceTest;
import io.oriel.testing.conformance.access.ReadConformanceTest;
import io.oriel.testing.conformance.access.ReadFailureConformanceTest;
import io.oriel.testing.conformance.access.WriteConformanceTest;
import io.oriel.testing.conformance.access.WriteWithImmediateConformanceTest;
import io.oriel.testing.conformance.adapter.AdapterConformanceTest;
import io.oriel.testing.conformance.adapter.DeviceRemovalConformanceTest;
import io.oriel.testing.conformance.adapter.FastRegisterConformanceTest;
import io.oriel.testing.conformance.adapter.HandlesConformanceTest;
import io.oriel.testing.conformance.adapter.LimitsConformanceTest;
import io.oriel.testing.conformance.adapter.MissingArgumentsConformanceTest;
import io.oriel.testing.conformance.adapter.RegionTokenConformanceTest;
import io.oriel.testing.conformance.completion.CompletionQueueConformanceTest;
import io.oriel.testing.conformance.completion.FailureWithoutRoomConformanceTest;
import io.oriel.testing.conformance.completion.FlushConformanceTest;
import io.oriel.testing.conformance.completion.NewsConformanceTest;
import io.oriel.testing.conformance.completion.NotificationConformanceTest;
import io.oriel.testing.conformance.completion.RequestBatchConformanceTest;
import io.oriel.testing.conformance.completion.RequestEndingConformanceTest;
import io.oriel.testing.conformance.completion.ResizeConformanceTest;
import io.oriel.testing.conformance.completion.WaitSetConformanceTest;
import io.oriel.testing.conformance.connection.AnnouncedEndConformanceTest;
import io.oriel.testing.conformance.connection.ConnectAgainConformanceTest;
import io.oriel.testing.conformance.connection.ConnectCancelConformanceTest;
import io.oriel.testing.conformance.connection.ConnectConformanceTest;
import io.oriel.testing.conformance.connection.ConnectDataConformanceTest;
import io.oriel.testing.conformance.connection.DisconnectConformanceTest;
import io.oriel.testing.conformance.connection.ListenerConformanceTest;
import io.oriel.testing.conformance.connection.PeerDeathConformanceTest;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.message.ReceiveConformanceTest;
import io.oriel.testing.conformance.message.ReceiverNotReadyConformanceTest;
import io.oriel.testing.conformance.message.SendCallConformanceTest;
import io.oriel.testing.conformance.message.SendConformanceTest;
import io.oriel.testing.conformance.message.SharedReceiveQueueConformanceTest;
import io.oriel.testing.conformance.message.SharedReceiveShareConformanceTest;
import io.oriel.testing.conformance.window.BindConformanceTest;
import io.oriel.testing.conformance.window.BindRightsConformanceTest;
import io.oriel.testing.conformance.window.InvalidateConformanceTest;
import io.oriel.testing.conformance.window.MemoryWindowConformanceTest;
import io.oriel.testing.conformance.window.NdkInvalidateConformanceTest;
import io.oriel.testing.conformance.window.SendAndInvalidateCallConformanceTest;
import io.oriel.testing.conformance.window.SendAndInvalidateConformanceTest;
import io.oriel.testing.conformance.window.StoppedPeerConformanceTest;
import io.oriel.testing.conformance.window.WindowRaceConformanceTest;
import org.junit.jupiter.api.Nested;

/**
 * The whole suite. A medium extends it with {@link #open} and runs everything, also what is added later.
 */
public abstract class ConformanceSuite implements ConformanceMedium {
    @Nested
    class BindRights extends BindRightsConformanceTest {
        BindRights() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Bind extends BindConformanceTest {
        Bind() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Invalidate extends InvalidateConformanceTest {
        Invalidate() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class SendAndInvalidateCall extends SendAndInvalidateCallConformanceTest {
        SendAndInvalidateCall() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class SendAndInvalidate extends SendAndInvalidateConformanceTest {
        SendAndInvalidate() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class MemoryWindow extends MemoryWindowConformanceTest {
        MemoryWindow() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class WindowRace extends WindowRaceConformanceTest {
        WindowRace() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class NdkInvalidate extends NdkInvalidateConformanceTest {
        NdkInvalidate() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class RegionToken extends RegionTokenConformanceTest {
        RegionToken() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class FastRegister extends FastRegisterConformanceTest {
        FastRegister() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class SendCall extends SendCallConformanceTest {
        SendCall() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Send extends SendConformanceTest {
        Send() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class SharedReceiveQueue extends SharedReceiveQueueConformanceTest {
        SharedReceiveQueue() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class ReceiverNotReady extends ReceiverNotReadyConformanceTest {
        ReceiverNotReady() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Receive extends ReceiveConformanceTest {
        Receive() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class ReadFailure extends ReadFailureConformanceTest {
        ReadFailure() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Read extends ReadConformanceTest {
        Read() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Write extends WriteConformanceTest {
        Write() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class CompletionQueue extends CompletionQueueConformanceTest {
        CompletionQueue() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Resize extends ResizeConformanceTest {
        Resize() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Notification extends NotificationConformanceTest {
        Notification() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class WaitSet extends WaitSetConformanceTest {
        WaitSet() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class RequestBatch extends RequestBatchConformanceTest {
        RequestBatch() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Flush extends FlushConformanceTest {
        Flush() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class ConnectData extends ConnectDataConformanceTest {
        ConnectData() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Connect extends ConnectConformanceTest {
        Connect() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class ConnectCancel extends ConnectCancelConformanceTest {
        ConnectCancel() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class ConnectAgain extends ConnectAgainConformanceTest {
        ConnectAgain() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class SharedReceiveShare extends SharedReceiveShareConformanceTest {
        SharedReceiveShare() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class MissingArguments extends MissingArgumentsConformanceTest {
        MissingArguments() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Disconnect extends DisconnectConformanceTest {
        Disconnect() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class AnnouncedEnd extends AnnouncedEndConformanceTest {
        AnnouncedEnd() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class FailureWithoutRoom extends FailureWithoutRoomConformanceTest {
        FailureWithoutRoom() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Listener extends ListenerConformanceTest {
        Listener() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class MicrosoftTransfers extends MicrosoftTransfersConformanceTest {
        MicrosoftTransfers() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class MicrosoftScenarios extends MicrosoftScenariosConformanceTest {
        MicrosoftScenarios() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Limits extends LimitsConformanceTest {
        Limits() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Handles extends HandlesConformanceTest {
        Handles() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class DeviceRemoval extends DeviceRemovalConformanceTest {
        DeviceRemoval() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class PeerDeath extends PeerDeathConformanceTest {
        PeerDeath() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class StoppedPeer extends StoppedPeerConformanceTest {
        StoppedPeer() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Adapter extends AdapterConformanceTest {
        Adapter() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class Atomics extends AtomicsConformanceTest {
        Atomics() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class WriteWithImmediate extends WriteWithImmediateConformanceTest {
        WriteWithImmediate() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class RequestEnding extends RequestEndingConformanceTest {
        RequestEnding() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class MicrosoftExamples extends MicrosoftExamplesConformanceTest {
        MicrosoftExamples() {
            super(ConformanceSuite.this);
        }
    }

    @Nested
    class News extends NewsConformanceTest {
        News() {
            super(ConformanceSuite.this);
        }
    }
}
