// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.Adapter;
import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.remote.PeerHost;
import io.oriel.testing.remote.ProcessesFixture;
import io.oriel.testing.resource.ReadableClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.agrona.DirectBuffer;
import org.assertj.core.api.Assertions;

/** Two processes of two users of a group on shared memory: the owner is root's, in this one, the peer another user's. */
final class TwoUsersFixture extends ProcessesFixture {
    private static final int UID = 20002;
    private static final int GROUP = 30001;

    private final List<Stranger> strangers = new ArrayList<>();

    private TwoUsersFixture(PeerHost host, OrielConfig config) {
        super(host, config);
    }

    /** Where the peers of a class of tests live, with the classes that the other user can read. */
    static final class OtherUser implements AutoCloseable {
        private final ReadableClasses classes;
        private final PeerHost host;

        private OtherUser(ReadableClasses classes) {
            this.classes = classes;
            host = PeerHost.ofAnotherUser(
                    "shm", command -> command.behind(prefix()).withClassPath(classes.classPath()));
        }

        static OtherUser create() {
            try {
                assumeTrue(
                        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                        "only root can become another user");
                return new OtherUser(ReadableClasses.copy(
                        JvmCommand.class,
                        ShmTransportFactory.class,
                        EngineProviderFactory.class,
                        Adapter.class,
                        DirectBuffer.class,
                        Aeron.class,
                        MediaDriver.class,
                        Assertions.class));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static List<String> prefix() {
            return List.of("setpriv", "--reuid=" + UID, "--regid=" + GROUP, "--clear-groups");
        }

        @Override
        public void close() {
            host.close();
            classes.close();
        }
    }

    static TwoUsersFixture open(OtherUser user, OrielConfig config, MemoryAccess access) {
        SharedMemoryConfig memory = config.sharedMemory().withSharing(sharing().withAccess(access));
        return new TwoUsersFixture(user.host, config.withSharedMemory(memory));
    }

    private static SharingConfig sharing() {
        return SharingConfig.defaults().withGroup(Integer.toString(GROUP));
    }

    @Override
    public boolean knowsPeers() {
        return true;
    }

    @Override
    public String peerUserName() {
        return Integer.toString(UID);
    }

    @Override
    public boolean reachesMemory() {
        return config().sharedMemory().sharing().access() == MemoryAccess.MAPPED;
    }

    @Override
    public boolean writesMemory() {
        return false;
    }

    @Override
    public IntConsumer occupyEveryPort() {
        Stranger stranger = Stranger.occupy(
                BaseDirectory.open(config().sharedMemory().directory(), sharing()),
                directory().resolve("stranger"),
                anyPort().getAddress(),
                FIRST_FREE_PORT,
                LAST_FREE_PORT);
        strangers.add(stranger);
        return stranger::leave;
    }

    @Override
    public void close() {
        strangers.forEach(Stranger::close);
        super.close();
    }
}
