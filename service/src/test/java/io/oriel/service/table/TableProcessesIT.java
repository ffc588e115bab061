// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A table in one process, its reader in another. {@code -Doriel.test.tableLookups} says how many lookups. */
@SuppressWarnings("NullAway.Init") // by each test first of all
@Timeout(7200)
class TableProcessesIT {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final int LOOKUPS = Integer.getInteger("oriel.test.tableLookups", WholeBuild.RUNS ? 20_000 : 8_000);
    private static final int DEPTH = 8;
    private static final long PATIENCE_NS = 20_000_000_000L;

    private final long seed = Long.getLong("oriel.test.seed", System.nanoTime());
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[OwnerMain.KEY_LENGTH]);
    private final Map<LookupStatus, Integer> outcomes = new EnumMap<>(LookupStatus.class);
    private final long[] versions = new long[OwnerMain.KEYS];
    private final boolean[] isAsked = new boolean[OwnerMain.KEYS];
    private Provider provider;
    private ChildProcess child;

    @AfterEach
    void close() {
        if (child != null) {
            child.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    private ChildProcess start(Medium medium, Class<?> main) {
        child = ChildProcess.start(main, List.of("-Doriel.medium=" + medium));
        return child;
    }

    private Adapter adapter(Medium medium) {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(medium));
        return provider.openAdapter(LOOPBACK);
    }

    private RemoteTable open(Medium medium, int valueLength) {
        int port = Integer.parseInt(start(medium, OwnerMain.class).ask(Integer.toString(valueLength)));
        return RemoteTable.open(
                adapter(medium),
                new InetSocketAddress(LOOPBACK, port),
                LookupConfig.defaults().withDepth(DEPTH));
    }

    /** Looks a key up that is not asked for yet. */
    private boolean lookup(RemoteTable table, int number) {
        if (isAsked[number]) {
            return false;
        }
        key.putLong(0, number);
        boolean isPosted = table.lookup(number, key, 0) == NdStatus.SUCCESS;
        isAsked[number] = isPosted;
        return isPosted;
    }

    private void check(long context, LookupStatus status, long version, DirectBuffer buffer, int offset, int length) {
        int number = (int) context;
        isAsked[number] = false;
        outcomes.merge(status, 1, Integer::sum);
        if (status == LookupStatus.FOUND) {
            assertThat(number % 3).as("seed %d: key %d", seed, number).isNotEqualTo(2);
            assertThat(Patterns.time(buffer, offset, length, number))
                    .as("seed %d: value of key %d", seed, number)
                    .isPositive();
            assertThat(version).as("seed %d: key %d", seed, number).isGreaterThanOrEqualTo(versions[number]);
            versions[number] = version;
        } else if (status == LookupStatus.ABSENT) {
            assertThat(number % 3).as("seed %d: key %d", seed, number).isNotZero();
        }
    }

    /** UDP in a whole build alone: what takes place in memory, a part of the suite and the tests of the service try there as well. */
    private static Stream<Medium> media() {
        return WholeBuild.RUNS ? Stream.of(Medium.SHM, Medium.UDP) : Stream.of(Medium.SHM);
    }

    private static Stream<Arguments> mediaAndLengths() {
        Stream<Arguments> each = Stream.of(Arguments.of(Medium.SHM, 64));
        Stream<Arguments> more = Stream.of(
                Arguments.of(Medium.SHM, 8),
                Arguments.of(Medium.SHM, 4096),
                Arguments.of(Medium.UDP, 8),
                Arguments.of(Medium.UDP, 1024));
        return WholeBuild.RUNS ? Stream.concat(each, more) : each;
    }

    @ParameterizedTest
    @MethodSource("mediaAndLengths")
    void neverAnswersWhatTheOwnerHasNotPut(Medium medium, int valueLength) {
        System.out.println("TableProcessesIT -Doriel.test.seed=" + seed);
        RemoteTable table = open(medium, valueLength);
        child.tell("change " + seed);
        Random random = new Random(seed);

        for (int posted = 0; posted < LOOKUPS; ) {
            assertThat(table.isOpen())
                    .as("seed %d: %s after %d lookups", seed, table.endStatus(), posted)
                    .isTrue();
            posted += lookup(table, random.nextInt(OwnerMain.KEYS)) ? 1 : 0;
            table.poll(
                    (context, status, version, buffer, offset) ->
                            check(context, status, version, buffer, offset, valueLength),
                    DEPTH);
        }

        System.out.println(medium + ", " + valueLength + " bytes: " + outcomes + " in " + table.reads() + " Reads, "
                + child.ask("changes") + " changes");
        assertThat(outcomes).containsOnlyKeys(outcomesSeen());
        assertThat(outcomes.get(LookupStatus.FOUND)).isGreaterThan(LOOKUPS / 5);
        assertThat(outcomes.get(LookupStatus.ABSENT)).isGreaterThan(LOOKUPS / 5);
        table.close();
    }

    /** With a slow owner some lookups may meet nothing but changes. */
    private LookupStatus[] outcomesSeen() {
        return outcomes.containsKey(LookupStatus.CHANGING)
                ? new LookupStatus[] {LookupStatus.FOUND, LookupStatus.ABSENT, LookupStatus.CHANGING}
                : new LookupStatus[] {LookupStatus.FOUND, LookupStatus.ABSENT};
    }

    @ParameterizedTest
    @MethodSource("media")
    void answersEachLookupThatTheDeathOfTheOwnerLeaves(Medium medium) {
        RemoteTable table = open(medium, 64);
        child.tell("change " + seed);
        readUntil(table, LookupStatus.FOUND);

        child.kill();
        readUntil(table, LookupStatus.ENDED);

        assertThat(table.inFlight()).isZero();
        assertThat(table.endStatus()).isIn(NdStatus.IO_TIMEOUT, NdStatus.CONNECTION_INVALID);
        assertThat(table.lookup(0, key, 0)).isEqualTo(NdStatus.CONNECTION_INVALID);
    }

    @ParameterizedTest
    @MethodSource("media")
    void endsWithAClearStatusWhenItIsEvicted(Medium medium) {
        RemoteTable table = open(medium, 64);
        child.tell("change " + seed);
        readUntil(table, LookupStatus.FOUND);

        child.tell("evict");
        readUntil(table, LookupStatus.EVICTED);

        assertThat(child.answer()).isEqualTo("REVOKED");
        assertThat(table.endStatus()).isEqualTo(NdStatus.ACCESS_VIOLATION);
        assertThat(table.inFlight()).isZero();
    }

    /** Looks keys up until an answer is as expected and nothing is in flight any more, or the connection has ended. */
    private void readUntil(RemoteTable table, LookupStatus expected) {
        boolean isOver = false;
        for (int number = 0; !isOver || table.inFlight() > 0; number = (number + 1) % OwnerMain.KEYS) {
            if (!isOver && !lookup(table, number)) {
                var unused = table.await(PATIENCE_NS);
            }
            table.poll(
                    (context, status, version, buffer, offset) ->
                            check(context, status, version, buffer, offset, table.valueLength()),
                    DEPTH);
            isOver = outcomes.containsKey(expected) || !table.isOpen();
        }
    }

    @ParameterizedTest
    @MethodSource("media")
    void isChangedOnWhenAReaderIsKilled(Medium medium) {
        try (TableOwner owner = TableOwner.create(adapter(medium), TableConfig.of(64, OwnerMain.KEY_LENGTH, 64))) {
            InetSocketAddress address = owner.listen(new InetSocketAddress(LOOPBACK, 0));
            start(medium, ReaderMain.class).tell(Integer.toString(address.getPort()));
            UnsafeBuffer value = new UnsafeBuffer(new byte[64]);
            while (!child.hasAnswered()) {
                change(owner, value);
            }

            child.kill();
            while (!owner.grants().isEmpty()) {
                change(owner, value);
            }

            change(owner, value);
            assertThat(owner.get(key, 0, value, 0)).isTrue();
        }
    }

    private void change(TableOwner owner, UnsafeBuffer value) {
        assertThat(owner.put(key, 0, value, 0)).isTrue();
        owner.poll();
    }
}
