// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.RegionMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How far the ends of a link reach into each other's memory, and that they say so. */
final class ShmAccessTest {
    private final ShmTestBed bed = new ShmTestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void isCooperativeBetweenProcessesOfOneUser() {
        TestPort listener = bed.openPort();

        Link ours = bed.openPort().dial(listener.listen().address()).link();

        assertThat(ours.memory()).isNotNull();
        assertAccess(ours, Connector.Access.COOPERATIVE);
        assertAccess(listener.nextOpened().link(), Connector.Access.COOPERATIVE);
    }

    @Test
    void isCopiedOnBothSidesIfOneWantsThat() {
        TestPort listener = bed.openPort();
        TestPort careful = bed.openPort(bed.open(copied(bed.config())));

        Link ours = careful.dial(listener.listen().address()).link();

        Link theirs = listener.nextOpened().link();
        assertThat(ours.memory()).isNull();
        assertThat(theirs.memory()).isNull();
        assertAccess(ours, Connector.Access.COPIED);
        assertAccess(theirs, Connector.Access.COPIED);
    }

    @Test
    void keepsMemoryOutOfFilesThatIsCopiedForPeers() {
        TestPort careful = bed.openPort(bed.open(copied(bed.config())));

        RegionMemory memory = careful.port().allocate(4096);

        assertThat(memory.id()).isEqualTo(RegionMemory.UNMAPPED);
        assertThat(memory.buffer().capacity()).isEqualTo(4096);
        assertThat(bed.files()).noneMatch(name -> name.contains("/r-"));
    }

    private static void assertAccess(Link link, Connector.Access access) {
        assertThat(link.peerProcess())
                .hasValueSatisfying(peer -> assertThat(peer.access()).isEqualTo(access));
        assertThat(link.explain()).contains(access.toString());
    }

    private static OrielConfig copied(OrielConfig config) {
        SharedMemoryConfig memory = config.sharedMemory();
        return config.withSharedMemory(memory.withSharing(memory.sharing().withAccess(MemoryAccess.COPIED)));
    }
}
