// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/**
 * Everything that a provider is opened with.
 *
 * @param sharedMemory where the files of this host's medium are
 * @param driver       who runs the media driver, and how
 * @param timeouts     how long things may take
 * @param progress     which thread makes progress while the application is away
 */
public record OrielConfig(
        SharedMemoryConfig sharedMemory, DriverConfig driver, TimeoutConfig timeouts, ProgressMode progress) {
    /**
     * Returns the defaults.
     *
     * @return the configuration
     */
    public static OrielConfig defaults() {
        return new OrielConfig(
                SharedMemoryConfig.defaults(),
                DriverConfig.defaults(),
                TimeoutConfig.defaults(),
                ProgressMode.APPLICATION);
    }

    /**
     * Returns the defaults, changed by the system properties that {@code docs/configuration.md} lists.
     *
     * @return the configuration
     * @throws IllegalArgumentException if a property has a value out of its range
     */
    public static OrielConfig fromSystemProperties() {
        return SystemProperties.read();
    }

    /**
     * Returns this configuration with another place for files.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withSharedMemory(SharedMemoryConfig value) {
        return new OrielConfig(value, driver, timeouts, progress);
    }

    /**
     * Returns this configuration with another driver.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withDriver(DriverConfig value) {
        return new OrielConfig(sharedMemory, value, timeouts, progress);
    }

    /**
     * Returns this configuration with other time-outs.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withTimeouts(TimeoutConfig value) {
        return new OrielConfig(sharedMemory, driver, value, progress);
    }

    /**
     * Returns this configuration with another progress mode.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withProgress(ProgressMode value) {
        return new OrielConfig(sharedMemory, driver, timeouts, value);
    }
}
