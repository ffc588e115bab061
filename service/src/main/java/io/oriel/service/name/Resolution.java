// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import io.oriel.api.NdStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question to a resolver, answered on a thread of its own if it takes time, and looked at by polling.
 *
 * <p><b>Threading:</b> one thread polls; what was found is visible to it with the status.
 */
public final class Resolution implements AutoCloseable {
    private final @Nullable Thread thread;
    private List<InetSocketAddress> addresses = List.of();
    private String explanation = "";
    // Release: what was found before the status; pairs with #status.
    private volatile NdStatus status = NdStatus.PENDING;

    /**
     * Begins to resolve.
     *
     * @param resolver that is asked
     * @param name     of the service
     * @param onEnd    called once the status is known, on the other thread if there is one, such as {@link io.oriel.api.Adapter#wakeup}
     */
    public Resolution(Resolver resolver, String name, Runnable onEnd) {
        if (resolver.isImmediate()) {
            thread = null;
            run(resolver, name, onEnd);
            return;
        }
        Thread other = new Thread(() -> run(resolver, name, onEnd), "oriel-resolve-" + name);
        other.setDaemon(true);
        other.start();
        thread = other;
    }

    private void run(Resolver resolver, String name, Runnable onEnd) {
        NdStatus result;
        try {
            addresses = List.copyOf(resolver.resolve(name));
            result = addresses.isEmpty() ? NdStatus.INVALID_ADDRESS : NdStatus.SUCCESS;
            explanation = addresses.isEmpty() ? "'" + name + "' has no address" : "";
        } catch (IOException | RuntimeException e) {
            result = NdStatus.UNSUCCESSFUL;
            explanation = "'" + name + "' was not resolved: " + e;
        } catch (Throwable e) {
            status = NdStatus.INTERNAL_ERROR;
            throw e; // told by the thread's handler
        }
        status = result;
        onEnd.run();
    }

    /**
     * Looks how it stands.
     *
     * @return PENDING; SUCCESS; INVALID_ADDRESS if the name has no address; UNSUCCESSFUL if the resolver has failed; INTERNAL_ERROR
     *     if it has failed with an {@link Error}
     */
    public NdStatus status() {
        return status;
    }

    /**
     * Returns what was found.
     *
     * @return the addresses, empty unless {@link #status()} is SUCCESS
     */
    public List<InetSocketAddress> addresses() {
        return status == NdStatus.SUCCESS ? addresses : List.of();
    }

    /**
     * Says why there are no addresses.
     *
     * @return some words, for people; empty unless {@link #status()} is a failure
     */
    public String explanation() {
        return status.isFailure() ? explanation : "";
    }

    /** Asks the other thread to stop by an interrupt; it is not waited for. */
    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
