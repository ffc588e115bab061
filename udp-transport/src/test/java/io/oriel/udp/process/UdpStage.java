// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.aeron.driver.MediaDriver;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test of processes that talk over UDP uses: children and providers that soon miss a peer, all gone when it ends. */
final class UdpStage implements BeforeEachCallback, AfterEachCallback {
    /** Long enough for a busy machine to say four times that it lives. */
    static final Duration DEAD_PEER = Duration.ofMillis(1500);

    private static final Path MEMORY = Path.of("/dev/shm");

    private final boolean isSealed;
    private final Duration deadPeer;
    private final List<ChildProcess> children = new ArrayList<>();
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private Path directory = MEMORY;

    UdpStage() {
        this(false, DEAD_PEER);
    }

    private UdpStage(boolean isSealed, Duration deadPeer) {
        this.isSealed = isSealed;
        this.deadPeer = deadPeer;
    }

    /** Creates one whose providers and children seal what they say to each other. */
    static UdpStage ofSealed() {
        return ofSealed(DEAD_PEER);
    }

    /** Creates one as above, where each has more time. */
    static UdpStage ofSealed(Duration deadPeer) {
        return new UdpStage(true, deadPeer);
    }

    /** After which time a peer that is not heard is dead. */
    Duration deadPeer() {
        return deadPeer;
    }

    /** A handshake takes longer where nothing is compiled. */
    private Duration handshake() {
        return TimeoutConfig.defaults().handshake().plus(deadPeer);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Directories.make("ou");
        if (isSealed) {
            KeyFile.create(keyFile(), new KeyRing(List.of(PresharedKey.draw("key", SealCipher.AES_128))));
        }
    }

    private Path keyFile() {
        return directory.resolve("keys");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (context.getExecutionException().isPresent()) {
            for (ChildProcess child : children) {
                System.err.println("== standard error of child " + child.pid() + ":\n" + child.errors());
            }
        }
        children.forEach(ChildProcess::close);
        while (!resources.isEmpty()) {
            resources.pop().close();
        }
        Directories.delete(directory);
    }

    Path directory() {
        return directory;
    }

    /** Starts a child, with further properties, and has it open an adapter. */
    ChildProcess newChild(String... properties) {
        return newChildAs(List.of(), Child.class, properties);
    }

    /** Starts a child by a command before the JVM's, and with a main class of its own. */
    ChildProcess newChildAs(List<String> prefix, Class<?> main, String... properties) {
        ChildProcess child =
                start(JvmCommand.of(main).behind(prefix).with(arguments()).with(List.of(properties)));
        child.order("open", "opened");
        return child;
    }

    /** Starts a child that is to open an adapter later. */
    ChildProcess startChild(Class<?> main, List<String> flags) {
        return start(JvmCommand.of(main).with(arguments()).with(flags));
    }

    /** Starts a child as the command says. */
    ChildProcess start(JvmCommand command) {
        ChildProcess child = ChildProcess.start(command);
        children.add(child);
        return child;
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "-Doriel.medium=UDP",
                "-Doriel.sharedMemory.directory=" + directory.resolve("d"),
                "-Doriel.timeouts.handshake=" + handshake().toMillis(),
                "-Doriel.timeouts.deadPeer=" + deadPeer.toMillis()));
        if (isSealed) {
            arguments.addAll(List.of("-Doriel.udp.security=SEALED", "-Doriel.udp.keyFile=" + keyFile()));
        }
        return arguments;
    }

    OrielConfig config() {
        OrielConfig defaults = OrielConfig.defaults();
        UdpSecurityConfig security = isSealed ? UdpSecurityConfig.sealed(keyFile()) : UdpSecurityConfig.none();
        return defaults.withMedium(Medium.UDP)
                .withUdp(defaults.udp().withSecurity(security))
                .withSharedMemory(defaults.sharedMemory().withDirectory(directory.resolve("d")))
                .withTimeouts(defaults.timeouts().withHandshake(handshake()).withDeadPeer(deadPeer));
    }

    Provider newProvider() {
        return newProvider(config());
    }

    Provider newProvider(OrielConfig config) {
        return closing(NetworkDirect.open(config));
    }

    /** Has something closed when the test ends, after what came later. */
    <T extends AutoCloseable> T closing(T resource) {
        resources.push(resource);
        return resource;
    }

    private Path driverDirectory() {
        return directory.resolve("driver");
    }

    /** Starts a media driver in a process of its own. */
    Process startDriver() {
        Path properties = write(
                "driver.properties",
                List.of(
                        "aeron.dir=" + driverDirectory(),
                        "aeron.dir.delete.on.start=true",
                        "aeron.threading.mode=SHARED",
                        "aeron.sharednetwork.idle.strategy=org.agrona.concurrent.SleepingMillisIdleStrategy",
                        "aeron.shared.idle.strategy=org.agrona.concurrent.SleepingMillisIdleStrategy",
                        "aeron.term.buffer.length=1m"));
        Process driver = JvmCommand.of(MediaDriver.class, properties.toString())
                .longLived()
                .launch(Redirect.INHERIT);
        closing(() -> driver.destroyForcibly().waitFor());
        return driver;
    }

    OrielConfig externalConfig() {
        return config().withUdp(config().udp().withExternalDriver(driverDirectory()));
    }

    /** Opens an adapter as soon as the driver is there. */
    static Party openWithDriver(Provider provider) {
        while (Outcomes.of(() -> provider.openAdapter()) == NdStatus.DEVICE_NOT_READY) {
            Thread.onSpinWait();
        }
        return new Party(provider);
    }

    /** Returns the properties of a child that joins the driver. */
    List<String> external() {
        return List.of("-Doriel.udp.driverMode=EXTERNAL", "-Doriel.udp.driverDirectory=" + driverDirectory());
    }

    /** Starts a child that joins the driver. */
    ChildProcess newExternalChild() {
        return newChild(external().toArray(String[]::new));
    }

    /** Writes a file into the directory. */
    Path write(String name, List<String> lines) {
        try {
            return Files.write(directory.resolve(name), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
