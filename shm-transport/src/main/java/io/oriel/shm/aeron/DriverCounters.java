// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.CounterType;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.media.DriverSetup;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * A set of counters in the driver's counters file, beside Aeron's own. Made on a worker, which waits.
 *
 * <p>The key of each counter is the adapter's id, and for a link the peer's behind it.
 */
public final class DriverCounters {
    private final DriverSession session;
    private final DriverWait wait;
    private final long[] registrationIds;
    private final @Nullable Counter[] counters;
    private @Nullable CounterSet set;

    private DriverCounters(DriverSession session, DriverWait wait, long[] registrationIds) {
        this.session = session;
        this.wait = wait;
        this.registrationIds = registrationIds;
        counters = new Counter[registrationIds.length];
    }

    /**
     * Asks the driver for the counters of an adapter.
     *
     * @param session   with the driver
     * @param home      of this process
     * @param adapterId the adapter's
     * @return the counters, which the driver is still making
     * @throws NdException DEVICE_REMOVED if the driver has ended
     */
    public static DriverCounters addOfAdapter(DriverSession session, ProcessHome home, long adapterId) {
        String label = "adapter %016x of process %d"
                .formatted(adapterId, home.process().name().pid());
        long deadlineNs =
                System.nanoTime() + home.config().timeouts().handshake().toNanos();
        return add(session, AdapterCounter.values(), label, new long[] {adapterId}, deadlineNs);
    }

    /**
     * Asks the driver for the counters of an adapter or a link.
     *
     * @param session    with the driver
     * @param types      one counter for each, by index
     * @param owner      whose they are, in a few words
     * @param ids        the adapter's, and for a link the peer's
     * @param deadlineNs until when they must be there
     * @return the counters, which the driver is still making
     * @throws NdException DEVICE_REMOVED if the driver has ended
     */
    static DriverCounters add(DriverSession session, CounterType[] types, String owner, long[] ids, long deadlineNs) {
        return add(session, types, owner, ids, new DriverWait(session, session::hurry, deadlineNs));
    }

    static DriverCounters add(DriverSession session, CounterType[] types, String owner, long[] ids, DriverWait wait) {
        UnsafeBuffer key = new UnsafeBuffer(new byte[ids.length * Long.BYTES]);
        for (int index = 0; index < ids.length; index++) {
            key.putLong(index * Long.BYTES, ids[index]);
        }
        long[] registrationIds = new long[types.length];
        try {
            for (CounterType type : types) {
                registrationIds[type.index()] = add(session.aeron(), type, owner, key);
            }
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver takes no commands: " + e.getMessage(), e);
        }
        return new DriverCounters(session, wait, registrationIds);
    }

    private static long add(Aeron aeron, CounterType type, String owner, UnsafeBuffer key) {
        UnsafeBuffer label = new UnsafeBuffer(new byte[CountersReader.MAX_LABEL_LENGTH]);
        int length = label.putStringWithoutLengthAscii(0, "oriel " + type.label() + ": " + owner);
        return aeron.asyncAddCounter(type.typeId(), key, 0, key.capacity(), label, 0, length);
    }

    /**
     * Waits until the driver has made them.
     *
     * @throws NdException INSUFFICIENT_RESOURCES if the driver can make no more; DEVICE_REMOVED if it has ended;
     *     CONNECTION_ABORTED if the wait was cancelled; IO_TIMEOUT
     */
    public void awaitAdded() {
        Aeron aeron = session.aeron();
        int[] offsets = new int[registrationIds.length];
        try {
            for (int index = 0; index < offsets.length; index++) {
                long registrationId = registrationIds[index];
                Counter counter = wait.until("it had made a counter", () -> aeron.getCounter(registrationId));
                counters[index] = counter;
                offsets[index] = CountersReader.counterOffset(counter.id());
            }
            set = new CounterSet(aeron.countersReader().valuesBuffer(), offsets);
        } catch (RegistrationException e) {
            throw refusal("a counter", session, e);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver's client has ended", e);
        }
    }

    /** Says what the driver could not make, why, and what helps. */
    static NdException refusal(String what, DriverSession session, RegistrationException e) {
        String message = String.valueOf(e.getMessage());
        String reason = DriverSetup.isFull(message)
                ? message
                        + "; it carries as many links as it can; run the process that hosts it with a larger value of the"
                        + " property oriel.driver.links"
                : SystemFailure.of(session.directory(), e).reason();
        return new NdException(
                NdStatus.INSUFFICIENT_RESOURCES, "the media driver cannot make " + what + ": " + reason, e);
    }

    /**
     * Returns the counters.
     *
     * @return there after {@link #awaitAdded}, to be written until {@link #close}
     */
    public CounterSet set() {
        CounterSet added = set;
        if (added == null) {
            throw new IllegalStateException("awaitAdded comes first");
        }
        return added;
    }

    /** Gives the counters back. On a worker, when nobody writes them any more. */
    public void close() {
        if (session.isDead()) {
            return; // the client goes as a whole
        }
        try {
            for (int index = 0; index < registrationIds.length; index++) {
                Counter counter = counters[index];
                if (counter != null) {
                    counter.close();
                } else {
                    session.aeron().asyncRemoveCounter(registrationIds[index]);
                }
            }
            session.hurry();
        } catch (AeronException e) {
            // The client has ended meanwhile, and its counters with it.
        }
    }
}
