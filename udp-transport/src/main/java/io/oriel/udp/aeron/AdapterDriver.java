// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.ConfigurationException;
import io.aeron.exceptions.TimeoutException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.engine.control.SystemFailure;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.directory.TransportDirectory;
import io.oriel.udp.flow.GapDelay;
import io.oriel.udp.flow.ImageWindow;
import io.oriel.udp.flow.NewestLimit;
import io.oriel.udp.flow.SocketBuffer;
import io.oriel.udp.gate.Gate;
import io.oriel.udp.gate.GuardedReceiver;
import io.oriel.udp.gate.GuardedSender;
import io.oriel.udp.gate.SealedStreams;
import io.oriel.udp.gate.SocketAlarm;
import java.io.File;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.MappedByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The media driver of one adapter with its client, or its client of a driver that runs on its own. Neither has a thread
 * here: they move when they are turned, by the domain's owner.
 */
public final class AdapterDriver implements AutoCloseable {
    /** Until Aeron takes a pause for a death: never, for Oriel looks for itself. */
    private static final Duration AERON_PATIENCE = Duration.ofHours(1);

    private static final Duration KEEP_ALIVE = Duration.ofMinutes(20);
    /** Until a driver that runs on its own, and says every second that it does, is dead. */
    private static final Duration EXTERNAL_PATIENCE = Duration.ofSeconds(5);
    /** So seldom longer than until the driver looks for its clients, once a second, after the wall clock was set. */
    private static final Duration EXTERNAL_KEEP_ALIVE = Duration.ofMillis(50);

    private static final Duration UNHEARD_RECEIVER = Duration.ofSeconds(5);
    private static final Duration TIMER_INTERVAL = Duration.ofMillis(20);
    private static final Duration LINGER = Duration.ofMillis(100);
    /** What the kernel keeps of a datagram takes more room than the datagram, and a short one's several times as much. */
    private static final int KERNEL_PART = 2;

    private static final int COUNTERS_LENGTH = 1024 * 1024;
    private static final int TURNS_PER_CLIENT_TURN = 64;

    private final @Nullable Own own;
    private final @Nullable AgentTurns driverTurns;
    private final @Nullable AgentTurns senderTurns;
    private final Aeron aeron;
    private final AgentTurns clientTurns;
    private final Gate gate;
    private final MappedByteBuffer counterFile;
    private final Runnable remover;
    private final UnsafeBuffer counterValues;
    private int turns;

    /** A driver in this process, what makes its logs, and the ports of its sending sockets. */
    private record Own(MediaDriver driver, ReservedLogs logs, SenderPorts ports) {}

    private AdapterDriver(@Nullable Own own, Aeron aeron, Gate gate, MappedByteBuffer counterFile, Runnable remover) {
        this.own = own;
        this.aeron = aeron;
        this.gate = gate;
        this.counterFile = counterFile;
        this.remover = remover;
        driverTurns = own == null ? null : AgentTurns.of(own.driver());
        senderTurns = own == null ? null : AgentTurns.ofSender(own.driver());
        counterValues = CncFileDescriptor.createCountersValuesBuffer(
                counterFile, CncFileDescriptor.createMetaDataBuffer(counterFile));
        clientTurns =
                new AgentTurns(aeron.conductorAgentInvoker(), aeron.context().errorHandler());
    }

    /**
     * Starts a driver, or joins one. Blocks; on a worker.
     *
     * @param config    how
     * @param directory where a private one has its files
     * @param alarm     is to wake for the sockets of a private one
     * @param onError   hears of failures, on the thread that turns
     * @param onEnded   is run if the driver ends by itself, on the thread that turns
     * @return the driver, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room; DEVICE_NOT_READY if there is no driver to join
     */
    public static AdapterDriver open(
            UdpConfig config,
            TransportDirectory directory,
            SocketAlarm alarm,
            Consumer<Throwable> onError,
            Runnable onEnded) {
        return config.driverMode() == UdpDriverMode.EXTERNAL
                ? join(config.driverDirectory(), onError, onEnded)
                : launch(config, directory, alarm, onError, onEnded);
    }

