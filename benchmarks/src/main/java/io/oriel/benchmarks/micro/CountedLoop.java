// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One kind of work of {@link EndpointBenchmark} in an endless loop, for a process that steps through its thread and counts
 * instructions ({@code benchmarks/instructions}). A shared file says which part of the work the thread is in, and how often
 * it has carried out all of it.
 */
public final class CountedLoop {
    private static final int PHASE_OFFSET = 0;
    private static final int COUNT_OFFSET = 8;
    private static final int LENGTH = 4096;
    private static final int SHORT = 8;
    private static final long WARM_UP = 20_000_000;

    private static final int BETWEEN = 0;
    private static final int POST = 1;
    private static final int POLL = 2;
    private static final int RECEIVE = 3;

    private final UnsafeBuffer shared;
    private final EndpointBenchmark ends = new EndpointBenchmark();
    private final ScatterGatherList shortList;

    private CountedLoop(UnsafeBuffer shared) throws Exception {
        this.shared = shared;
        ends.connect();
        shortList = ScatterGatherList.of(ends.here.memory, 0, SHORT);
    }

    /**
     * Runs until the process is killed. Prints a line when the compilers have had their time.
     *
     * @param arguments the kind of work, and the file to share
     * @throws Exception if the ends cannot be connected
     */
    public static void main(String[] arguments) throws Exception {
        CountedLoop loop = new CountedLoop(map(Path.of(arguments[1])));
        Runnable work = loop.work(arguments[0]);
        for (long count = 1; ; count++) {
            work.run();
            loop.shared.putLongRelease(COUNT_OFFSET, count);
            if (count == WARM_UP) {
                System.out.println("warm " + threadId());
            }
        }
    }

    private Runnable work(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "nothing" -> this::nothing;
            case "send" -> this::send;
            case "write-8-silent" -> () -> write(shortList);
            case "write-32-silent" -> () -> write(ends.here.outgoing);
            case "write-32" -> this::writeAndComplete;
            case "read-32" -> this::read;
            case "poll" -> this::poll;
            default -> throw new IllegalArgumentException("unknown work " + name);
        };
    }

    private void nothing() {
        enter(POST);
        enter(POLL);
        enter(RECEIVE);
        enter(BETWEEN);
    }

    /** Two messages: there and back. */
    private void send() {
        message(ends.here, ends.there);
        message(ends.there, ends.here);
    }

    private void message(EndpointBenchmark.Side from, EndpointBenchmark.Side to) {
        enter(POST);
        from.endpoint.send(0, from.outgoing, OpFlags.NONE);
        enter(POLL);
        to.take(from);
        enter(RECEIVE);
        to.receive();
        enter(BETWEEN);
    }

    private void write(ScatterGatherList list) {
        enter(POST);
        ends.here.endpoint.write(0, list, ends.window, 0, OpFlags.SILENT_SUCCESS);
        enter(BETWEEN);
    }

    private void writeAndComplete() {
        enter(POST);
        ends.here.endpoint.write(0, ends.here.outgoing, ends.window, 0, OpFlags.NONE);
        enter(POLL);
        ends.here.take(ends.there);
        enter(BETWEEN);
    }

    private void read() {
        enter(POST);
        ends.here.endpoint.read(0, ends.here.incoming, ends.window, 0, OpFlags.NONE);
        enter(POLL);
        ends.here.take(ends.there);
        enter(BETWEEN);
    }

    private void poll() {
        enter(POLL);
        ends.here.queue.poll(ends.here.completions, ends.here.completions.length);
        enter(BETWEEN);
    }

    /** A release store, so that the compiler moves no access from one part to another. */
    private void enter(int phase) {
        shared.putIntRelease(PHASE_OFFSET, phase);
    }

    private static UnsafeBuffer map(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH));
        }
    }

    /** Returns the kernel's id of the calling thread. */
    private static String threadId() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/thread-self"))
                .getFileName()
                .toString();
    }
}
