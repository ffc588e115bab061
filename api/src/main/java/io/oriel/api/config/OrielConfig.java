// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/**
 * Everything that a provider is opened with.
 *
 * @param medium       what carries the bytes
 * @param sharedMemory where the files of this host's medium are
 * @param driver       who runs the media driver of this host's medium, and how
 * @param udp          how adapters talk between hosts
 * @param timeouts     how long things may take
 * @param progress     which thread makes progress while the application is away
 */
public record OrielConfig(
        Medium medium,
        SharedMemoryConfig sharedMemory,
        DriverConfig driver,
        UdpConfig udp,
        TimeoutConfig timeouts,
        ProgressMode progress) {
    /**
     * Returns the defaults.
     *
     * @return the configuration
     */
    public static OrielConfig defaults() {
        return new OrielConfig(
                Medium.AUTO,
                SharedMemoryConfig.defaults(),
                DriverConfig.defaults(),
                UdpConfig.defaults(),
                TimeoutConfig.defaults(),
                ProgressMode.APPLICATION);
    }

    /**
     * Returns the defaults, changed by the system properties that {@code docs/configuration.md} lists.
     *
     * @return the configuration
     * @throws IllegalArgumentException if a property has a value out of its range, or begins with {@code oriel.} and is
     *     none of those; the names that begin with {@code oriel.test.} are left to Oriel's own tests, those with {@code
     *     oriel.collectives.} to the collectives
     */
    public static OrielConfig fromSystemProperties() {
        return SystemProperties.read();
    }

    /**
     * Returns this configuration with another medium.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withMedium(Medium value) {
        return new OrielConfig(value, sharedMemory, driver, udp, timeouts, progress);
    }

    /**
     * Returns this configuration with another place for files.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withSharedMemory(SharedMemoryConfig value) {
        return new OrielConfig(medium, value, driver, udp, timeouts, progress);
    }

    /**
     * Returns this configuration with another driver.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withDriver(DriverConfig value) {
        return new OrielConfig(medium, sharedMemory, value, udp, timeouts, progress);
    }

    /**
     * Returns this configuration with another way to talk between hosts.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withUdp(UdpConfig value) {
        return new OrielConfig(medium, sharedMemory, driver, value, timeouts, progress);
    }

    /**
     * Returns this configuration with other time-outs.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withTimeouts(TimeoutConfig value) {
        return new OrielConfig(medium, sharedMemory, driver, udp, value, progress);
    }

    /**
     * Returns this configuration with another progress mode.
     *
     * @param value the new value
     * @return a changed copy
     */
    public OrielConfig withProgress(ProgressMode value) {
        return new OrielConfig(medium, sharedMemory, driver, udp, timeouts, value);
    }
}