    private static AdapterDriver join(Path directory, Consumer<Throwable> onError, Runnable onEnded) {
        try {
            // Aeron would wait for one.
            if (!CommonContext.isDriverActive(directory.toFile(), EXTERNAL_PATIENCE.toMillis(), text -> {})) {
                throw new IllegalStateException("none runs there");
            }
            return join(directory, mapCounters(directory.toFile()), error -> reportUnlessEnd(error, onError), onEnded);
        } catch (NdException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY,
                    "the media driver in " + directory + " cannot be joined: " + e.getMessage()
                            + "; start one there, or choose another directory with the property"
                            + " oriel.udp.driverDirectory",
                    e);
        }
    }

    private static AdapterDriver join(
            Path directory, MappedByteBuffer files, Consumer<Throwable> onError, Runnable onEnded) {
        try {
            UnsafeBuffer header = CncFileDescriptor.createMetaDataBuffer(files);
            RingBuffer commands = new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(files, header));
            Aeron aeron = Aeron.connect(client(directory, onError, onEnded)
                    .epochClock(HeartbeatClock.of(commands::consumerHeartbeatTime, EXTERNAL_PATIENCE))
                    .driverTimeoutMs(HeartbeatClock.CLIENT_PATIENCE.toMillis())
                    .keepAliveIntervalNs(EXTERNAL_KEEP_ALIVE.toNanos()));
            Duration service = Duration.ofNanos(CncFileDescriptor.clientLivenessTimeoutNs(header));
            return settled(
                    aeron,
                    HeartbeatClock.CLIENT_PATIENCE,
                    service,
                    () -> new AdapterDriver(null, aeron, new Gate(), files, () -> {}));
        } catch (RuntimeException | Error e) {
            BufferUtil.free(files);
            throw e;
        }
    }

    /** That a driver of others ends is no defect; whoever uses it hears of the end. */
    private static void reportUnlessEnd(Throwable error, Consumer<Throwable> onError) {
        if (!(error instanceof TimeoutException || error instanceof AgentTerminationException)) {
            onError.accept(error);
        }
    }

    private static AdapterDriver launch(
            UdpConfig config,
            TransportDirectory directory,
            SocketAlarm alarm,
            Consumer<Throwable> onError,
            Runnable onEnded) {
        Path files = directory.newDriver();
        Gate gate = new Gate(config.security().isSealed() ? new SealedStreams() : null);
        MediaDriver driver = null;
        try {
            SenderPorts ports = new SenderPorts(FreePorts.of(config));
            MediaDriver.Context context =
                    context(config, files, gate, alarm).senderPortManager(ports).errorHandler(onError::accept);
            ReservedLogs logs = new ReservedLogs(context);
            MediaDriver started = DriverStart.launch(context, logs);
            driver = started;
            AeronSettings.keepTimeout(started, AERON_PATIENCE);
            AeronInternals.walkSocketsWithoutAllocation(started.context());
            Aeron aeron = Aeron.connect(client(files, onError, onEnded)
                    .epochClock(HostClock.INSTANCE)
                    .driverTimeoutMs(AERON_PATIENCE.toMillis())
                    .keepAliveIntervalNs(KEEP_ALIVE.toNanos())
                    .driverAgentInvoker(started.sharedAgentInvoker()));
            return settled(
                    aeron,
                    AERON_PATIENCE,
                    AERON_PATIENCE,
                    () -> new AdapterDriver(
                            new Own(started, logs, ports),
                            aeron,
                            gate,
                            mapCounters(aeron.context().aeronDirectory()),
                            () -> directory.remove(files)));
        } catch (LinkageError | NdException e) { // another Aeron, or its properties: no memory helps
            abandon(driver, directory, files);
            throw e;
        } catch (ConfigurationException e) {
            abandon(driver, directory, files);
            throw AeronSettings.refused("a media driver does not accept its settings", e);
        } catch (Exception | InternalError | OutOfMemoryError e) {
            abandon(driver, directory, files);
            throw SystemFailure.exception("a media driver cannot start in " + directory.path(), directory.path(), e);
        }
    }

    private static void abandon(@Nullable MediaDriver driver, TransportDirectory directory, Path files) {
        if (driver != null) {
            driver.close();
        }
        directory.remove(files);
    }

    /** The client is not left behind if something else cannot be had. */
    private static AdapterDriver settled(Aeron aeron, Duration driver, Duration service, Supplier<AdapterDriver> rest) {
        try {
            AeronSettings.keepTimeouts(aeron.conductorAgentInvoker().agent(), driver, service);
            return rest.get();
        } catch (RuntimeException | Error e) {
            aeron.close();
            throw e;
        }
    }

    static Aeron.Context client(Path directory, Consumer<Throwable> onError, Runnable onEnded) {
        return AeronSettings.client()
                .aeronDirectoryName(directory.toString())
                .preTouchMappedMemory(true)
                .useConductorAgentInvoker(true)
                .errorHandler(onError::accept)
                // What a frame's handler throws is for its caller.
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .closeHandler(onEnded);
    }

    static MediaDriver.Context context(UdpConfig config, Path directory, Gate gate, SocketAlarm alarm)
            throws IOException {
        MediaDriver.Context context = AeronSettings.driver()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.INVOKER)
                .epochClock(HostClock.INSTANCE)
                .terminationHook(() -> {})
                .senderPortManager(FreePorts.of(config))
                .receiverPortManager(FreePorts.of(config))
                .sendChannelEndpointSupplier(
                        (channel, status, driver) -> new GuardedSender(channel, status, driver, gate, alarm))
                .receiveChannelEndpointSupplier((channel, dispatcher, status, driver) -> new GuardedReceiver(
                        new GuardedReceiver.Origin(channel, status, driver), dispatcher, gate, alarm));
        int socketBuffer = grantedSocketBuffer(config.socketBufferLength());
        sizes(context, config, socketBuffer);
        timeouts(context);
        flow(context, new SocketBuffer(socketBuffer / KERNEL_PART), config.mtuLength());
        return context;
    }

    private static void flow(MediaDriver.Context context, SocketBuffer socketBuffer, int datagramLength) {
        context.congestControlSupplier(
                        (id, channel, stream, session, termLength, mtuLength, to, from, clock, all, counters) ->
                                new ImageWindow(socketBuffer, termLength, mtuLength))
                .unicastFlowControlSupplier((channel, stream, id) -> new NewestLimit(datagramLength))
                .unicastFeedbackDelayGenerator(new GapDelay(socketBuffer, RandomNumbers.nextLong()));
    }

    private static void sizes(MediaDriver.Context context, UdpConfig config, int socketBuffer) {
        context.publicationTermBufferLength(config.termLength())
                .mtuLength(config.mtuLength())
                .initialWindowLength(Math.max(config.mtuLength(), Math.min(config.termLength(), socketBuffer) / 2))
                .socketSndbufLength(socketBuffer)
                .socketRcvbufLength(socketBuffer)
                .termBufferSparseFile(false)
                // It would write to standard output.
                .lowStorageWarningThreshold(0)
                .counterValuesBufferLength(COUNTERS_LENGTH);
    }

    /** Returns what the system gives: Aeron would write to standard error that it is less. */
    private static int grantedSocketBuffer(int wanted) throws IOException {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.setOption(StandardSocketOptions.SO_RCVBUF, wanted);
            probe.setOption(StandardSocketOptions.SO_SNDBUF, wanted);
            int granted = Math.min(
                    probe.getOption(StandardSocketOptions.SO_RCVBUF), probe.getOption(StandardSocketOptions.SO_SNDBUF));
            return Math.min(wanted, granted);
        }
    }

    private static void timeouts(MediaDriver.Context context) {
        context.timerIntervalNs(TIMER_INTERVAL.toNanos())
                .clientLivenessTimeoutNs(AERON_PATIENCE.toNanos())
                .imageLivenessTimeoutNs(AERON_PATIENCE.toNanos())
                .publicationUnblockTimeoutNs(AERON_PATIENCE.multipliedBy(2).toNanos())
                // A log whose receiver has died is not kept for what can never be sent.
                .publicationConnectionTimeoutNs(UNHEARD_RECEIVER.toNanos())
                .publicationLingerTimeoutNs(LINGER.toNanos())
                // Many links that come and go would else use up the counters.
                .counterFreeToReuseTimeoutNs(LINGER.toNanos())
                .driverTimeoutMs(AERON_PATIENCE.toMillis());
    }

    /**
     * Maps the file with the counters until the adapter is closed: a client that ends by itself takes its own mapping along at
     * once, and the agent counts until it has heard of the end.
     */
    private static MappedByteBuffer mapCounters(File directory) {
        return IoUtil.mapExistingFile(new File(directory, CncFileDescriptor.CNC_FILE), CncFileDescriptor.CNC_FILE);
    }

    /**
     * Moves what can be moved now. By the domain's owner.
     *
     * @param isBusy true if the client waits for the driver
     * @return how much was done
     */
    public int turn(boolean isBusy) {
        int work = driverTurns == null ? 0 : driverTurns.take();
        if (isBusy || driverTurns == null || ++turns >= TURNS_PER_CLIENT_TURN) {
            turns = 0;
            work += clientTurns.take();
            gate.eraseEnded(clock());
        }
        return work;
    }

    /**
     * Sends a datagram of each stream in which something was committed. By the domain's owner.
     *
     * @return 0 if there was nothing that may go now
     */
    public int send() {
        return senderTurns == null ? 0 : senderTurns.take();
    }

    /**
     * Tells whether the driver has ended by itself, or does not answer any more. By the domain's owner.
     *
     * @return true if it is of no more use
     */
    public boolean isEnded() {
        int work = turn(true); // which notices
        assert work >= 0;
        return aeron.isClosed();
    }

    /** Returns the driver's client. Used by the domain's owner; its calls do not wait for the driver. */
    Aeron aeron() {
        return aeron;
    }

    /** Returns the values of the driver's counters, to be used until {@link #close}. */
    AtomicBuffer counterValues() {
        return counterValues;
    }

    /** Tells whether the driver is the adapter's own, and sees no datagram but by its gate. */
    boolean isGuarded() {
        return own != null;
    }

    /**
     * Returns why the last image that got no log got none.
     *
     * <p>Threading: domain owner.
     *
     * @return another exception each time; null if each got one, or if the driver runs on its own, which does not report it
     */
    @Nullable
    RuntimeException imageRefusal() {
        return own == null ? null : own.logs().imageRefusal();
    }

    /**
     * Returns why the ports of the adapter refused a sending socket.
     *
     * <p>Threading: domain owner.
     *
     * @param text of the driver's failure
     * @return null if the failure is another one, or if the driver runs on its own
     */
    @Nullable
    NdException portRefusal(String text) {
        return own == null ? null : own.ports().refusalOf(text);
    }

    /** Returns a clock that goes on when the driver is turned; one that runs on its own has none that can be used here. */
    NanoClock clock() {
        return own == null ? SystemNanoClock.INSTANCE : own.driver().context().senderCachedNanoClock();
    }

    /**
     * Returns what decides which datagrams the driver sees, if it is private.
     *
     * @return the same for the driver's whole life
     */
    public Gate gate() {
        return gate;
    }

    /** Ends the driver, and removes its files. Blocks; on a worker, when nobody turns it any more. */
    @Override
    public void close() {
        aeron.close();
        if (own != null) {
            own.driver().close();
        }
        gate.erase();
        remover.run();
        counterValues.wrap(0, 0);
        BufferUtil.free(counterFile);
    }
}
