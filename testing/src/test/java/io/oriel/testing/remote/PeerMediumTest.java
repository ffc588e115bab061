// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.testing.resource.Directories;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The medium in the peer's process is the one under test, but for memory that the test can see. */
final class PeerMediumTest {
    private static final int LENGTH = 100;

    private final Path directory = Directories.make("oriel-peer");
    private int released;

    @AfterEach
    void deleteDirectory() {
        Directories.delete(directory);
    }

    @Test
    void passesOnEveryCall() {
        Map<Class<?>, Class<?>> types = Map.of(
                PeerPort.class, Port.class,
                PeerMedium.PeerTransport.class, Transport.class,
                PeerMedium.LinkRecorder.class, PortOwner.class);

        types.forEach((type, passedOn) -> assertThat(type.getDeclaredMethods())
                .extracting(PeerMediumTest::signature)
                .as("%s, also what has a default", passedOn)
                .containsAll(Arrays.stream(passedOn.getMethods())
                        .map(PeerMediumTest::signature)
                        .toList()));
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    @Test
    void putsMemoryThatNobodyCouldMapIntoAFile() {
        RegionMemory memory = portWith(RegionMemory.UNMAPPED).allocate(LENGTH);

        assertThat(memory.id()).isEqualTo(RegionMemory.UNMAPPED);
        assertThat(memory.buffer().capacity()).isEqualTo(LENGTH);
        assertThat(memory.buffer().byteBuffer()).isNotNull();
        assertThat(directory).isNotEmptyDirectory();
        memory.release();

        assertThat(directory).isEmptyDirectory();
        assertThat(released).isEqualTo(1);
    }

    @Test
    void leavesMemoryAloneThatPeersMap() {
        RegionMemory memory = portWith(7).allocate(LENGTH);

        assertThat(memory.id()).isEqualTo(7);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void namesTheMediaThatThereAreIfItIsNotAmongThem() {
        assertThatThrownBy(() -> OpenMedium.find("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was none")
                .hasMessageContaining("[]");
    }

    private Port portWith(long id) {
        RegionMemory memory = new RegionMemory() {
            private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));

            @Override
            public UnsafeBuffer buffer() {
                return buffer;
            }

            @Override
            public long id() {
                return id;
            }

            @Override
            public void release() {
                released++;
            }
        };
        Port port = (Port) Proxy.newProxyInstance(
                Port.class.getClassLoader(), new Class<?>[] {Port.class}, (proxy, method, arguments) -> memory);
        return new PeerPort(port, directory);
    }
}
