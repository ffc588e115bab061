// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.MemoryRegion;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Span;
import io.oriel.collectives.config.CommunicatorConfig;
import io.oriel.collectives.config.MeetingConfig;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import org.agrona.MutableDirectBuffer;

/**
 * One of some ranks that call an operation again and again; the initiator is rank 0, which starts all from rank 2 on. Of each
 * result the first and the last element are looked at, in thorough runs all; of a collection those of another rank.
 */
final class Rounds implements Initiator, Responder {
    private static final long VALUES = 0xFFFFF;

    private final Tally tally = new Tally();
    private final Communicator world;
    private final Operation operation;
    private final String explanation;
    private final FurtherRanks further;
    private final int rank;
    private final int size;
    private final int other;
    private final int count;
    private final MutableDirectBuffer sendMemory;
    private final MutableDirectBuffer receiveMemory;
    private final Span send;
    private final Span receive;
    private final Span part;
    private long sequence;
    private boolean thorough;

    /**
     * Meets the other ranks.
     *
     * @param config      what to call, and how many bytes each gives to each
     * @param channel     between rank 0 and this one, or rank 1
     * @param isInitiator true for rank 0
     */
    Rounds(ScenarioConfig config, ControlChannel channel, boolean isInitiator) {
        size = config.load().peers() + 1;
        operation = config.shape().operation();
        count = config.shape().sizeBytes() / Double.BYTES;
        if (count * Double.BYTES != config.shape().sizeBytes()) {
            throw new BenchmarkException("collective operations need a multiple of 8 bytes, was "
                    + config.shape().sizeBytes());
        }
        InetSocketAddress root;
        if (isInitiator) {
            rank = 0;
            root = new InetSocketAddress(channel.localAddress(), freePort(channel));
            channel.send("rank 1 " + root.getPort());
            further = FurtherRanks.start(config, root.getPort());
        } else {
            String[] words = channel.expect("rank").split(" ", -1);
            rank = Integer.parseInt(words[0]);
            root = new InetSocketAddress(channel.localAddress(), Integer.parseInt(words[1]));
            further = FurtherRanks.NONE;
        }
        other = (rank + 1) % size;
        world = Communicator.open(CommunicatorConfig.of(MeetingConfig.of(rank, size, root))
                .withOriel(OrielConfig.fromSystemProperties().withMedium(config.medium())));
        further.awaitOpen();
        int sendCount = operation == Operation.ALL_TO_ALL ? size * count : count;
        int partCount = operation == Operation.SCATTER_ALL_GATHER ? count / size : 0;
        part = Span.of(
                ElementType.DOUBLE, world.allocateMemory((long) Math.max(1, partCount) * Double.BYTES), 0, partCount);
        int receiveCount =
                operation == Operation.ALL_TO_ALL || operation == Operation.ALL_GATHER ? size * count : count;
        MemoryRegion sendRegion = world.allocateMemory((long) sendCount * Double.BYTES);
        MemoryRegion receiveRegion = world.allocateMemory((long) receiveCount * Double.BYTES);
        sendMemory = sendRegion.buffer();
        receiveMemory = receiveRegion.buffer();
        send = Span.of(ElementType.DOUBLE, sendRegion, 0, sendCount);
        receive = Span.of(ElementType.DOUBLE, receiveRegion, 0, receiveCount);
        explanation = operation.isComposed()
                ? ""
                : world.explain(Collective.valueOf(operation.name()), (long) sendCount * Double.BYTES);
    }

    private static int freePort(ControlChannel channel) {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(channel.localAddress(), 0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new BenchmarkException("no free port for the meeting: " + e.getMessage(), e);
        }
    }

    @Override
    public String explanation() {
        return explanation;
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        further.begin(false, operations);
        recorder.start(operations);
        do {
            call();
        } while (recorder.roundTripEnded());
        further.end(tally);
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            call();
        }
    }

    @Override
    public void verify(long operations) {
        further.begin(true, operations);
        thorough = true;
        run(operations);
        thorough = false;
        further.end(tally);
    }

    private void call() {
        sequence++;
        double value = (double) (sequence & VALUES);
        int root = (int) (sequence % size);
        switch (operation) {
            case BARRIER -> world.barrier();
            case ALL_REDUCE -> {
                fill(0, value + rank);
                world.allReduce(send, receive, Operator.SUM);
                check(receiveMemory, 0, sum(value));
            }
            case BROADCAST -> {
                if (rank == root) {
                    fill(0, value + root);
                }
                world.broadcast(send, root);
                check(sendMemory, 0, value + root);
            }
            case ALL_GATHER -> {
                fill(0, value + rank);
                world.allGather(send, receive);
                check(receiveMemory, other * count, value + other);
            }
            case ALL_TO_ALL -> {
                for (int member = 0; member < size; member++) {
                    fill(member * count, value + rank + size * member);
                }
                world.allToAll(send, receive);
                check(receiveMemory, other * count, value + other + size * rank);
            }
            case REDUCE_BROADCAST -> {
                fill(0, value + rank);
                world.reduce(send, receive, Operator.SUM, 0);
                world.broadcast(receive, 0);
                check(receiveMemory, 0, sum(value));
            }
            case SCATTER_ALL_GATHER -> {
                if (rank == root) {
                    fill(0, value + root);
                }
                world.scatter(send, part, root);
                world.allGather(part, receive);
                check(receiveMemory, 0, value + root);
            }
            default -> throw new IllegalStateException("no collective operation: " + operation);
        }
    }

    /** What all ranks give, together. */
    private double sum(double value) {
        return size * value + size * (size - 1) / 2.0;
    }

    private void fill(int from, double value) {
        if (thorough) {
            for (int index = 1; index < count - 1; index++) {
                sendMemory.putDouble((from + index) * Double.BYTES, value);
            }
        }
        sendMemory.putDouble(from * Double.BYTES, value);
        sendMemory.putDouble((from + count - 1) * Double.BYTES, value);
    }

    private void check(MutableDirectBuffer memory, int from, double value) {
        boolean isRight = memory.getDouble(from * Double.BYTES) == value
                && memory.getDouble((from + count - 1) * Double.BYTES) == value;
        if (thorough) {
            for (int index = 1; index < count - 1; index++) {
                isRight &= memory.getDouble((from + index) * Double.BYTES) == value;
            }
        }
        if (!isRight) {
            tally.error();
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        world.close();
        further.close();
    }
}
