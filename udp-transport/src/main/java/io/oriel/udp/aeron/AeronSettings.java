// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.driver.Configuration;
import io.aeron.driver.DefaultCongestionControlSupplier;
import io.aeron.driver.DefaultReceiveChannelEndpointSupplier;
import io.aeron.driver.DefaultSendChannelEndpointSupplier;
import io.aeron.driver.MaxMulticastFlowControl;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.MediaDriverVersion;
import io.aeron.driver.UnicastFlowControl;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.Agent;

/**
 * Settings of Aeron's drivers and clients, whatever system properties the application has set for an Aeron of its own. Each
 * setting that Aeron takes from a property has a value here.
 */
final class AeronSettings {
    private static final String PREFIX = "aeron.";
    private static final String MANAGEMENT = "java.management";
    // Defaults of which Aeron shows no constant.
    private static final int UNICAST_RETRANSMIT_WINDOWS = 16;
    private static final int MULTICAST_RETRANSMIT_WINDOWS = 4;
    private static final Duration CLIENT_IDLE_SLEEP = Duration.ofMillis(16);

    private AeronSettings() {}

    /**
     * Creates the context of a driver, to be changed.
     *
     * @return a context with Aeron's defaults, without threads for asynchronous tasks
     * @throws NdException NOT_SUPPORTED if Aeron cannot read a property
     */
    static MediaDriver.Context driver() {
        MediaDriver.Context context = read(MediaDriver.Context::new);
        files(context);
        timeouts(context);
        streams(context);
        names(context);
        suppliers(context);
        return context;
    }

    private static void files(MediaDriver.Context context) {
        context.printConfigurationOnStart(false)
                .useWindowsHighResTimer(false)
                .enableExperimentalFeatures(false)
                .warnIfDirectoryExists(false)
                .dirDeleteOnStart(false)
                .dirDeleteOnShutdown(false)
                .termBufferSparseFile(true)
                .performStorageChecks(true)
                .lowStorageWarningThreshold(Configuration.LOW_FILE_STORE_WARNING_THRESHOLD_DEFAULT)
                .filePageSize(Configuration.FILE_PAGE_SIZE_DEFAULT)
                .conductorBufferLength(Configuration.CONDUCTOR_BUFFER_LENGTH_DEFAULT)
                .toClientsBufferLength(Configuration.TO_CLIENTS_BUFFER_LENGTH_DEFAULT)
                .counterValuesBufferLength(Configuration.COUNTERS_VALUES_BUFFER_LENGTH_DEFAULT)
                .errorBufferLength(Configuration.ERROR_BUFFER_LENGTH_DEFAULT)
                .lossReportBufferLength(Configuration.LOSS_REPORT_BUFFER_LENGTH_DEFAULT)
                .asyncExecutorEnabled(false)
                .resourceFreeLimit(Configuration.RESOURCE_FREE_LIMIT_DEFAULT);
    }

    private static void timeouts(MediaDriver.Context context) {
        context.driverTimeoutMs(CommonContext.DEFAULT_DRIVER_TIMEOUT_MS)
                .timerIntervalNs(Configuration.DEFAULT_TIMER_INTERVAL_NS)
                .clientLivenessTimeoutNs(Configuration.CLIENT_LIVENESS_TIMEOUT_DEFAULT_NS)
                .imageLivenessTimeoutNs(Configuration.IMAGE_LIVENESS_TIMEOUT_DEFAULT_NS)
                .publicationUnblockTimeoutNs(Configuration.PUBLICATION_UNBLOCK_TIMEOUT_DEFAULT_NS)
                .publicationConnectionTimeoutNs(Configuration.PUBLICATION_CONNECTION_TIMEOUT_DEFAULT_NS)
                .publicationLingerTimeoutNs(Configuration.PUBLICATION_LINGER_DEFAULT_NS)
                .untetheredWindowLimitTimeoutNs(Configuration.UNTETHERED_WINDOW_LIMIT_TIMEOUT_DEFAULT_NS)
                .untetheredLingerTimeoutNs(Aeron.NULL_VALUE)
                .untetheredRestingTimeoutNs(Configuration.UNTETHERED_RESTING_TIMEOUT_DEFAULT_NS)
                .counterFreeToReuseTimeoutNs(Configuration.DEFAULT_COUNTER_FREE_TO_REUSE_TIMEOUT_NS)
                .conductorCycleThresholdNs(Configuration.CONDUCTOR_CYCLE_THRESHOLD_DEFAULT_NS)
                .senderCycleThresholdNs(Configuration.SENDER_CYCLE_THRESHOLD_DEFAULT_NS)
                .receiverCycleThresholdNs(Configuration.RECEIVER_CYCLE_THRESHOLD_DEFAULT_NS)
                .nameResolverThresholdNs(Configuration.NAME_RESOLVER_THRESHOLD_DEFAULT_NS);
    }

