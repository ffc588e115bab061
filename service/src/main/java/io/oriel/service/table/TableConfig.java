// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

/**
 * The sizes of a table. Its memory is {@code capacity + probe - 1} slots of {@code keyLength + valueLength + 16} bytes, 2 GiB at
 * most.
 *
 * <p>{@link TableOwner#put} declines a key whose slots all hold other keys. That happens to about one key in {@code (capacity /
 * keys)} to the power of {@code probe}: with 8 slots and four times as many places as keys, to one in 65,536; with eight times as
 * many to one in 16 million.
 *
 * @param capacity    places where keys may begin to look for a slot, a power of two in 2 to {@value #MAX_CAPACITY}
 * @param keyLength   bytes of each key, a multiple of 8 in 8 to {@value #MAX_KEY_LENGTH}
 * @param valueLength bytes of each value, a multiple of 8 in 8 to {@value #MAX_VALUE_LENGTH}
 * @param probe       slots, one after the other, that a key may be in: what one lookup Reads; 1 to {@value #MAX_PROBE}
 * @param maxReaders  readers at a time, 1 to {@value #MAX_READERS}; further ones are rejected
 */
public record TableConfig(int capacity, int keyLength, int valueLength, int probe, int maxReaders) {
    /** The largest capacity. */
    public static final int MAX_CAPACITY = 1 << 26;

    /** The longest key, in bytes. */
    public static final int MAX_KEY_LENGTH = 256;

    /** The longest value, in bytes. */
    public static final int MAX_VALUE_LENGTH = 65_536;

    /** The most slots that a lookup Reads. */
    public static final int MAX_PROBE = 64;

    /** The most readers. */
    public static final int MAX_READERS = 1024;

    /**
     * Checks the ranges.
     *
     * @param capacity    see above
     * @param keyLength   see above
     * @param valueLength see above
     * @param probe       see above
     * @param maxReaders  see above
     * @throws IllegalArgumentException if one is out of its range
     */
    public TableConfig {
        require("capacity", capacity, 2, MAX_CAPACITY);
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two, was " + capacity);
        }
        requireWords("keyLength", keyLength, MAX_KEY_LENGTH);
        requireWords("valueLength", valueLength, MAX_VALUE_LENGTH);
        require("probe", probe, 1, MAX_PROBE);
        require("maxReaders", maxReaders, 1, MAX_READERS);
        long length = (capacity + probe - 1L) * TableLayout.slotLength(keyLength, valueLength);
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the table must have at most " + Integer.MAX_VALUE + " bytes, was "
                    + length + "; lower the capacity, " + capacity + ", or the lengths");
        }
    }

    /**
     * Returns a configuration with 8 slots for each key, and 16 readers.
     *
     * @param capacity    as above
     * @param keyLength   as above
     * @param valueLength as above
     * @return the configuration
     */
    public static TableConfig of(int capacity, int keyLength, int valueLength) {
        return new TableConfig(capacity, keyLength, valueLength, 8, 16);
    }

    /**
     * Returns this configuration with another number of slots for each key.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TableConfig withProbe(int value) {
        return new TableConfig(capacity, keyLength, valueLength, value, maxReaders);
    }

    /**
     * Returns this configuration with another number of readers.
     *
     * @param value the new value
     * @return a changed copy
     */
    public TableConfig withMaxReaders(int value) {
        return new TableConfig(capacity, keyLength, valueLength, probe, value);
    }

    private static void requireWords(String name, int value, int max) {
        require(name, value, Long.BYTES, max);
        if (value % Long.BYTES != 0) {
            throw new IllegalArgumentException(name + " must be a multiple of 8, was " + value);
        }
    }

    static void require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be in " + min + ".." + max + ", was " + value);
        }
    }
}
