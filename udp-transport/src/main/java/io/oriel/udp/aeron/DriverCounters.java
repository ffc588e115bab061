// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.Counter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.CounterType;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * A set of counters in the driver's counters file, beside Aeron's own. By the domain's owner.
 *
 * <p>The key of each counter is the adapter's id, and for a link the peer's behind it.
 */
public final class DriverCounters {
    private final AdapterDriver driver;
    private final long[] registrationIds;
    private final @Nullable Counter[] counters;
    private final int[] offsets;
    private @Nullable CounterSet set;

    private DriverCounters(AdapterDriver driver, long[] registrationIds) {
        this.driver = driver;
        this.registrationIds = registrationIds;
        counters = new Counter[registrationIds.length];
        offsets = new int[registrationIds.length];
    }

    /**
     * Asks the driver for the counters of an adapter or a link.
     *
     * @param driver of the adapter
     * @param types  one counter for each, by index
     * @param owner  whose they are, in a few words
     * @param ids    the adapter's, and for a link the peer's
     * @return the counters, which the driver is still making
     */
    public static DriverCounters add(AdapterDriver driver, CounterType[] types, String owner, long[] ids) {
        UnsafeBuffer key = new UnsafeBuffer(new byte[ids.length * Long.BYTES]);
        for (int index = 0; index < ids.length; index++) {
            key.putLong(index * Long.BYTES, ids[index]);
        }
        long[] registrationIds = new long[types.length];
        UnsafeBuffer label = new UnsafeBuffer(new byte[CountersReader.MAX_LABEL_LENGTH]);
        for (CounterType type : types) {
            int length = label.putStringWithoutLengthAscii(0, "oriel " + type.label() + ": " + owner);
            registrationIds[type.index()] =
                    driver.aeron().asyncAddCounter(type.typeId(), key, 0, key.capacity(), label, 0, length);
        }
        return new DriverCounters(driver, registrationIds);
    }

    /**
     * Tells whether the driver has made them.
     *
     * @return true once they can be used
     */
    public boolean areAdded() {
        if (set != null) {
            return true;
        }
        for (int index = 0; index < counters.length; index++) {
            if (counters[index] == null) {
                Counter counter = driver.aeron().getCounter(registrationIds[index]);
                if (counter == null) {
                    return false;
                }
                counters[index] = counter;
                offsets[index] = CountersReader.counterOffset(counter.id());
            }
        }
        set = new CounterSet(driver.counterValues(), offsets);
        return true;
    }

    /**
     * Returns the counters.
     *
     * @return there once they are added, to be written until {@link #close}
     */
    public CounterSet set() {
        CounterSet added = set;
        if (added == null) {
            throw new IllegalStateException("the counters are not there yet");
        }
        return added;
    }

    /** Gives the counters back, when nobody writes them any more. */
    void close() {
        for (int index = 0; index < registrationIds.length; index++) {
            Counter counter = counters[index];
            if (counter != null) {
                counter.close();
            } else {
                driver.aeron().asyncRemoveCounter(registrationIds[index]);
            }
        }
    }
}
