// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdStatus;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@SuppressWarnings("AddressSelection") // these are no names
class ResolverTest {
    private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 7001);
    private static final InetSocketAddress TWO = new InetSocketAddress("127.0.0.2", 7002);

    @Nested
    class OfFiles {
        private final Path directory = Directories.make("oriel-svc");
        private final Path file = directory.resolve("services");
        private final FileResolver resolver = new FileResolver(file);

        @AfterEach
        void delete() {
            Directories.delete(directory);
        }

        @Test
        void readsAddressesOfEachName() throws IOException {
            Files.writeString(file, """
                # all that there is
                prices 127.0.0.1:7001   127.0.0.2:7002 # both

                orders [::1]:80
                prices 127.0.0.1:7003
                none
                """);

            assertThat(resolver.resolve("prices")).containsExactly(ONE, TWO, new InetSocketAddress("127.0.0.1", 7003));
            assertThat(resolver.resolve("orders")).containsExactly(new InetSocketAddress("::1", 80));
            assertThat(resolver.resolve("none")).isEmpty();
            assertThat(resolver.resolve("others")).isEmpty();
        }

        @Test
        void readsAgainWhatHasChanged() throws IOException {
            assertThatThrownBy(() -> resolver.resolve("a")).isInstanceOf(IOException.class);
            Files.writeString(file, "a 127.0.0.1:7001");
            assertThat(resolver.resolve("a")).containsExactly(ONE);
            Path other = directory.resolve("other");
            Files.writeString(other, "a 127.0.0.2:7002"); // as long, and perhaps of the same time
            Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
            assertThat(resolver.resolve("a")).containsExactly(TWO);
            Files.delete(file);
            assertThatThrownBy(() -> resolver.resolve("a")).isInstanceOf(IOException.class);
        }

        @Test
        void saysWhatIsNoAddress() throws IOException {
            for (String wrong : List.of("here", "here:", ":5", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x")) {
                Files.deleteIfExists(file);
                Files.writeString(file, "a " + wrong);
                assertThatThrownBy(() -> new FileResolver(file).resolve("a"))
                        .isInstanceOf(IOException.class)
                        .hasMessage("'" + wrong + "' is no address; write host:port with a port in 1..65535");
            }
        }
    }

    @Nested
    class OfTheDomainNameSystem {
        @Test
        void asksForServices() throws IOException {
            try (NameServer server = new NameServer("_prices._udp.example.test")) {
                server.records.add(new NameServer.Entry(20, 1, 7003, "127.0.0.3"));
                server.records.add(new NameServer.Entry(10, 0, 7002, "127.0.0.2"));
                server.records.add(new NameServer.Entry(10, 9, 7001, "127.0.0.1"));
                DnsResolver resolver = DnsResolver.of(server.address());

                assertThat(resolver.resolve("_prices._udp.example.test"))
                        .containsExactly(ONE, TWO, new InetSocketAddress("127.0.0.3", 7003));
                server.records.clear();
                assertThat(resolver.resolve("_prices._udp.example.test")).isEmpty();
                assertThat(resolver.resolve("_orders._udp.example.test")).isEmpty();
            }
        }

        @Test
        void leavesOutWhatIsNoHost() throws IOException {
            try (NameServer server = new NameServer("s.test")) {
                server.records.add(new NameServer.Entry(1, 1, 7001, "no.such.host.invalid"));
                DnsResolver resolver = DnsResolver.of(server.address());
                assertThatThrownBy(() -> resolver.resolve("s.test"))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("no.such.host.invalid");
                server.records.add(new NameServer.Entry(2, 1, 7002, "127.0.0.2"));
                assertThat(resolver.resolve("s.test")).containsExactly(TWO);
            }
        }

        @Test
        void choosesByWeight() throws IOException {
            try (NameServer server = new NameServer("s.test")) {
                server.records.add(new NameServer.Entry(1, 1, 7001, "127.0.0.1"));
                server.records.add(new NameServer.Entry(1, 9, 7002, "127.0.0.2"));
                DnsResolver resolver = DnsResolver.of(server.address());
                int[] first = new int[2];
                for (int i = 0; i < 300; i++) {
                    first[resolver.resolve("s.test").get(0).equals(ONE) ? 0 : 1]++;
                }

                assertThat(first[0]).isBetween(1, 100); // 30 are to be expected
                assertThat(first[1]).isGreaterThan(200);
            }
        }

        @Test
        void saysThatNobodyAnswers() throws IOException {
            NameServer server = new NameServer("s.test");
            DnsResolver resolver = DnsResolver.of(server.address());
            server.close();

            assertThatThrownBy(() -> resolver.resolve("s.test"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not tell the addresses of s.test");
        }
    }

    @Test
    void knowsAddressesFromTheStart() {
        StaticResolver resolver = new StaticResolver(Map.of("a", List.of(ONE, TWO)));

        assertThat(resolver.resolve("a")).containsExactly(ONE, TWO);
        assertThat(resolver.resolve("b")).isEmpty();
    }

    @Test
    void resolvesOnAThreadOfItsOwn() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Resolver slow = name -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return List.of(ONE);
        };
        Resolution resolution = new Resolution(slow, "a", over::countDown);
        assertThat(resolution.status()).isEqualTo(NdStatus.PENDING);
        assertThat(resolution.addresses()).isEmpty();
        goOn.countDown();
        over.await();
        assertThat(resolution.status()).isEqualTo(NdStatus.SUCCESS);
        assertThat(resolution.addresses()).containsExactly(ONE);
    }

    @Test
    void tellsWhyThereAreNoAddresses() throws Exception {
        Resolution empty = ended(name -> List.of());
        assertThat(empty.status()).isEqualTo(NdStatus.INVALID_ADDRESS);
        assertThat(empty.explanation()).isEqualTo("'a' has no address");
        Resolution failed = ended(name -> {
            throw new IOException("out of order");
        });
        assertThat(failed.status()).isEqualTo(NdStatus.UNSUCCESSFUL);
        assertThat(failed.explanation()).contains("out of order");
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Resolution stuck = new Resolution(
                name -> {
                    try {
                        never.await();
                        return List.of();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                },
                "a",
                over::countDown);
        stuck.close();
        over.await();
        assertThat(stuck.status()).isEqualTo(NdStatus.UNSUCCESSFUL);
    }

    private static Resolution ended(Resolver resolver) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        Resolution resolution = new Resolution(resolver, "a", over::countDown);
        over.await();
        return resolution;
    }
}
