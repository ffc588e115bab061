// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.collective;

import io.oriel.api.MemoryRegion;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.BenchmarkException;
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
 * One of two ranks that call an operation again and again; the initiator is rank 0. Each result's first and last element are
 * looked at, in thorough runs all.
 */
public final class TwoRanks implements Initiator, Responder {
    private static final long VALUES = 0xFFFFF;

    private final Tally tally = new Tally();
    private final Communicator world;
    private final Operation operation;
    private final String explanation;
    private final int rank;
    private final int count;
    private final MutableDirectBuffer sendMemory;
    private final MutableDirectBuffer receiveMemory;
    private final Span send;
    private final Span receive;
    private final Span half;
    private long sequence;
    private boolean thorough;

    /**
     * Meets the other rank.
     *
     * @param config  what to call, and how many bytes each gives to each
     * @param channel to the other rank
     * @param rank    0 or 1
     */
    public TwoRanks(ScenarioConfig config, ControlChannel channel, int rank) {
        this.rank = rank;
        operation = config.shape().operation();
        count = config.shape().sizeBytes() / Double.BYTES;
        if (count * Double.BYTES != config.shape().sizeBytes()) {
            throw new BenchmarkException("collective operations need a multiple of 8 bytes, was "
                    + config.shape().sizeBytes());
        }
        InetSocketAddress root = root(channel, rank);
        world = Communicator.open(CommunicatorConfig.of(MeetingConfig.of(rank, 2, root))
                .withOriel(OrielConfig.fromSystemProperties().withMedium(config.medium())));
        int sendCount = operation == Operation.ALL_TO_ALL ? 2 * count : count;
        int halfCount = operation == Operation.SCATTER_ALL_GATHER ? count / 2 : 0;
        half = Span.of(
                ElementType.DOUBLE, world.allocateMemory((long) Math.max(1, halfCount) * Double.BYTES), 0, halfCount);
        int receiveCount = operation == Operation.ALL_TO_ALL || operation == Operation.ALL_GATHER ? 2 * count : count;
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

    private static InetSocketAddress root(ControlChannel channel, int rank) {
        if (rank == 1) {
            return new InetSocketAddress(channel.localAddress(), Integer.parseInt(channel.expect("root")));
        }
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(channel.localAddress(), 0))) {
            channel.send("root " + socket.getLocalPort());
            return (InetSocketAddress) socket.getLocalSocketAddress();
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
        recorder.start(operations);
        do {
            call();
        } while (recorder.roundTripEnded());
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            call();
        }
    }

    @Override
    public void verify(long operations) {
        thorough = true;
        run(operations);
        thorough = false;
    }

    private void call() {
        sequence++;
        switch (operation) {
            case BARRIER -> world.barrier();
            case ALL_REDUCE -> {
                fill(0, rank);
                world.allReduce(send, receive, Operator.SUM);
                check(receiveMemory, 0, 2.0 * (sequence & VALUES) + 1);
            }
            case BROADCAST -> {
                int root = (int) (sequence & 1);
                if (rank == root) {
                    fill(0, root);
                }
                world.broadcast(send, root);
                check(sendMemory, 0, (double) (sequence & VALUES) + root);
            }
            case ALL_GATHER -> {
                fill(0, rank);
                world.allGather(send, receive);
                check(receiveMemory, (1 - rank) * count, (double) (sequence & VALUES) + 1 - rank);
            }
            case ALL_TO_ALL -> {
                fill(0, rank);
                fill(count, rank + 2);
                world.allToAll(send, receive);
                check(receiveMemory, (1 - rank) * count, (double) (sequence & VALUES) + 1 - rank + 2 * rank);
            }
            case REDUCE_BROADCAST -> {
                fill(0, rank);
                world.reduce(send, receive, Operator.SUM, 0);
                world.broadcast(receive, 0);
                check(receiveMemory, 0, 2.0 * (sequence & VALUES) + 1);
            }
            case SCATTER_ALL_GATHER -> {
                int root = (int) (sequence & 1);
                if (rank == root) {
                    fill(0, root);
                }
                world.scatter(send, half, root);
                world.allGather(half, receive);
                check(receiveMemory, 0, (double) (sequence & VALUES) + root);
            }
            default -> throw new IllegalStateException("no collective operation: " + operation);
        }
    }

    private void fill(int from, int addend) {
        double value = (sequence & VALUES) + addend;
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
    }
}