    private static void streams(MediaDriver.Context context) {
        context.reliableStream(true)
                .tetherSubscriptions(true)
                .rejoinStream(true)
                .spiesSimulateConnection(false)
                .publicationTermBufferLength(Configuration.TERM_BUFFER_LENGTH_DEFAULT)
                .ipcTermBufferLength(Configuration.TERM_BUFFER_IPC_LENGTH_DEFAULT)
                .publicationTermWindowLength(0)
                .ipcPublicationTermWindowLength(0)
                .initialWindowLength(Configuration.INITIAL_WINDOW_LENGTH_DEFAULT)
                .mtuLength(Configuration.MTU_LENGTH_DEFAULT)
                .ipcMtuLength(Configuration.IPC_MTU_LENGTH_DEFAULT)
                .publicationReservedSessionIdLow(Configuration.PUBLICATION_RESERVED_SESSION_ID_LOW_DEFAULT)
                .publicationReservedSessionIdHigh(Configuration.PUBLICATION_RESERVED_SESSION_ID_HIGH_DEFAULT)
                .streamSessionLimit(Configuration.STREAM_SESSION_LIMIT_DEFAULT)
                .socketSndbufLength(Configuration.SOCKET_SNDBUF_LENGTH_DEFAULT)
                .socketRcvbufLength(Configuration.SOCKET_RCVBUF_LENGTH_DEFAULT)
                .socketMulticastTtl(Configuration.SOCKET_MULTICAST_TTL_DEFAULT)
                .statusMessageTimeoutNs(Configuration.STATUS_MESSAGE_TIMEOUT_DEFAULT_NS)
                .sendToStatusMessagePollRatio(Configuration.SEND_TO_STATUS_POLL_RATIO_DEFAULT)
                .retransmitUnicastDelayNs(Configuration.RETRANSMIT_UNICAST_DELAY_DEFAULT_NS)
                .retransmitUnicastLingerNs(Configuration.RETRANSMIT_UNICAST_LINGER_DEFAULT_NS)
                .nakUnicastDelayNs(Configuration.NAK_UNICAST_DELAY_DEFAULT_NS)
                .nakUnicastRetryDelayRatio(Configuration.NAK_UNICAST_RETRY_DELAY_RATIO_DEFAULT)
                .nakMulticastMaxBackoffNs(Configuration.NAK_MAX_BACKOFF_DEFAULT_NS)
                .nakMulticastGroupSize(Configuration.NAK_MULTICAST_GROUP_SIZE_DEFAULT)
                .maxResend(Configuration.MAX_RESEND_DEFAULT)
                .flowControlReceiverTimeoutNs(Configuration.FLOW_CONTROL_RECEIVER_TIMEOUT_DEFAULT_NS);
    }

    @SuppressWarnings("deprecation") // one of the settings is
    private static void names(MediaDriver.Context context) {
        context.applicationSpecificFeedback(ArrayUtil.EMPTY_BYTE_ARRAY)
                .receiverGroupTag(null)
                .receiverGroupConsideration(CommonContext.InferableBoolean.INFER)
                .flowControlGroupTag(Aeron.NULL_VALUE)
                .flowControlGroupMinSize(0)
                .senderWildcardPortRange(null)
                .receiverWildcardPortRange(null)
                .resolverName(null)
                .resolverInterface(null)
                .resolverBootstrapNeighbor(null)
                .resolverNeighborTimeoutNs(Configuration.RESOLVER_NEIGHBOR_TIMEOUT_DEFAULT_NS)
                .resolverSelfResolutionIntervalNs(Configuration.RESOLVER_SELF_RESOLUTION_INTERVAL_DEFAULT_NS)
                .resolverNeighborResolutionIntervalNs(Configuration.RESOLVER_NEIGHBOR_RESOLUTION_INTERVAL_DEFAULT_NS)
                .resolverBootstrapNeighborResolutionIntervalNs(
                        Configuration.RESOLVER_BOOTSTRAP_NEIGHBOR_RESOLUTION_INTERVAL_DEFAULT_NS)
                .reResolutionCheckIntervalNs(Configuration.RE_RESOLUTION_CHECK_INTERVAL_DEFAULT_NS);
    }

