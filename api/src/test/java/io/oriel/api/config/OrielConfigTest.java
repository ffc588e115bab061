// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrielConfigTest {
    @AfterEach
    void clearProperties() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("oriel."));
    }

    @Test
    void readsEverySystemProperty() throws UnknownHostException {
        System.setProperty("oriel.sharedMemory.directory", "/dev/shm/elsewhere");
        System.setProperty("oriel.driver.mode", "external");
        System.setProperty("oriel.driver.termLength", "65536");
        System.setProperty("oriel.driver.mtuLength", "4096");
        System.setProperty("oriel.driver.links", "2048");
        System.setProperty("oriel.timeouts.handshake", "100");
        System.setProperty("oriel.timeouts.receiverNotReady", "10");
        System.setProperty("oriel.timeouts.linkLinger", "0");
        System.setProperty("oriel.timeouts.revoke", "1");
        System.setProperty("oriel.sharedMemory.directAccess", "false");
        System.setProperty("oriel.sharedMemory.directSendThreshold", "100");
        System.setProperty("oriel.timeouts.deadPeer", "100");
        System.setProperty("oriel.medium", "udp");
        System.setProperty("oriel.udp.driverMode", "external");
        System.setProperty("oriel.udp.driverDirectory", "/dev/shm/driver");
        System.setProperty("oriel.udp.firstPort", "40000");
        System.setProperty("oriel.udp.lastPort", "40100");
        System.setProperty("oriel.udp.termLength", "65536");
        System.setProperty("oriel.udp.mtuLength", "8192");
        System.setProperty("oriel.udp.socketBufferLength", "131072");
        System.setProperty("oriel.udp.onHost", "false");
        System.setProperty("oriel.udp.advertisedAddress", "203.0.113.7");
        System.setProperty("oriel.progress", "AGENT");

        assertThat(OrielConfig.fromSystemProperties())
                .isEqualTo(new OrielConfig(
                        Medium.UDP,
                        new SharedMemoryConfig(Path.of("/dev/shm/elsewhere"), false, 100),
                        new DriverConfig(DriverMode.EXTERNAL, 65536, 4096, 2048),
                        new UdpConfig(
                                UdpDriverMode.EXTERNAL,
                                Path.of("/dev/shm/driver"),
                                40000,
                                40100,
                                65536,
                                8192,
                                131072,
                                false,
                                InetAddress.getByName("203.0.113.7"),
                                UdpSecurityConfig.none()),
                        new TimeoutConfig(
                                Duration.ofMillis(100),
                                Duration.ofMillis(10),
                                Duration.ZERO,
                                Duration.ofMillis(1),
                                Duration.ofMillis(100)),
                        ProgressMode.AGENT));
    }

    @Test
    void readsWithWhomMemoryIsShared() {
        System.setProperty("oriel.shm.group", "traders");
        System.setProperty("oriel.shm.users", "ann, bob");
        System.setProperty("oriel.shm.access", "copied");
        System.setProperty("oriel.shm.scope", "shop");

        assertThat(OrielConfig.fromSystemProperties().sharedMemory().sharing())
                .isEqualTo(new SharingConfig("traders", Set.of("ann", "bob"), MemoryAccess.COPIED, "shop"));
    }

    @Test
    void hasADirectoryOfTheGroupUnlessAnotherIsNamed() {
        System.setProperty("oriel.shm.group", "traders");

        assertThat(OrielConfig.fromSystemProperties().sharedMemory()).isEqualTo(SharedMemoryConfig.ofGroup("traders"));
        assertThat(SharedMemoryConfig.ofGroup("traders").directory())
                .isEqualTo(Path.of("/dev/shm/oriel-group-traders"));
    }

    @Test
    void hasADirectoryOfTheUsersNumber() throws IOException {
        String user = Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();

        assertThat(SharedMemoryConfig.defaults().directory()).isEqualTo(Path.of("/dev/shm/oriel-" + user));
    }

    @Test
    void refusesADirectoryThatAeronCannotWrite() {
        SharedMemoryConfig memory = SharedMemoryConfig.defaults();
        UdpConfig udp = UdpConfig.defaults();
        assumeTrue(System.getProperty("sun.jnu.encoding").equals("UTF-8"), "the locale has no other file names");
        Path foreign = Path.of("/dev/shm/h\u00e4");

        assertThatThrownBy(() -> memory.withDirectory(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("directory must have ASCII characters only")
                .hasMessageContaining(foreign.toString());
        assertThatThrownBy(() -> udp.withExternalDriver(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("driverDirectory must have ASCII characters only");
    }

    @Test
    void hasADirectoryOfEachGroupHoweverItIsNamed() {
        String prefix = "traders-of-the-whole-company";
        List<String> groups = List.of(prefix, prefix + "-1", prefix + "-2", "a b", "a_b", "a/b", "händler", "h_ndler");

        assertThat(groups.stream().map(name -> SharedMemoryConfig.ofGroup(name).directory()))
                .doesNotHaveDuplicates()
                .allSatisfy(path -> assertThat(path.toString()).matches("/dev/shm/oriel-group-[!-.0-~]{1,28}"));
    }

    @Test
    void refusesUsersWithoutAGroupAndScopesThatNameNoSocket() {
        SharingConfig defaults = SharingConfig.defaults();

        assertThatThrownBy(() -> defaults.withUsers(Set.of("ann")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("users must be empty without a group");
        assertThatThrownBy(() -> defaults.withScope("a/b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scope must have at most 16 letters");
    }

    @Test
    void sealsWithAKeyFile() {
        System.setProperty("oriel.udp.security", "sealed");
        System.setProperty("oriel.udp.keyFile", "/etc/oriel/keys");
        System.setProperty("oriel.udp.identityFile", "/etc/oriel/identity");
        System.setProperty("oriel.udp.cipherProvider", "BC");
        System.setProperty("oriel.udp.rekeyDatagrams", "16");
        System.setProperty("oriel.udp.rekeyInterval", "100");

        assertThat(OrielConfig.fromSystemProperties().udp().security())
                .isEqualTo(UdpSecurityConfig.sealed(Path.of("/etc/oriel/keys"))
                        .withIdentityFile(Path.of("/etc/oriel/identity"))
                        .withCipherProvider("BC")
                        .withRekey(16, Duration.ofMillis(100)));
    }

    @Test
    void sealsNothingWithoutAKeyFileOrByADriverOfOthers() {
        UdpSecurityConfig none = UdpSecurityConfig.none();
        UdpSecurityConfig sealed = UdpSecurityConfig.sealed(Path.of("/keys"));

        assertThatThrownBy(() ->
                        new UdpSecurityConfig(UdpSecurity.SEALED, null, null, "SunJCE", 16, Duration.ofSeconds(1)))
                .hasMessageContaining(
                        "keyFile must be an absolute path with SEALED, was none; make a file with bin/oriel key");
        assertThatThrownBy(() -> UdpSecurityConfig.sealed(Path.of("keys")))
                .hasMessage("keyFile must be an absolute path, was keys");
        assertThatThrownBy(() -> new UdpSecurityConfig(
                        UdpSecurity.NONE, Path.of("/keys"), null, "SunJCE", 16, Duration.ofSeconds(1)))
                .hasMessageContaining("keyFile must be none with NONE, was /keys");
        assertThatThrownBy(() -> none.withIdentityFile(Path.of("/identity")))
                .hasMessage("identityFile must be an absolute path, and none with NONE, was /identity with NONE");
        assertThatThrownBy(() -> none.withCipherProvider(" "))
                .hasMessage("cipherProvider must be the name of a security provider, was blank");
        assertThatThrownBy(() -> none.withRekey(15, Duration.ofSeconds(1)))
                .hasMessage("rekeyDatagrams must be in 16..4194304, was 15");
        assertThatThrownBy(() -> none.withRekey(16, Duration.ofHours(2)))
                .hasMessage("rekeyInterval must be in PT0.1S..PT1H, was PT2H");
        assertThatThrownBy(() -> UdpConfig.defaults().withSecurity(sealed).withExternalDriver(Path.of("/driver")))
                .hasMessageContaining("driverMode must be INVOKER with SEALED, was EXTERNAL")
                .hasMessageContaining("set the property oriel.udp.driverMode to INVOKER");
    }

    @Test
    void hasTheDefaultsWithoutProperties() {
        assertThat(OrielConfig.fromSystemProperties()).isEqualTo(OrielConfig.defaults());
    }

    @Test
    void namesThePropertyThatCannotBeRead() {
        System.setProperty("oriel.driver.mode", "sometimes");

        assertThatThrownBy(OrielConfig::fromSystemProperties)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("oriel.driver.mode")
                .hasMessageContaining("sometimes");
    }

    @Test
    void refusesAMisspeltPropertyWithTheNearestNameAndWhereAllAreListed() {
        System.setProperty("oriel.timeout.deadpeer", "100");

        assertThatThrownBy(OrielConfig::fromSystemProperties)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("system property oriel.timeout.deadpeer is not known; the nearest is"
                        + " oriel.timeouts.deadPeer; docs/configuration.md lists all");
    }

    @Test
    void namesEveryMisspeltProperty() {
        System.setProperty("oriel.mediun", "SHM");
        System.setProperty("oriel.shareMemory.directory", "/dev/shm/elsewhere");

        assertThatThrownBy(OrielConfig::fromSystemProperties)
                .hasMessageContaining("oriel.mediun is not known; the nearest is oriel.medium;")
                .hasMessageContaining("the nearest is oriel.sharedMemory.directory;");
    }

    @Test
    void leavesPropertiesOfTestsAndOfOthersAlone() {
        System.setProperty("oriel.test.seed", "1");
        System.setProperty("oriel.collectives.table", "table.txt");
        System.setProperty("orielle.medium", "SHM");

        try {
            assertThat(OrielConfig.fromSystemProperties()).isEqualTo(OrielConfig.defaults());
        } finally {
            System.clearProperty("orielle.medium");
        }
    }

    @Test
    void namesValueAndRangeOfWhatIsOutOfRange() {
        assertThatThrownBy(() -> DriverConfig.defaults().withTermLength(100_000))
                .hasMessage("termLength must be a power of two in 65536..67108864, was 100000");
        assertThatThrownBy(() -> DriverConfig.defaults().withMtuLength(1000))
                .hasMessage("mtuLength must be in 1024..32768, was 1000");
        assertThatThrownBy(() -> DriverConfig.defaults().withLinks(0)).hasMessage("links must be in 1..65536, was 0");
        assertThatThrownBy(() -> TimeoutConfig.defaults().withHandshake(Duration.ZERO))
                .hasMessage("handshake must be in PT0.1S..PT1M, was PT0S");
        assertThatThrownBy(() -> UdpConfig.defaults().withPorts(40000, 40001))
                .hasMessage("lastPort must be in 40002..65535, was 40001");
        assertThatThrownBy(() -> UdpConfig.defaults().withMtuLength(1400))
                .hasMessage("mtuLength must be a multiple of 32, was 1400");
        assertThatThrownBy(() -> UdpConfig.defaults().withExternalDriver(Path.of("relative")))
                .hasMessage("driverDirectory must be an absolute path, was relative");
        assertThatThrownBy(() -> SharedMemoryConfig.defaults().withDirectory(Path.of("relative")))
                .hasMessage("directory must be an absolute path, was relative");
        assertThatThrownBy(() -> SharedMemoryConfig.defaults().withDirectory(Path.of("/dev/shm/" + "x".repeat(50))))
                .hasMessageContaining("at most 50 characters");
    }

    @Test
    void changesOneComponentAtATime() {
        OrielConfig config = OrielConfig.defaults()
                .withProgress(ProgressMode.AGENT)
                .withDriver(DriverConfig.defaults().withMode(DriverMode.EXTERNAL))
                .withTimeouts(TimeoutConfig.defaults().withLinkLinger(Duration.ZERO));

        assertThat(config.progress()).isEqualTo(ProgressMode.AGENT);
        assertThat(config.driver().mode()).isEqualTo(DriverMode.EXTERNAL);
        assertThat(config.driver().termLength())
                .isEqualTo(DriverConfig.defaults().termLength());
        assertThat(config.timeouts().linkLinger()).isZero();
        assertThat(config.timeouts().handshake())
                .isEqualTo(TimeoutConfig.defaults().handshake());
        assertThat(config.sharedMemory()).isEqualTo(SharedMemoryConfig.defaults());
    }
}
