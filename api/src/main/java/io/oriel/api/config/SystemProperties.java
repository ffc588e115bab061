// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The one reader of system properties: {@code oriel.<record>.<component>}. */
final class SystemProperties {
    /** Every property that was asked for: what else there is with this prefix is a mistake. */
    private final Set<String> names = new TreeSet<>();

    private SystemProperties() {}

    static OrielConfig read() {
        SystemProperties properties = new SystemProperties();
        OrielConfig config = properties.config();
        UnknownProperties.refuse(System.getProperties().stringPropertyNames(), properties.names);
        return config;
    }

    private OrielConfig config() {
        OrielConfig defaults = OrielConfig.defaults();
        DriverConfig driver = defaults.driver();
        int termLength = value("oriel.driver.termLength", Integer::decode, driver.termLength());
        int mtuLength = value("oriel.driver.mtuLength", Integer::decode, Math.min(driver.mtuLength(), termLength / 8));
        TimeoutConfig timeouts = defaults.timeouts();
        return new OrielConfig(
                value("oriel.medium", text -> Medium.valueOf(upper(text)), defaults.medium()),
                sharedMemory(defaults.sharedMemory()),
                new DriverConfig(
                        value("oriel.driver.mode", text -> DriverMode.valueOf(upper(text)), driver.mode()),
                        termLength,
                        mtuLength,
                        value("oriel.driver.links", Integer::decode, driver.links())),
                udp(defaults.udp()),
                new TimeoutConfig(
                        millis("oriel.timeouts.handshake", timeouts.handshake()),
                        millis("oriel.timeouts.receiverNotReady", timeouts.receiverNotReady()),
                        millis("oriel.timeouts.linkLinger", timeouts.linkLinger()),
                        millis("oriel.timeouts.revoke", timeouts.revoke()),
                        millis("oriel.timeouts.deadPeer", timeouts.deadPeer())),
                value("oriel.progress", text -> ProgressMode.valueOf(upper(text)), defaults.progress()));
    }

    private SharedMemoryConfig sharedMemory(SharedMemoryConfig defaults) {
        SharingConfig sharing = sharing(defaults.sharing());
        SharedMemoryConfig memory = sharing.group().isEmpty() ? defaults : SharedMemoryConfig.ofGroup(sharing.group());
        return new SharedMemoryConfig(
                value("oriel.sharedMemory.directory", SystemProperties::path, memory.directory()),
                value("oriel.sharedMemory.directAccess", SystemProperties::bool, memory.directAccess()),
                value("oriel.sharedMemory.directSendThreshold", Integer::decode, memory.directSendThreshold()),
                sharing);
    }

    private SharingConfig sharing(SharingConfig defaults) {
        return new SharingConfig(
                value("oriel.shm.group", Function.identity(), defaults.group()),
                value("oriel.shm.users", SystemProperties::names, defaults.users()),
                value("oriel.shm.access", text -> MemoryAccess.valueOf(upper(text)), defaults.access()),
                value("oriel.shm.scope", Function.identity(), defaults.scope()));
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>(List.of(text.split(",", -1)));
        names.removeIf(String::isBlank);
        return names.stream().map(String::strip).collect(Collectors.toUnmodifiableSet());
    }

    private UdpConfig udp(UdpConfig defaults) {
        int termLength = value("oriel.udp.termLength", Integer::decode, defaults.termLength());
        int mtuLength = value("oriel.udp.mtuLength", Integer::decode, Math.min(defaults.mtuLength(), termLength / 8));
        return new UdpConfig(
                value("oriel.udp.driverMode", text -> UdpDriverMode.valueOf(upper(text)), defaults.driverMode()),
                value("oriel.udp.driverDirectory", SystemProperties::path, defaults.driverDirectory()),
                value("oriel.udp.firstPort", Integer::decode, defaults.firstPort()),
                value("oriel.udp.lastPort", Integer::decode, defaults.lastPort()),
                termLength,
                mtuLength,
                value("oriel.udp.socketBufferLength", Integer::decode, defaults.socketBufferLength()),
                value("oriel.udp.onHost", SystemProperties::bool, defaults.onHost()),
                read("oriel.udp.advertisedAddress", SystemProperties::address, "none"),
                security(defaults.security()));
    }

    private UdpSecurityConfig security(UdpSecurityConfig defaults) {
        return new UdpSecurityConfig(
                value("oriel.udp.security", text -> UdpSecurity.valueOf(upper(text)), defaults.mode()),
                read("oriel.udp.keyFile", SystemProperties::path, "none"),
                read("oriel.udp.identityFile", SystemProperties::path, "none"),
                value("oriel.udp.cipherProvider", Function.identity(), defaults.cipherProvider()),
                value("oriel.udp.rekeyDatagrams", Integer::decode, defaults.rekeyDatagrams()),
                millis("oriel.udp.rekeyInterval", defaults.rekeyInterval()));
    }

    private Duration millis(String name, Duration defaultValue) {
        return value(name, text -> Duration.ofMillis(Long.parseLong(text)), defaultValue);
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an address of a host", e);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "the JVM finds no file of this name in this locale; use ASCII characters only", e);
        }
    }

    private static boolean bool(String text) {
        return switch (upper(text)) {
            case "TRUE" -> true;
            case "FALSE" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    private <T> T value(String name, Function<String, T> parser, T defaultValue) {
        T read = read(name, parser, defaultValue.toString());
        return read == null ? defaultValue : read;
    }

    private <T> @Nullable T read(String name, Function<String, T> parser, String defaultValue) {
        names.add(name);
        @Nullable String text = System.getProperty(name);
        if (text == null) {
            return null;
        }
        try {
            return parser.apply(text.trim());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "system property " + name + " has the value '" + text + "', which cannot be read: " + e.getMessage()
                            + "; default is " + defaultValue,
                    e);
        }
    }
}
