// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flood;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Measures how fast two processes that seal talk while a third one floods them with forged datagrams, as a share of how fast they talk undisturbed:
 * {@code FloodCost [ROUNDS [MILLIS [RATE [LENGTH]]]]}. Needs root, {@code ip} and {@code gcc}.
 *
 * <p>All of it happens in a network namespace of its own: whoever else seals on this host is not attacked.
 *
 * <p>Who floods needs processors, too. So it also sends as many datagrams to a socket that nobody reads: the share beside that is what the
 * forgeries cost who gets them.
 */
public final class FloodCost {
    private static final List<String> MODES = List.of("unread", "strange", "old", "fresh");
    private static final List<String> KINDS = List.of("sends", "writes");
    private static final String LEARN_MILLIS = "1000";
    private static final long PATIENCE_SECONDS = 120;

    private final Path directory = Directories.make("oriel-flood");
    private final String namespace = "oriel-flood-" + ProcessHandle.current().pid();
    private final List<String> inside = List.of("ip", "netns", "exec", namespace);
    private final int rounds;
    private final String millis;
    private final String rate;
    private final String length;
    private final Path program = directory.resolve("flood");
    private final Path ways = directory.resolve("ways");

    private final List<Long> processes = new ArrayList<>();

    private FloodCost(String[] arguments) {
        rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        millis = arguments.length > 1 ? arguments[1] : "2000";
        rate = arguments.length > 2 ? arguments[2] : "50000";
        length = arguments.length > 3 ? arguments[3] : "200";
    }

    /**
     * Measures.
     *
     * @param arguments see above
     * @throws IOException          if a process cannot be started
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        FloodCost cost = new FloodCost(arguments);
        try {
            cost.measure();
        } finally {
            cost.remove();
        }
    }

    private void remove() throws IOException, InterruptedException {
        run(List.of("ip", "netns", "del", namespace));
        Directories.delete(directory);
    }

    private void measure() throws IOException, InterruptedException {
        run(List.of("ip", "netns", "add", namespace));
        run(List.of("ip", "-n", namespace, "link", "set", "lo", "up"));
        Path source = directory.resolve("flood.c");
        try (InputStream found = Objects.requireNonNull(FloodCost.class.getResourceAsStream("flood.c"))) {
            var unused = Files.copy(found, source);
        }
        run(List.of("gcc", "-O2", "-o", program.toString(), source.toString()));
        KeyFile.create(directory.resolve("keys"), new KeyRing(List.of(PresharedKey.draw("key", SealCipher.AES_256))));
        try (ChildJvm taker = start()) {
            try (ChildJvm sender = start(taker.answer(PATIENCE_SECONDS))) {
                System.out.println(sender.answer(PATIENCE_SECONDS));
                for (int warming = 0; warming < 2; warming++) {
                    KINDS.forEach(kind -> System.out.println("warming, " + kind + ": " + speed(sender, kind)));
                }
                sender.tell("sends " + 2 * Integer.parseInt(LEARN_MILLIS));
                Files.writeString(ways, outputOf(insideOf(program.toString(), "learn", LEARN_MILLIS)));
                var unused = sender.answer(PATIENCE_SECONDS);
                KINDS.forEach(kind -> measure(sender, kind));
            }
        }
    }

    private ChildJvm start(String... arguments) {
        ChildJvm process = JvmCommand.of(StreamMain.class, arguments)
                .behind(inside)
                .longLived()
                .with(List.of(
                        "-Xmx512m",
                        "-Doriel.medium=UDP",
                        "-Doriel.sharedMemory.directory=" + directory.resolve("d"),
                        "-Doriel.udp.security=SEALED",
                        "-Doriel.udp.keyFile=" + directory.resolve("keys")))
                .withOrielProperties()
                .start();
        processes.add(process.pid());
        return process;
    }

    /** How fast they were: bytes a second, by the clock and by the time that processors spent on the two. */
    private record Speed(double byClock, double byProcessor) {
        Speed shareOf(Speed other) {
            return new Speed(byClock / other.byClock, byProcessor / other.byProcessor);
        }

        Speed mean(Speed other) {
            return new Speed((byClock + other.byClock) / 2, (byProcessor + other.byProcessor) / 2);
        }

        @Override
        public String toString() {
            return String.format("%.2f by the clock, %.2f by processor time", byClock, byProcessor);
        }
    }

    private Speed speed(ChildJvm sender, String kind) {
        long beginNs = System.nanoTime();
        long beforeNs = processorNs();
        sender.tell(kind + ' ' + millis);
        double byClock = Double.parseDouble(sender.answer(PATIENCE_SECONDS));
        double share = (double) (processorNs() - beforeNs) / (System.nanoTime() - beginNs);
        return new Speed(byClock, byClock / share);
    }

    private long processorNs() {
        return processes.stream()
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .map(each -> each.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToLong(Duration::toNanos)
                .sum();
    }

    private void measure(ChildJvm sender, String kind) {
        Map<String, List<Speed>> shares = new TreeMap<>();
        Map<String, List<Speed>> sharesOfUnread = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            Speed before = speed(sender, kind);
            Map<String, Speed> speeds = new TreeMap<>();
            for (String mode : MODES) {
                speeds.put(mode, disturbedSpeed(sender, kind, mode));
            }
            Speed undisturbed = before.mean(speed(sender, kind));
            System.out.println(kind + ", undisturbed, in bytes a second: " + undisturbed);
            Speed unread = Objects.requireNonNull(speeds.get("unread"));
            speeds.forEach((mode, speed) -> {
                shares.computeIfAbsent(mode, any -> new ArrayList<>()).add(speed.shareOf(undisturbed));
                sharesOfUnread.computeIfAbsent(mode, any -> new ArrayList<>()).add(speed.shareOf(unread));
            });
        }
        for (String mode : MODES) {
            System.out.println(kind + " beside " + rate + " datagrams of " + length + " bytes a second, " + mode
                    + ": of undisturbed " + median(shares, mode) + "; of what is left beside as many to nobody "
                    + median(sharesOfUnread, mode));
        }
    }

    private static Speed median(Map<String, List<Speed>> all, String mode) {
        List<Speed> speeds = Objects.requireNonNull(all.get(mode));
        return new Speed(median(speeds, Speed::byClock), median(speeds, Speed::byProcessor));
    }

    private static double median(List<Speed> speeds, ToDoubleFunction<Speed> by) {
        return speeds.stream().mapToDouble(by).sorted().toArray()[speeds.size() / 2];
    }

    private Speed disturbedSpeed(ChildJvm sender, String kind, String mode) {
        try {
            long droppedBefore = dropped();
            String longer = Long.toString(Long.parseLong(millis) + 200);
            Process flood = new ProcessBuilder(insideOf(program.toString(), "send", mode, rate, length, longer))
                    .redirectInput(ways.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Speed speed = speed(sender, kind);
            String sent = new String(flood.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (flood.waitFor() != 0) {
                throw new IllegalStateException("the flood failed");
            }
            System.out.printf("  %s: %s sent, %d dropped by Oriel%n", mode, sent, dropped() - droppedBefore);
            return speed;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> insideOf(String... command) {
        List<String> words = new ArrayList<>(inside);
        words.addAll(List.of(command));
        return words;
    }

    private long dropped() {
        return CountersFiles.sum(directory, AdapterCounter.DATAGRAMS_DROPPED)
                + CountersFiles.sum(directory, AdapterCounter.FRAMES_DROPPED);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        var unused = outputOf(command);
    }

    private static String outputOf(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed: " + output);
        }
        return output;
    }
}
