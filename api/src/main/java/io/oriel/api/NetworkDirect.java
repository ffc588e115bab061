// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import io.oriel.api.config.OrielConfig;
import java.io.IOException;
import java.util.ServiceConfigurationError;
import org.agrona.DirectBuffer;

/**
 * The door to Network Direct: finds the engine on the class path and opens it.
 *
 * <p>ND: NdStartup, NdOpenAdapter.
 */
public final class NetworkDirect {
    /**
     * The flag that the JVM must be started with: on the class path exactly this; on the module path with
     * {@code org.agrona} in the place of {@code ALL-UNNAMED}, and {@code --add-modules jdk.net} for shared memory.
     */
    public static final String REQUIRED_JVM_FLAG = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final String PACKAGE = "jdk.internal.misc";
    /** Shared memory needs it. On the class path every module of the run-time image is there. */
    private static final String SOCKETS = "jdk.net";

    private static final String FLAG = "--add-opens java.base/" + PACKAGE + "=";

    private NetworkDirect() {}

    /**
     * Opens Network Direct with its defaults, changed by the system properties that begin with {@code oriel.}.
     *
     * @return a provider, to be closed by the caller
     * @throws NdException as {@link #open(OrielConfig)}
     * @throws IllegalArgumentException as {@link OrielConfig#fromSystemProperties()}
     */
    public static Provider open() {
        return open(OrielConfig.fromSystemProperties());
    }

    /**
     * Opens Network Direct. The engine and its transports are found by the class loader of Oriel's API, or by the context class
     * loader of the calling thread.
     *
     * @param config how; records of {@link io.oriel.api.config}
     * @return a provider, to be closed by the caller
     * @throws NdException NOT_SUPPORTED if the JVM lacks {@link #REQUIRED_JVM_FLAG} or a module of the JDK, no engine is on
     *     the class path, or a system property of Aeron's keeps a media driver from starting, each with the remedy;
     *     INSUFFICIENT_RESOURCES if the directory of the medium cannot be used, or the class path not be read, as without
     *     free file descriptors
     */
    public static Provider open(OrielConfig config) {
        requireOpenJdkInternals();
        try {
            return findEngine().open(config);
        } catch (ServiceConfigurationError e) { // of the engine, or of its transports
            if (e.getCause() instanceof IOException unread) {
                throw new NdException(
                        NdStatus.INSUFFICIENT_RESOURCES, "the class path cannot be read: " + unread.getMessage(), e);
            }
            throw e;
        }
    }

    private static ProviderFactory findEngine() {
        return Services.find(ProviderFactory.class)
                .findFirst()
                .orElseThrow(() -> new NdException(
                        NdStatus.NOT_SUPPORTED,
                        "no engine on the class path; add io.oriel:oriel-engine and a transport such as"
                                + " io.oriel:oriel-shm-transport to the run-time class path. Searched: "
                                + Services.describeSearch(ProviderFactory.class)));
    }

    /**
     * Checks that the JVM was started with {@link #REQUIRED_JVM_FLAG}, without which Agrona's classes fail to load.
     *
     * @throws NdException NOT_SUPPORTED, with the line to add
     */
    public static void requireOpenJdkInternals() {
        Module agrona = DirectBuffer.class.getModule();
        if (!Object.class.getModule().isOpen(PACKAGE, agrona)) {
            throw new NdException(
                    NdStatus.NOT_SUPPORTED,
                    "the JVM must be started with one more flag, because Agrona's buffers need it. Add exactly:"
                            + System.lineSeparator() + "    " + flagFor(agrona));
        }
    }

    private static String flagFor(Module agrona) {
        return agrona.isNamed() ? FLAG + agrona.getName() + " --add-modules " + SOCKETS : REQUIRED_JVM_FLAG;
    }
}
