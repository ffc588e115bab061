// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.PrivateDirectory;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jspecify.annotations.Nullable;

/** A media driver for the reference alone with its client, both without a thread: they move when they are turned. */
final class InvokedDriver implements AutoCloseable {
    /** Nobody turns the driver while it is another subject's turn to run, and that is no death. */
    private static final long PATIENCE_NS = TimeUnit.HOURS.toNanos(1);

    private static final long KEEP_ALIVE_NS = TimeUnit.MINUTES.toNanos(20);
    private static final int COUNTERS_LENGTH = 1 << 20;
    private static final int TURNS_PER_CLIENT_TURN = 64;

    private final PrivateDirectory directory = new PrivateDirectory();
    private final MediaDriver driver;
    private final Aeron aeron;
    private final AgentInvoker driverInvoker;
    private final AgentInvoker clientInvoker;
    private int turns;

    private InvokedDriver(MediaDriver.Context context) {
        @Nullable MediaDriver started = null;
        try {
            started = MediaDriver.launch(common(context).aeronDirectoryName(path().toString()));
            aeron = Aeron.connect(
                    client(path()).useConductorAgentInvoker(true).driverAgentInvoker(started.sharedAgentInvoker()));
        } catch (RuntimeException e) {
            CloseHelper.quietCloseAll(started, directory);
            throw e;
        }
        driver = started;
        driverInvoker = driver.sharedAgentInvoker();
        clientInvoker = aeron.conductorAgentInvoker();
    }

    /**
     * Starts a driver for shared memory.
     *
     * @param termLength bytes; 0 for as many as Oriel's have
     */
    static InvokedDriver forIpc(int termLength) {
        DriverConfig oriel = OrielConfig.fromSystemProperties().driver();
        DriverConfig config = termLength == 0 ? oriel : oriel.withTermLength(termLength);
        return new InvokedDriver(new MediaDriver.Context()
                .ipcTermBufferLength(config.termLength())
                .ipcMtuLength(config.mtuLength()));
    }

    /** Starts a driver for UDP, with the lengths of Oriel's. */
    static InvokedDriver forUdp(UdpConfig config) {
        int socketBuffer = grantedSocketBuffer(config.socketBufferLength());
        return new InvokedDriver(new MediaDriver.Context()
                .publicationTermBufferLength(config.termLength())
                .mtuLength(config.mtuLength())
                .socketSndbufLength(socketBuffer)
                .socketRcvbufLength(socketBuffer)
                // As Oriel: half a term on the way, if the receiver's socket can keep it.
                .initialWindowLength(Math.max(config.mtuLength(), Math.min(config.termLength(), socketBuffer) / 2)));
    }

    /** Where its files are. */
    Path path() {
        return directory.path().resolve("aeron");
    }

    /** Sends what was committed, and takes in what has come. */
    void turn() {
        driverInvoker.invoke();
        if (++turns == TURNS_PER_CLIENT_TURN) {
            turns = 0;
            clientInvoker.invoke();
        }
    }

    Aeron aeron() {
        return aeron;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(aeron, driver, directory);
    }

    /** A client of a driver that stands still for long. */
    static Aeron.Context client(Path path) {
        return new Aeron.Context()
                .aeronDirectoryName(path.toString())
                .preTouchMappedMemory(true)
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS))
                .keepAliveIntervalNs(KEEP_ALIVE_NS)
                .awaitingIdleStrategy(YieldingIdleStrategy.INSTANCE)
                .errorHandler(InvokedDriver::report)
                .subscriberErrorHandler(InvokedDriver::report);
    }

    /** Tells of an error that Aeron has nobody else to tell of: its default would end the JVM. */
    private static void report(Throwable e) {
        System.err.println("raw Aeron: " + e);
    }

    private static MediaDriver.Context common(MediaDriver.Context context) {
        return context.dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.INVOKER)
                .asyncExecutorEnabled(false)
                .termBufferSparseFile(false)
                // It would write to standard output.
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(COUNTERS_LENGTH)
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS))
                .clientLivenessTimeoutNs(PATIENCE_NS)
                .imageLivenessTimeoutNs(PATIENCE_NS)
                .publicationConnectionTimeoutNs(PATIENCE_NS)
                .publicationUnblockTimeoutNs(2 * PATIENCE_NS)
                .errorHandler(InvokedDriver::report);
    }

    /** Returns what the system gives: Aeron would write to standard error that it is less. */
    private static int grantedSocketBuffer(int wanted) {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.setOption(StandardSocketOptions.SO_RCVBUF, wanted);
            probe.setOption(StandardSocketOptions.SO_SNDBUF, wanted);
            int receive = probe.getOption(StandardSocketOptions.SO_RCVBUF);
            int send = probe.getOption(StandardSocketOptions.SO_SNDBUF);
            return Math.min(wanted, Math.min(receive, send));
        } catch (IOException e) {
            throw new BenchmarkException("no UDP socket can be had: " + e, e);
        }
    }
}
