// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.examples.handover.WindowHandover;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.Directories;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The README's example in the surroundings that applications bring along. */
@Timeout(60)
class SurroundingsIT {
    private static final String MODULAR_FLAGS =
            "--add-opens java.base/jdk.internal.misc=org.agrona --add-modules jdk.net";

    private Path directory = Path.of("/dev/shm");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.make("oriel-ex");
    }

    @AfterEach
    void deleteDirectory() throws IOException {
        Directories.delete(directory);
    }

    @WholeBuild
    @Test
    void runsOnTheClassPathUnderAUmaskThatTakesAllRightsOfOthers() throws Exception {
        ExpectedOutput.ofWindowHandover(run(shell("umask 077", onClassPath())));
    }

    @WholeBuild
    @Test
    void runsOnTheClassPathUnderAUmaskThatTakesRightsOfTheOwner() throws Exception {
        ExpectedOutput.ofWindowHandover(run(shell("umask 277", onClassPath())));
    }

    @WholeBuild
    @Test
    void runsInAWorkingDirectoryWhereNobodyMayWrite() throws Exception {
        Path readOnly = Files.createDirectory(directory.resolve("w"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));

        ExpectedOutput.ofWindowHandover(run(shell("cd /proc/self", onClassPath()))); // not even root
        ExpectedOutput.ofWindowHandover(run(shell("cd " + readOnly, onClassPath())));
    }

    @Test
    void runsAsModules() throws Exception {
        Process listener = start(onModulePath(MODULAR_FLAGS, "--listen", "127.0.0.1:0"));
        try (BufferedReader output = listener.inputReader(StandardCharsets.UTF_8)) {
            String line = requireNonNull(output.readLine());
            assertThat(line).startsWith("listening on ");
            String place = line.substring("listening on ".length()).split(",", -1)[0];

            List<String> lines = new ArrayList<>(run(onModulePath(MODULAR_FLAGS, "--connect", place)));

            lines.addAll(output.lines().toList());
            assertThat(listener.waitFor()).isZero();
            ExpectedOutput.ofWindowHandover(lines);
        } finally {
            listener.destroyForcibly();
        }
    }

    @Test
    void namesTheFlagThatModulesNeed() throws Exception {
        Process process = start(onModulePath(NetworkDirect.REQUIRED_JVM_FLAG, "--listen", "127.0.0.1:0"));

        assertThat(text(process)).contains("    " + MODULAR_FLAGS + System.lineSeparator());
        assertThat(process.waitFor()).isNotZero();
    }

    private List<String> onClassPath() {
        List<String> command = java();
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ")));
        command.addAll(List.of("-cp", absoluteClassPath(), WindowHandover.class.getName()));
        return command;
    }

    private static String absoluteClassPath() {
        return String.join(File.pathSeparator, classPath().map(Path::toString).toList());
    }

    private List<String> onModulePath(String flags, String... arguments) throws IOException {
        List<String> command = java();
        command.addAll(List.of(flags.split(" ")));
        command.addAll(List.of("--add-modules", "info.picocli")); // a module that automatic ones do not ask for
        command.addAll(List.of("-p", modulePath(), "-m"));
        command.add("io.oriel.examples/" + WindowHandover.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }

    private List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Doriel.sharedMemory.directory=" + directory.resolve("d"));
        return command;
    }

    /** What an application needs at run time, as jars: folders of classes become such. */
    private String modulePath() throws IOException {
        List<String> modules = new ArrayList<>();
        for (Path entry : classPath().toList()) {
            String name = entry.getFileName().toString();
            if (Files.isDirectory(entry)) {
                for (String module : List.of("api", "engine", "shm", "udp", "examples")) {
                    if (Files.exists(entry.resolve("io/oriel/" + module + "/package-info.class"))) {
                        modules.add(jar(entry, "io.oriel." + module).toString());
                    }
                }
            } else if (name.matches("(agrona|aeron-client|aeron-driver|HdrHistogram|picocli|oriel)-.*")
                    && !name.contains("tests")) {
                modules.add(entry.toString());
            }
        }
        return String.join(File.pathSeparator, modules);
    }

    private Path jar(Path classes, String module) throws IOException {
        Path made = directory.resolve(module + ".jar");
        if (Files.exists(made)) {
            return made; // a process that runs may have it open
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", module);
        try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(made), manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                output.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, output);
            }
        }
        return made;
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath())
                .filter(Files::exists);
    }

    private static List<String> shell(String before, List<String> command) {
        List<String> line = new ArrayList<>(List.of("sh", "-c", before + " && exec \"$@\"", "sh"));
        line.addAll(command);
        return line;
    }

    private static List<String> run(List<String> command) throws Exception {
        Process process = start(command);
        String output = text(process);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