    private static void suppliers(MediaDriver.Context context) {
        context.sendChannelEndpointSupplier(new DefaultSendChannelEndpointSupplier())
                .receiveChannelEndpointSupplier(new DefaultReceiveChannelEndpointSupplier())
                .unicastFlowControlSupplier((channel, stream, id) -> new UnicastFlowControl())
                .multicastFlowControlSupplier((channel, stream, id) -> new MaxMulticastFlowControl())
                .unicastFlowControlRetransmitReceiverWindowMultiple(UNICAST_RETRANSMIT_WINDOWS)
                .multicastFlowControlRetransmitReceiverWindowMultiple(MULTICAST_RETRANSMIT_WINDOWS)
                .congestControlSupplier(new DefaultCongestionControlSupplier())
                .terminationValidator((directory, token, offset, length) -> false);
    }

    /**
     * Creates the context of a client, to be changed.
     *
     * @return a context with Aeron's defaults
     * @throws NdException NOT_SUPPORTED if Aeron cannot read a property
     */
    static Aeron.Context client() {
        Aeron.Context context = read(Aeron.Context::new);
        context.enableExperimentalFeatures(false);
        return context.clientName("")
                .driverTimeoutMs(CommonContext.DEFAULT_DRIVER_TIMEOUT_MS)
                .idleSleepDurationNs(CLIENT_IDLE_SLEEP.toNanos())
                .resourceLingerDurationNs(Aeron.Configuration.RESOURCE_LINGER_DURATION_DEFAULT_NS)
                .closeLingerDurationNs(Aeron.Configuration.CLOSE_LINGER_DURATION_DEFAULT_NS)
                .preTouchMappedMemory(Aeron.Configuration.PRE_TOUCH_MAPPED_MEMORY_DEFAULT);
    }

    /** Aeron reads the properties before anybody can give a context other values. */
    private static <T> T read(Supplier<T> constructor) {
        requireManagement();
        try {
            return constructor.get();
        } catch (RuntimeException e) {
            throw refused("Aeron cannot read a system property", e);
        }
    }

    /** Aeron looks for a debugger where the property is set. */
    private static void requireManagement() {
        if (System.getProperty(CommonContext.DEBUG_TIMEOUT_PROP_NAME) != null
                && ModuleLayer.boot().findModule(MANAGEMENT).isEmpty()) {
            throw new NdException(
                    NdStatus.NOT_SUPPORTED,
                    "with the system property " + CommonContext.DEBUG_TIMEOUT_PROP_NAME + " Aeron needs the module "
                            + MANAGEMENT + ", which this JVM does not have; remove the property or add the module");
        }
    }

    /**
     * Creates the failure of a driver that does not accept its settings: as Oriel's are valid, by a system property.
     *
     * @param what  cannot be done
     * @param cause what Aeron reports
     */
    static NdException refused(String what, Exception cause) {
        String found = new TreeSet<>(System.getProperties().stringPropertyNames())
                .stream()
                        .filter(name -> name.startsWith(PREFIX))
                        .map(name -> name + "=" + System.getProperty(name))
                        .collect(Collectors.joining(", "));
        return new NdException(
                NdStatus.NOT_SUPPORTED,
                what + ": " + cause.getMessage() + "; correct or remove the wrong one of " + found,
                cause);
    }

    /**
     * Takes back what the property {@code aeron.debug.timeout} has done to a driver, where the JVM's arguments name a debugger.
     *
     * @param driver   that was just started
     * @param liveness after which a client that does nothing is dead
     */
    static void keepTimeout(MediaDriver driver, Duration liveness) {
        Object proxy = get(driver.context(), "driverConductorProxy");
        set(get(proxy, "driverConductor"), "clientLivenessTimeoutNs", liveness.toNanos());
    }

    /**
     * Takes back what that property has done to a client.
     *
     * @param conductor of the client, which has not begun to work
     * @param driver    after which time a driver that does nothing is dead
     * @param service   how long the client may do nothing
     */
    static void keepTimeouts(Agent conductor, Duration driver, Duration service) {
        set(conductor, "driverTimeoutMs", driver.toMillis());
        set(conductor, "driverTimeoutNs", driver.toNanos());
        set(conductor, "interServiceTimeoutNs", service.toNanos());
    }

    private static Object get(Object holder, String name) {
        try {
            Field field = holder.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(holder);
        } catch (ReflectiveOperationException e) {
            throw unlikeAeron(e);
        }
    }

    private static void set(Object holder, String name, long value) {
        try {
            UnsafeApi.putLong(
                    holder, UnsafeApi.objectFieldOffset(holder.getClass().getDeclaredField(name)), value);
        } catch (NoSuchFieldException e) {
            throw unlikeAeron(e);
        }
    }

    private static IllegalStateException unlikeAeron(ReflectiveOperationException cause) {
        return new IllegalStateException(
                "Aeron " + MediaDriverVersion.VERSION
                        + " keeps its timeouts in another way than Oriel knows; use the release"
                        + " of Aeron that Oriel is built with",
                cause);
    }
}
