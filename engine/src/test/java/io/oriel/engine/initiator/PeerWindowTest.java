// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.WindowDescriptor;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PeerWindowTest {
    private final WindowTable owner = new WindowTable();
    private final Window window = owner.create(0);
    private final PeerWindow.Table table = new PeerWindow.Table();

    @Test
    void opensAsManyWindowsFromADescriptorAsAskedFor() {
        UnsafeBuffer descriptor = descriptor(window, 1);

        PeerWindow first = table.open(descriptor, 0, null);
        PeerWindow second = table.open(descriptor, 0, null);

        assertThat(second).isNotSameAs(first);
        assertThat(first.isUsableIn(table)).isTrue();
        assertThat(first.isInvalidated()).isFalse();
        assertThat(first.length()).isEqualTo(10);
    }

    @Test
    void opensAWindowAnewInPlace() {
        PeerWindow reused = table.open(descriptor(window, 1), 0, null);

        RemoteWindow again = table.open(descriptor(owner.create(0), 5), 0, reused);

        assertThat(again).isSameAs(reused);
        assertThat(reused.binding().windowId).isEqualTo(1);
        assertThat(reused.binding().generation).isEqualTo(5);
    }

    @Test
    void opensNothingInPlaceOfAWindowThatIsNotItsOwn() {
        PeerWindow foreign = new PeerWindow.Table().open(descriptor(window, 1), 0, null);
        RemoteWindow unknown = new RemoteWindow() {
            @Override
            public long length() {
                return 10;
            }

            @Override
            public boolean isDirect() {
                return false;
            }
        };

        assertThatInvalidHandle(foreign);
        assertThatInvalidHandle(unknown);
    }

    @Test
    void closesEveryWindowOfABindingThatIsTakenBack() {
        PeerWindow first = table.open(descriptor(window, 1), 0, null);
        PeerWindow second = table.open(descriptor(window, 1), 0, null);

        table.invalidate(first);

        assertThat(first.isInvalidated()).isTrue();
        assertThat(second.isInvalidated()).isTrue();
        assertThat(table.open(descriptor(window, 1), 0, null).isInvalidated())
                .as("opened afterwards from the same descriptor")
                .isTrue();
    }

    @Test
    void leavesOtherWindowsAndLaterBindingsOpen() {
        PeerWindow taken = table.open(descriptor(window, 1), 0, null);
        PeerWindow later = table.open(descriptor(window, 2), 0, null);
        PeerWindow other = table.open(descriptor(owner.create(0), 1), 0, null);

        table.invalidate(taken);

        assertThat(later.isInvalidated()).isFalse();
        assertThat(other.isInvalidated()).isFalse();
    }

    @Test
    void doesNotReopenALaterBindingWhenAnEarlierIsTakenBackOnceMore() {
        PeerWindow earlier = table.open(descriptor(window, 1), 0, null);
        PeerWindow later = table.open(descriptor(window, 2), 0, null);
        table.invalidate(later);

        table.invalidate(earlier);

        assertThat(later.isInvalidated()).isTrue();
    }

    @Test
    void isOpenAgainWhenItIsOpenedFromANewDescriptor() {
        PeerWindow reused = table.open(descriptor(window, 1), 0, null);
        table.invalidate(reused);
        assertThat(reused.isInvalidated()).isTrue();

        table.open(descriptor(window, 2), 0, reused);

        assertThat(reused.isInvalidated()).isFalse();
    }

    @Test
    void takesBackTheLastGenerationThereCanBe() {
        PeerWindow last = table.open(descriptor(window, Long.MAX_VALUE), 0, null);
        assertThat(last.isInvalidated()).isFalse();

        table.invalidate(last);

        assertThat(last.isInvalidated()).isTrue();
    }

    private void assertThatInvalidHandle(RemoteWindow reuse) {
        assertFails(NdStatus.INVALID_HANDLE, () -> table.open(descriptor(window, 1), 0, reuse));
    }

    private static UnsafeBuffer descriptor(Window of, long generation) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
        DescriptorLayout.write(buffer, 0, of.id(), generation, of.tokenOf(generation), 10);
        return buffer;
    }
}
