// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.Adapter;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.shm.ShmTransportFactory;
import io.oriel.shm.process.ShmChild;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.ReadableClasses;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A host with several users: a place where everybody may make directories, processes of each user, and what attacks them. Only
 * root can have others do something; where the test is not root's, or there is no compiler, it is skipped.
 */
final class Village implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private static final int EVERYBODYS = 01777;
    private static final int READABLE = 0755;

    private static final int SEED = Integer.getInteger("oriel.test.seed", new Random().nextInt(Integer.MAX_VALUE));

    private final List<ChildProcess> children = new ArrayList<>();
    private Path tools;
    private Path attack;
    private ReadableClasses classes;
    private Path place;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can become another user");
        tools = Directories.make("ot");
        Files.setAttribute(tools, "unix:mode", READABLE);
        attack = compile();
        classes = ReadableClasses.copy(
                Child.class,
                ShmChild.class,
                ShmTransportFactory.class,
                EngineProviderFactory.class,
                Adapter.class,
                DirectBuffer.class,
                Aeron.class,
                MediaDriver.class,
                Assertions.class);
    }

    private Path compile() throws IOException {
        Path source = tools.resolve("attack.c");
        try (InputStream found = Objects.requireNonNull(Village.class.getResourceAsStream("attack.c"))) {
            Files.copy(found, source);
        }
        Path program = tools.resolve("attack");
        try {
            String output = run(List.of("gcc", "-O1", "-o", program.toString(), source.toString()));
            assertThat(output).isEmpty();
        } catch (IOException e) {
            boolean isRequired = Boolean.parseBoolean(System.getenv("ORIEL_REQUIRE_HOSTS"));
            assertThat(isRequired).as("the C compiler is required").isFalse();
            assumeTrue(false, "there is no C compiler; on Debian: apt-get install gcc");
        }
        return program;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (classes != null) {
            classes.close();
        }
        if (tools != null) {
            Directories.delete(tools);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        place = Directories.makeForEverybody("ov");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            System.err.println("== repeat with -Doriel.test.seed=" + SEED);
            children.forEach(child -> System.err.println("== standard error of a child:\n" + child.errors()));
        }
        leave();
        if (!Files.exists(place)) {
            return; // what it was moved to, another has closed
        }
        Directories.delete(place);
    }

    /** Ends every process. */
    void leave() {
        children.forEach(ChildProcess::close);
        children.clear();
    }

    /** Returns where everybody may make directories, as in /dev/shm. */
    Path place() {
        return place;
    }

    /** Returns where the users of the group meet. */
    Path directory() {
        return place.resolve("d");
    }

    /** Tells whether a file is there, and of a user. */
    boolean isOf(User user, Path file) {
        try {
            return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                    .equals(user.uid());
        } catch (IOException e) {
            return false;
        }
    }

    /** Has everything happen elsewhere, where everybody may make directories from now on. */
    void moveTo(Path other) throws IOException {
        Directories.delete(place);
        place = other;
        Files.setAttribute(place, "unix:mode", EVERYBODYS);
    }

    /** Starts a process of a user, which meets the group in {@link #directory}. */
    ChildProcess start(User user, String... flags) {
        return start(user.prefix(), flags);
    }

    /** Starts a process by another command, which meets the group in {@link #directory}. */
    ChildProcess start(List<String> prefix, String... flags) {
        List<String> all = new ArrayList<>(
                List.of("-Doriel.sharedMemory.directory=" + directory(), "-Doriel.shm.group=" + User.TRADERS));
        all.addAll(List.of(flags));
        ChildProcess child = ChildProcess.start(
                JvmCommand.of(ShmChild.class).with(all).behind(prefix).withClassPath(classes.classPath()));
        children.add(child);
        return child;
    }

    /** Starts a process of a user with its adapter opened. */
    ChildProcess open(User user, String... flags) {
        ChildProcess child = start(user, flags);
        child.order("open", "opened");
        return child;
    }

    /** Connects two children. */
    static void connect(ChildProcess dialler, ChildProcess listener) {
        connect(dialler, listener, listener.listen());
    }

    /** Connects two children, one of which listens at an address. */
    static void connect(ChildProcess dialler, ChildProcess listener, InetSocketAddress address) {
        listener.order("begin-request", "begun");
        dialler.beginConnect(address);
        listener.order("end", "SUCCESS");
        listener.order("begin-accept", "begun");
        dialler.order("end", "SUCCESS");
        dialler.order("begin-complete", "begun");
        listener.order("end", "SUCCESS");
        dialler.order("end", "SUCCESS");
    }

    /** Has two connected children send each other messages, short and long. */
    static void exchange(ChildProcess one, ChildProcess other) {
        for (int length : new int[] {64, 100_000}) {
            one.order("receive 8 " + length);
            other.order("receive 8 " + length);
            one.order("send 8 " + length);
            other.order("send 8 " + length);
            one.tell("settle");
            other.order("settle");
            assertThat(one.answer()).isEqualTo("done");
        }
        one.order("require-success-so-far");
        other.order("require-success-so-far");
    }

    /** Has one child write, read and count in a window of another's. */
    static void reach(ChildProcess user, ChildProcess owner) {
        byte[] descriptor = HexFormat.of().parseHex(owner.ask("bind"));
        owner.order("serve", "serving");
        user.openWindow(descriptor);
        for (String order : List.of("write 4 64", "read 4 64", "write 4 200000", "read 4 200000", "add 8")) {
            user.order(order);
            user.order("settle-initiator");
        }
        owner.order("rest");
        user.order("require-success-so-far");
    }

    /** Runs the attack as a user; returns a line for each attempt. */
    List<String> attack(User user, String how, List<Path> at) throws IOException {
        return attack(user.prefix(), how, at);
    }

    /** Runs the attack as a user in a container, which sees the same files. */
    List<String> attackFromContainer(User user, String how, List<Path> at) throws IOException {
        List<String> prefix = new ArrayList<>(List.of("unshare", "--pid", "--net", "--mount", "--ipc", "--fork"));
        prefix.addAll(user.prefix());
        return attack(prefix, how, at);
    }

    private List<String> attack(List<String> prefix, String how, List<Path> at) throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(attack.toString(), how));
        at.forEach(path -> words.add(path.toString()));
        return run(words).lines().toList();
    }

    /** Begins an attack that goes on until its standard input ends. */
    Process beginAttack(User user, String... words) throws IOException {
        List<String> all = new ArrayList<>(user.prefix());
        all.add(attack.toString());
        all.addAll(List.of(words));
        return new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String run(List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("SEED", Integer.toString(SEED));
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
