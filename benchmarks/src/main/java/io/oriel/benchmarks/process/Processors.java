// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The processors that this process may use, by their numbers; idle ones stay awake where that is asked for. */
public final class Processors {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Path LATENCY = Path.of("/dev/cpu_dma_latency");
    private static final Path ALL = Path.of("/sys/devices/system/cpu");

    private Processors() {}

    /**
     * Returns those that may be used.
     *
     * @return at least one, in order
     * @throws IOException if the system does not say it
     */
    public static List<Integer> allowed() throws IOException {
        String allowed = Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()))
                .findFirst()
                .orElse("");
        return parse(allowed);
    }

    /**
     * Returns them by cores.
     *
     * @return for each core those of its processors that may be used
     * @throws IOException if the system does not say it
     */
    public static List<List<Integer>> cores() throws IOException {
        List<Integer> left = new ArrayList<>(allowed());
        List<List<Integer>> cores = new ArrayList<>();
        while (!left.isEmpty()) {
            List<Integer> core = siblings(left.get(0));
            core.retainAll(left);
            left.removeAll(core);
            cores.add(core);
        }
        return cores;
    }

    /**
     * Does something while the kernel does not halt idle processors.
     *
     * @param work to be done
     * @return what came of it
     * @throws BenchmarkException if this process must not ask for that
     */
    public static <T> T awakeDuring(Supplier<T> work) {
        try (FileChannel request = FileChannel.open(LATENCY, StandardOpenOption.WRITE)) {
            request.write(ByteBuffer.allocateDirect(Integer.BYTES)); // 0 microseconds to leave any idle state
            return work.get(); // the kernel forgets the request with the descriptor
        } catch (IOException e) {
            throw new BenchmarkException(
                    "processors cannot be kept awake, because " + LATENCY + " cannot be written (" + e
                            + "); run as root, or without --no-halt",
                    e);
        }
    }

    private static List<Integer> siblings(int processor) throws IOException {
        return parse(Files.readString(
                ALL.resolve("cpu" + processor).resolve("topology").resolve("thread_siblings_list")));
    }

    /**
     * Reads a list such as {@code 0-2,8}.
     *
     * @param list of numbers and ranges
     * @return the numbers
     */
    public static List<Integer> parse(String list) {
        List<Integer> processors = new ArrayList<>();
        for (String range : list.strip().split(",", -1)) {
            String[] ends = range.strip().split("-", 2);
            if (!ends[0].isEmpty()) {
                for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                    processors.add(i);
                }
            }
        }
        return processors;
    }
}
