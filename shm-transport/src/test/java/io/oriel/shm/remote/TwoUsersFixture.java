// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.shm.Stranger;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Two processes of two users of a group on shared memory: the owner is root's, in this one, the peer another user's. */
final class TwoUsersFixture extends ConformanceFixture {
    private static final int EVERYBODYS = 01777;
    private static final SharingConfig SHARING =
            SharingConfig.defaults().withGroup(Integer.toString(OtherUser.GROUP));

    private final Path place;
    private final PeerProcess process;
    private final List<Stranger> strangers = new ArrayList<>();

    private TwoUsersFixture(Path place, PeerProcess process, OrielConfig config) {
        super(NetworkDirect.open(config), process.calls().control().open(config));
        this.place = place;
        this.process = process;
    }

    static ConformanceFixture open(PeerProcess process, OrielConfig config) {
        Path place = Directories.make("oriel-conf");
        try {
            Files.setAttribute(place, "unix:mode", EVERYBODYS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SharedMemoryConfig memory =
                config.sharedMemory().withDirectory(place.resolve("d")).withSharing(SHARING);
        process.calls().forget();
        return new TwoUsersFixture(place, process, config.withSharedMemory(memory));
    }

    @Override
    public boolean knowsPeers() {
        return true;
    }

    @Override
    public String peerUserName() {
        return Integer.toString(OtherUser.UID);
    }

    @Override
    public boolean reachesMemory() {
        return true;
    }

    @Override
    public boolean writesMemory() {
        return false;
    }

    @Override
    public void pause() {
        process.calls().takeEndings();
        LockSupport.parkNanos(1_000);
    }

    @Override
    public void progress(Adapter adapter) {
        if (isPeerAlive() || !isOfPeer(adapter)) {
            super.progress(adapter);
        }
    }

    @Override
    public boolean canKill() {
        return true;
    }

    @Override
    public boolean isPeerAlive() {
        return process.isUsable();
    }

    @Override
    public void killPeer() {
        process.kill();
    }

    @Override
    public IntConsumer occupyEveryPort() {
        Stranger stranger = Stranger.occupy(
                BaseDirectory.open(place.resolve("d"), SHARING),
                place.resolve("stranger"),
                anyPort().getAddress(),
                FIRST_FREE_PORT,
                LAST_FREE_PORT);
        strangers.add(stranger);
        return stranger::leave;
    }

    @Override
    public void close() {
        strangers.forEach(Stranger::close);
        ownerProvider().close();
        if (isPeerAlive()) {
            process.calls().control().close();
        } else {
            process.kill();
        }
        Directories.delete(place);
    }
}
