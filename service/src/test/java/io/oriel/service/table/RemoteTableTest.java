// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An owner and its readers, in turns in one thread. */
@SuppressWarnings("NullAway.Init") // by each test first of all
class RemoteTableTest {
    private static final int KEY_LENGTH = 8;
    private static final int VALUE_LENGTH = 32;
    private static final TableConfig CONFIG = TableConfig.of(64, KEY_LENGTH, VALUE_LENGTH);

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[KEY_LENGTH]);
    private final UnsafeBuffer value = new UnsafeBuffer(new byte[VALUE_LENGTH]);
    private final List<String> answers = new ArrayList<>();
    private Adapter ownersAdapter;
    private TableOwner owner;
    private InetSocketAddress address;
    private OrielConfig config;

    @AfterEach
    void closeAll() throws Exception {
        for (int index = opened.size() - 1; index >= 0; index--) {
            opened.get(index).close();
        }
    }

    private Adapter adapter() {
        Provider provider = NetworkDirect.open(config);
        opened.add(provider);
        return provider.openAdapter(InetAddress.getLoopbackAddress());
    }

    private void own(Medium medium, TableConfig table) {
        config = OrielConfig.fromSystemProperties().withMedium(medium);
        ownersAdapter = adapter();
        owner = TableOwner.create(ownersAdapter, table);
        opened.add(owner);
        address = owner.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private RemoteTable open(LookupConfig lookups) {
        Adapter adapter = adapter();
        CompletableFuture<RemoteTable> table =
                CompletableFuture.supplyAsync(() -> RemoteTable.open(adapter, address, lookups));
        pollUntil(table::isDone);
        RemoteTable opening = table.join();
        opened.add(opening);
        return opening;
    }

    private void pollUntil(BooleanSupplier isDone) {
        while (!isDone.getAsBoolean()) {
            owner.poll();
            Thread.onSpinWait();
        }
    }

    private void put(long number, long time) {
        Patterns.write(value, 0, VALUE_LENGTH, number, time);
        assertThat(owner.put(key(number), 0, value, 0)).isTrue();
    }

    private UnsafeBuffer key(long number) {
        key.putLong(0, number);
        return key;
    }

    private static void lookup(RemoteTable table, long number, UnsafeBuffer key) {
        key.putLong(0, number);
        assertThat(table.lookup(number, key, 0)).isEqualTo(NdStatus.SUCCESS);
    }

    private void answer(long number, LookupStatus status, long version, DirectBuffer buffer, int offset) {
        answers.add(number + " " + status
                + (status == LookupStatus.FOUND
                        ? " " + Patterns.time(buffer, offset, VALUE_LENGTH, number) + " of version " + version
                        : ""));
    }

    private List<String> answersTo(RemoteTable table, long... numbers) {
        for (long number : numbers) {
            lookup(table, number, key);
        }
        answers.clear();
        pollUntil(() -> {
            table.poll(this::answer, 100);
            return answers.size() >= numbers.length;
        });
        return List.copyOf(answers);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void findsWhatTheOwnerHasPut(Medium medium) {
        own(medium, CONFIG);
        put(1, 10);
        RemoteTable table = open(LookupConfig.defaults());

        assertThat(answersTo(table, 1, 2)).containsExactly("1 FOUND 10 of version 1", "2 ABSENT");

        put(1, 11);
        put(2, 12);
        assertThat(answersTo(table, 1, 2)).containsExactly("1 FOUND 11 of version 2", "2 FOUND 12 of version 3");

        assertThat(owner.remove(key(1), 0)).isTrue();
        assertThat(answersTo(table, 1, 2)).containsExactly("1 ABSENT", "2 FOUND 12 of version 3");
        assertThat(table.reads()).isEqualTo(6);
        assertThat(table.isDirect()).isEqualTo(medium == Medium.SHM);
        assertThat(table.keyLength()).isEqualTo(KEY_LENGTH);
        assertThat(table.valueLength()).isEqualTo(VALUE_LENGTH);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void isOpenedWhileItsOwnerSleepsBetweenPolls(Medium medium) throws InterruptedException {
        own(medium, CONFIG);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread owning = new Thread(() -> {
            while (!isOver.get()) {
                if (owner.poll() == 0) {
                    var unused = ownersAdapter.await(TimeUnit.MINUTES.toNanos(1));
                }
            }
        });
        owning.start();

        try (RemoteTable table = RemoteTable.open(
                adapter(), address, LookupConfig.defaults().withTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            assertThat(table.isOpen()).isTrue();
        } finally {
            isOver.set(true);
            ownersAdapter.wakeup();
            owning.join();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void hasAsManyLookupsInFlightAsItsDepth(Medium medium) {
        own(medium, CONFIG);
        RemoteTable table = open(LookupConfig.defaults().withDepth(2));

        lookup(table, 1, key);
        lookup(table, 2, key);
        assertThat(table.lookup(3, key(3), 0)).isEqualTo(NdStatus.NO_MORE_ENTRIES);
        assertThat(table.inFlight()).isEqualTo(2);

        pollUntil(() -> {
            table.poll(this::answer, 100);
            return table.inFlight() == 0;
        });
        assertThat(answers).containsExactly("1 ABSENT", "2 ABSENT");
        assertThat(answersTo(table, 3)).containsExactly("3 ABSENT");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void takesLookupsWhileAnAnswerIsLookedAt(Medium medium) {
        own(medium, CONFIG);
        put(1, 10);
        put(2, 20);
        RemoteTable table = open(LookupConfig.defaults().withDepth(1));

        lookup(table, 1, key);
        pollUntil(() -> {
            table.poll(
                    (number, status, version, buffer, offset) -> {
                        if (number == 1) {
                            lookup(table, 2, key); // which may Read at once, but not here
                        }
                        answer(number, status, version, buffer, offset);
                    },
                    1);
            return answers.size() == 2;
        });

        assertThat(answers).containsExactly("1 FOUND 10 of version 1", "2 FOUND 20 of version 2");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void readsNothingMoreOnceItIsEvicted(Medium medium) {
        own(medium, CONFIG);
        put(1, 10);
        RemoteTable evicted = open(LookupConfig.defaults());
        RemoteTable other = open(LookupConfig.defaults());
        TableGrant grant = owner.grants().get(0);
        assertThat(answersTo(evicted, 1)).containsExactly("1 FOUND 10 of version 1");

        assertThat(grant.state()).isEqualTo(TableGrant.State.GRANTED);
        assertThat(grant.revoke()).isEqualTo(NdStatus.SUCCESS);
        pollUntil(() -> grant.state() == TableGrant.State.REVOKED);

        assertThat(answersTo(evicted, 1, 2)).containsExactly("1 EVICTED", "2 EVICTED");
        assertThat(evicted.endStatus()).isEqualTo(NdStatus.ACCESS_VIOLATION);
        pollUntil(() -> !evicted.isOpen());
        assertThat(evicted.lookup(1, key(1), 0)).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(answersTo(other, 1)).containsExactly("1 FOUND 10 of version 1");
        pollUntil(() -> owner.grants().size() == 1);
        assertThat(owner.grants().get(0).number()).isEqualTo(2);
        assertThat(grant.revoke()).isEqualTo(NdStatus.INVALID_DEVICE_STATE);
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void endsWithItsOwner(Medium medium) {
        own(medium, CONFIG);
        RemoteTable table = open(LookupConfig.defaults());

        owner.close();
        pollUntil(() -> !table.isOpen());

        assertThat(table.lookup(1, key(1), 0)).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(table.inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void admitsAsManyReadersAsItMayHave(Medium medium) {
        own(medium, CONFIG.withMaxReaders(1));
        RemoteTable first = open(LookupConfig.defaults());

        assertThatThrownBy(() -> open(LookupConfig.defaults()))
                .hasRootCauseInstanceOf(NdException.class)
                .hasMessageContaining("CONNECTION_REFUSED");

        first.close();
        pollUntil(() -> owner.grants().isEmpty());
        assertThat(answersTo(open(LookupConfig.defaults()), 1)).containsExactly("1 ABSENT");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void isNotOpenedWhereNobodyListens(Medium medium) {
        own(medium, CONFIG);
        owner.close();

        assertThatThrownBy(() -> RemoteTable.open(adapter(), address, LookupConfig.defaults()))
                .isInstanceOf(NdException.class)
                .hasMessageContaining("CONNECTION_REFUSED");
    }

    @ParameterizedTest
    @EnumSource(names = {"SHM", "UDP"})
    void isNotOpenedByAnOwnerThatDoesNotPoll(Medium medium) {
        own(medium, CONFIG);

        assertThatThrownBy(() -> RemoteTable.open(
                        adapter(), address, LookupConfig.defaults().withTimeoutNs(50_000_000)))
                .isInstanceOf(NdException.class)
                .hasMessageContaining("IO_TIMEOUT");
    }
}
