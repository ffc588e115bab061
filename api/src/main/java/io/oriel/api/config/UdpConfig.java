// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How adapters talk between hosts.
 *
 * @param driverMode         who moves the datagrams
 * @param driverDirectory    of the media driver that runs on its own, an absolute path; not used otherwise
 * @param firstPort          the lowest UDP port of an adapter's own sockets; 0 with {@code lastPort} 0 lets the system choose
 * @param lastPort           the highest; an adapter takes two ports, and one more for each link
 * @param termLength         bytes of a log's term, a power of two from 64 KiB to 64 MiB; each direction of a link takes three
 *     on each side, and half of one may be on the way
 * @param mtuLength          bytes of the largest datagram's payload, a multiple of 32 from 1,024 to 65,504, at most an eighth of
 *     {@code termLength}; datagrams are not longer than the adapter's interface carries whole, and where those do not arrive when
 *     a link is made, shorter
 * @param socketBufferLength bytes that a socket keeps in each direction, 64 KiB to 64 MiB; the system may give less, and then
 *     less is on the way
 * @param onHost             whether an adapter of {@link Medium#AUTO} takes UDP for a peer on this host that cannot be met in
 *     shared memory; if not, it refuses the connection
 * @param advertisedAddress  that peers reach the adapters at, where addresses are translated on the way and the same ports are
 *     forwarded; null where they are not
 * @param security           what protects the datagrams; a media driver that runs on its own cannot seal them
 */
public record UdpConfig(
        UdpDriverMode driverMode,
        Path driverDirectory,
        int firstPort,
        int lastPort,
        int termLength,
        int mtuLength,
        int socketBufferLength,
        boolean onHost,
        @Nullable InetAddress advertisedAddress,
        UdpSecurityConfig security) {
    private static final int MIN_LENGTH = 64 * 1024;
    private static final int MAX_LENGTH = 64 * 1024 * 1024;
    private static final int MIN_MTU_LENGTH = 1024;
    private static final int MAX_MTU_LENGTH = 65504;
    private static final int MAX_PORT = 65535;
    private static final int LEAST_PORTS = 3;
    private static final int FRAME_ALIGNMENT = 32;
    private static final int DEFAULT_TERM_LENGTH = 1024 * 1024;
    private static final int DEFAULT_MTU_LENGTH = 8928;
    private static final int DEFAULT_SOCKET_BUFFER_LENGTH = 4 * 1024 * 1024;

    /**
     * Checks the values.
     *
     * @param driverMode         as above
     * @param driverDirectory    as above
     * @param firstPort          as above
     * @param lastPort           as above
     * @param termLength         as above
     * @param mtuLength          as above
     * @param socketBufferLength as above
     * @param onHost             as above
     * @param advertisedAddress  as above
     * @param security           as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public UdpConfig {
        if (driverMode == UdpDriverMode.EXTERNAL && security.isSealed()) {
            throw new IllegalArgumentException(
                    "driverMode must be INVOKER with SEALED, was EXTERNAL: what a media driver that"
                            + " runs on its own sends cannot be sealed; set the property oriel.udp.driverMode to INVOKER, or"
                            + " oriel.udp.security to NONE");
        }
        if (!driverDirectory.isAbsolute()) {
            throw new IllegalArgumentException("driverDirectory must be an absolute path, was " + driverDirectory);
        }
        if (driverMode == UdpDriverMode.EXTERNAL) {
            Ranges.requireAscii("driverDirectory", driverDirectory);
        }
        if (firstPort != 0 || lastPort != 0) {
            Ranges.require("firstPort", firstPort, 1, MAX_PORT - LEAST_PORTS + 1);
            Ranges.require("lastPort", lastPort, firstPort + LEAST_PORTS - 1, MAX_PORT);
        }
        Ranges.requirePowerOfTwo("termLength", termLength, MIN_LENGTH, MAX_LENGTH);
        Ranges.require("mtuLength", mtuLength, MIN_MTU_LENGTH, Math.min(MAX_MTU_LENGTH, termLength / 8));
        Ranges.requireMultiple("mtuLength", mtuLength, FRAME_ALIGNMENT);
        Ranges.require("socketBufferLength", socketBufferLength, MIN_LENGTH, MAX_LENGTH);
        if (advertisedAddress != null
                && (advertisedAddress.isAnyLocalAddress() || advertisedAddress.isMulticastAddress())) {
            throw new IllegalArgumentException(
                    "advertisedAddress must be an address of one host, was " + advertisedAddress.getHostAddress());
        }
    }

    /**
     * Returns the defaults: INVOKER, any ports, terms of 1 MiB, datagrams as long as the interface carries, but not
     * longer than jumbo frames carry, which is 8,928 bytes, sockets of 4 MiB, also for peers on this host. The directory of a
     * media driver that runs on its own is Aeron's default, {@code /dev/shm/aeron-<user name>}.
     *
     * @return the configuration
     */
    public static UdpConfig defaults() {
        return new UdpConfig(
                UdpDriverMode.INVOKER,
                Path.of("/dev/shm", "aeron-" + OwnUser.name()),
                0,
                0,
                DEFAULT_TERM_LENGTH,
                DEFAULT_MTU_LENGTH,
                DEFAULT_SOCKET_BUFFER_LENGTH,
                true,
                null,
                UdpSecurityConfig.none());
    }

    /**
     * Returns this configuration with a media driver that runs on its own.
     *
     * @param directory the driver's
     * @return a changed copy
     */
    public UdpConfig withExternalDriver(Path directory) {
        return new UdpConfig(
                UdpDriverMode.EXTERNAL,
                directory,
                firstPort,
                lastPort,
                termLength,
                mtuLength,
                socketBufferLength,
                onHost,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with other ports.
     *
     * @param first the lowest
     * @param last  the highest
     * @return a changed copy
     */
    public UdpConfig withPorts(int first, int last) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                first,
                last,
                termLength,
                mtuLength,
                socketBufferLength,
                onHost,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with another term length; the datagrams shrink with it if they must.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpConfig withTermLength(int value) {
        int mtu = Math.min(mtuLength, value / 8);
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                value,
                mtu,
                socketBufferLength,
                onHost,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with datagrams of another length.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpConfig withMtuLength(int value) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                termLength,
                value,
                socketBufferLength,
                onHost,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with other socket buffers.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpConfig withSocketBufferLength(int value) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                termLength,
                mtuLength,
                value,
                onHost,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with UDP for peers on this host, or without.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpConfig withOnHost(boolean value) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                termLength,
                mtuLength,
                socketBufferLength,
                value,
                advertisedAddress,
                security);
    }

    /**
     * Returns this configuration with an address that peers reach the adapters at.
     *
     * @param value the new value; null for their own
     * @return a changed copy
     */
    public UdpConfig withAdvertisedAddress(@Nullable InetAddress value) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                termLength,
                mtuLength,
                socketBufferLength,
                onHost,
                value,
                security);
    }

    /**
     * Returns this configuration with other protection.
     *
     * @param value the new value
     * @return a changed copy
     */
    public UdpConfig withSecurity(UdpSecurityConfig value) {
        return new UdpConfig(
                driverMode,
                driverDirectory,
                firstPort,
                lastPort,
                termLength,
                mtuLength,
                socketBufferLength,
                onHost,
                advertisedAddress,
                value);
    }
}
