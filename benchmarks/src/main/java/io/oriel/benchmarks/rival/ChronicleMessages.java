// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PrivateDirectory;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.StoreFileListener;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages through two queues of Chronicle on a memory file system, one in each direction, copied from private memory and into it.
 *
 * <p>A queue keeps all that was ever written, for which there is no room in memory. Therefore it goes on to its next file when so
 * much was written, not when so much time has passed: the appender's clock is what it has written. Who reads deletes a file when it
 * has gone on to the next.
 */
public final class ChronicleMessages implements Messages {
    static final long FILE_BYTES = 512L << 20;
    private static final RollCycles CYCLE = RollCycles.FAST_DAILY;
    private static final String THERE = "there";
    private static final String BACK = "back";

    private final Tally tally = new Tally();
    private final @Nullable PrivateDirectory directory;
    private final ChronicleQueue outgoingQueue;
    private final ChronicleQueue incomingQueue;
    private final ExcerptAppender appender;
    private final ExcerptTailer tailer;
    private final Payload payload;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final Bytes<ByteBuffer> out;
    private final Bytes<ByteBuffer> in;
    private final UnsafeBuffer source;
    private final UnsafeBuffer target;
    private long written;
    private long received;

    private ChronicleMessages(@Nullable PrivateDirectory directory, Path path, Lengths lengths, boolean isFirst) {
        this.directory = directory;
        outgoingQueue = queue(path.resolve(isFirst ? THERE : BACK), StoreFileListener.noOp());
        incomingQueue = queue(path.resolve(isFirst ? BACK : THERE), (cycle, file) -> file.delete());
        appender = outgoingQueue.createAppender();
        tailer = incomingQueue.createTailer();
        payload = new Payload(lengths.outgoing());
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(new Payload(lengths.incoming()), tally);
        ByteBuffer outMemory = ByteBuffer.allocateDirect(lengths.outgoing());
        ByteBuffer inMemory = ByteBuffer.allocateDirect(lengths.incoming());
        source = new UnsafeBuffer(outMemory);
        target = new UnsafeBuffer(inMemory);
        out = Bytes.wrapForRead(outMemory);
        in = Bytes.wrapForWrite(inMemory);
        payload.fill(source, 0, 0);
    }

    private ChronicleQueue queue(Path path, StoreFileListener listener) {
        return SingleChronicleQueueBuilder.binary(path)
                .rollCycle(CYCLE)
                .timeProvider(() -> written / FILE_BYTES * CYCLE.lengthInMillis())
                .storeFileListener(listener)
                .build();
    }

    /**
     * Connects one side, while the other one does the same in its process.
     *
     * @param config  what is to be done
     * @param channel to the other side
     * @param isFirst true for the side that makes the queues
     * @return the messages
     */
    public static ChronicleMessages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        Lengths lengths = Lengths.of(config.shape(), isFirst);
        return isFirst ? create(lengths, channel) : join(lengths, channel);
    }

    private static ChronicleMessages create(Lengths lengths, ControlChannel channel) {
        PrivateDirectory directory = new PrivateDirectory();
        ChronicleMessages messages = new ChronicleMessages(directory, directory.path(), lengths, true);
        channel.send("queues " + directory.path());
        return messages;
    }

    private static ChronicleMessages join(Lengths lengths, ControlChannel channel) {
        return new ChronicleMessages(null, Path.of(channel.expect("queues")), lengths, false);
    }

    @Override
    public void send(long sequence) {
        outgoing.write(source, 0, sequence);
        try (DocumentContext document = appender.writingDocument()) {
            bytes(document).write(out, 0L, (long) source.capacity());
        }
        written += source.capacity();
    }

    @Override
    public int poll() {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return 0;
            }
            in.clear();
            bytes(document).read(in, target.capacity());
        }
        incoming.check(target, 0, ++received);
        return 1;
    }

    private static Bytes<?> bytes(DocumentContext document) {
        @Nullable Wire wire = document.wire();
        if (wire == null) {
            throw new BenchmarkException("Chronicle Queue has closed a document that is open");
        }
        return wire.bytes();
    }

    @Override
    public void thorough(boolean value) {
        incoming.thorough(value);
        outgoing.thorough(value);
        if (!value) {
            payload.fill(source, 0, 0);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(appender, tailer, outgoingQueue, incomingQueue, directory);
    }
}
