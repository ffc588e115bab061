// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All that is compared, in groups whose rows are run by the same processes one after the other. */
final class Rows {
    private static final String MEMORY = "memory";
    private static final String AERON = "aeron";
    private static final String UCX = "ucx";
    private static final String OPEN_MPI = "openmpi";
    private static final String MPJ = "mpj";
    private static final List<String> JAVA_RIVALS = List.of("chronicle", "netty", "socket");

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final List<Integer> COLLECTIVE_SIZES = List.of(8, KIB, 64 * KIB, MIB, 4 * MIB);
    private static final int MANY_RANKS = 4;
    private static final int STREAM_TERM = 16 * MIB;
    private static final double NONE = Double.NaN;
    private static final int MANY = 1024;
    private static final int SOME = 256;

    private Rows() {}

    static List<List<Row>> all() {
        List<List<Row>> groups = new ArrayList<>();
        groups.add(withManyEndpoints(writeRoundTrips(), 1));
        groups.add(withManyEndpoints(List.of(writeStream()), 64));
        groups.add(withManyEndpoints(List.of(readOneByOne()), 1));
        groups.add(List.of(readStream()));
        groups.add(List.of(lookups(1), lookups(16)));
        groups.add(withManyEndpoints(sendRoundTrips(), 1));
        groups.add(withManyEndpoints(longSends(), 1));
        groups.add(withManyEndpoints(List.of(sendStream()), 64));
        groups.add(List.of(mixed("64 KiB", 64 * KIB, 4), mixed("1 MiB", MIB, 2)));
        groups.add(List.of(udpRoundTrip()));
        groups.add(List.of(udpStream()));
        groups.add(List.of(udpWrites()));
        groups.add(sealed(udpRoundTrip(), "", "Send of 32 bytes over UDP, sealed, round trip", 1.5));
        groups.add(sealed(udpWrites(), "-write", "Writes of 1 MiB over UDP, sealed, 16 in flight", 2));
        groups.add(List.of(idlePolls()));
        groups.add(List.of(endpointsInTurns("P7-turns", MANY, 2), endpointsInTurns("P7-turns-256", SOME, 1.3)));
        groups.addAll(waits());
        groups.addAll(connections());
        groups.add(echoes());
        groups.add(sharedReceives());
        groups.add(List.of(request()));
        groups.addAll(collectives());
        return groups;
    }

    /** The ids of all rows. */
    static List<String> ids() {
        return all().stream().flatMap(List::stream).map(Row::id).toList();
    }

    private static List<Row> writeRoundTrips() {
        Row small = new Row("P1", "Write of 8 bytes, round trip", Metric.P50, latency(Operation.WRITE, 8))
                .beside(MEMORY, 1.15)
                .besideRival(UCX, 1)
                .quick();
        Row kilobytes = new Row(
                        "P4-write-64K", "Write of 64 KiB, round trip", Metric.P50, latency(Operation.WRITE, 64 * KIB))
                .beside(MEMORY, 1.1)
                .besideRival(UCX, NONE);
        Row megabyte = new Row("P4-write-1M", "Write of 1 MiB, round trip", Metric.P50, latency(Operation.WRITE, MIB))
                .beside(MEMORY, 1.1)
                .besideRival(UCX, NONE);
        return List.of(small, kilobytes, megabyte);
    }

    private static Row writeStream() {
        ScenarioConfig config = shm(new Shape(Operation.WRITE, Pattern.RATE, 8), new Load(1, 64, 32, 0));
        return new Row("P2-write", "Writes of 8 bytes, silent, in a stream", Metric.TIME, config)
                .beside(MEMORY, NONE)
                .besideRival(UCX, 1.1)
                .quick();
    }

    private static Row readOneByOne() {
        return new Row("P2-read", "Read of 8 bytes, one at a time", Metric.TIME, latency(Operation.READ, 8))
                .beside(MEMORY, NONE)
                .besideRival(UCX, 1.5)
                .quick();
    }

    private static Row readStream() {
        ScenarioConfig config = shm(new Shape(Operation.READ, Pattern.RATE, 8), new Load(1, 64, 32, 0));
        return new Row("P2-stream-read", "Reads of 8 bytes, silent, in a stream", Metric.TIME, config)
                .beside(MEMORY, NONE)
                .limitedTo(20);
    }

    private static Row lookups(int inFlight) {
        ScenarioConfig config = shm(new Shape(Operation.READ, Pattern.LOOKUP, 64), new Load(1, inFlight, 1, 0));
        return new Row(
                        "P2-lookup-" + inFlight,
                        "Reads of 64 bytes at random places of 64 MiB, whose owner sleeps, " + inFlight + " in flight",
                        Metric.TIME,
                        config)
                .beside(MEMORY, 1.5);
    }

    private static Row mixed(String length, int size, int inFlight) {
        ScenarioConfig config = shm(new Shape(Operation.SEND, Pattern.MIXED, size), new Load(2, inFlight, 1, 0));
        return new Row(
                        "P4-mixed-" + length.replace(" ", "").replace("iB", ""),
                        "Send of 32 bytes, round trip beside Sends of " + length,
                        Metric.P99,
                        config)
                .with(new Row.Target(Subjects.ORIEL, "alone", latency(Operation.SEND, 32), 3, false));
    }

    private static List<Row> sendRoundTrips() {
        Row small = besideAll(
                        new Row("P3", "Send of 32 bytes, round trip", Metric.P50, latency(Operation.SEND, 32)), 1.15, 1)
                .quick();
        Row kilobyte = besideAll(
                new Row("P4-1K", "Send of 1 KiB, round trip", Metric.P50, latency(Operation.SEND, KIB)), 0.8, 1);
        return List.of(small, kilobyte);
    }

    private static Row besideAll(Row row, double aeron, double openMpi) {
        Row all = row.beside(AERON, aeron).besideRival(OPEN_MPI, openMpi).besideRival(UCX, 1);
        for (String rival : JAVA_RIVALS) {
            all = all.besideRival(rival, 1);
        }
        return all;
    }

    private static List<Row> longSends() {
        Row kilobytes = new Row("P4-64K", "Send of 64 KiB, round trip", Metric.P50, latency(Operation.SEND, 64 * KIB))
                .beside(MEMORY, 1.1)
                .besideRival(OPEN_MPI, 0.5);
        Row megabyte = new Row("P4-1M", "Send of 1 MiB, round trip", Metric.P50, latency(Operation.SEND, MIB))
                .beside(MEMORY, 1.1)
                .besideRival(OPEN_MPI, 0.5);
        return List.of(kilobytes, megabyte);
    }

    private static Row sendStream() {
        ScenarioConfig config = shm(new Shape(Operation.SEND, Pattern.RATE, 32), new Load(1, 64, 1, 0));
        Row row = new Row("P3-stream", "Sends of 32 bytes, in a stream", Metric.TIME, config);
        return row.with(aeron(row, 1.2, STREAM_TERM)).besideRival(UCX, 1).besideRival(OPEN_MPI, NONE);
    }

    private static Row udpRoundTrip() {
        Row row = new Row(
                "P5",
                "Send of 32 bytes over UDP, round trip",
                Metric.P50,
                udp(new Shape(Operation.SEND, Pattern.LATENCY, 32), Load.ONE));
        return row.beside(AERON, 1.1)
                .besideRival(UCX, 1)
                .besideRival(OPEN_MPI, 1)
                .quick();
    }

    private static Row udpStream() {
        return new Row(
                        "P5-stream",
                        "Sends of 64 bytes over UDP, 16 in flight",
                        Metric.TIME,
                        udp(new Shape(Operation.SEND, Pattern.RATE, 64), new Load(1, 16, 1, 0)))
                .beside(AERON, 1.4);
    }

    private static Row udpWrites() {
        return new Row(
                        "P5-write",
                        "Writes of 1 MiB over UDP, 16 in flight",
                        Metric.TIME,
                        udp(new Shape(Operation.WRITE, Pattern.BANDWIDTH, MIB), new Load(1, 16, 8, 0)))
                .beside(AERON, 1.05)
                .besideRival(UCX, 1);
    }

    /** What it costs to seal: time, and garbage, for which no limit is asked: the JDK's cipher makes it for each datagram. */
    private static List<Row> sealed(Row unsealed, String suffix, String work, double ratio) {
        ScenarioConfig config = unsealed.config().withSealedDatagrams(true);
        return List.of(
                new Row("P5-sealed" + suffix, work, unsealed.metric(), config)
                        .with(new Row.Target(Subjects.ORIEL, "unsealed", unsealed.config(), ratio, false)),
                new Row("P6-sealed" + suffix, work, Metric.ALLOCATED, config));
    }

    private static Row idlePolls() {
        ScenarioConfig one = shm(new Shape(Operation.SEND, Pattern.POLL, 1), Load.ONE);
        return new Row(
                        "P7-poll",
                        "Poll of 1,024 connected endpoints",
                        Metric.TIME,
                        one.withLoad(Load.ONE.withEndpoints(MANY)))
                .with(new Row.Target(Subjects.ORIEL, "one endpoint", one, 1.5, false));
    }

    private static Row endpointsInTurns(String id, int endpoints, double target) {
        ScenarioConfig one = latency(Operation.SEND, 32);
        return new Row(
                        id,
                        String.format(Locale.ROOT, "Send of 32 bytes over %,d endpoints in turns", endpoints),
                        Metric.P50,
                        one.withLoad(Load.ONE.withEndpoints(endpoints)))
                .with(new Row.Target(Subjects.ORIEL, "one endpoint", one, target, false));
    }

    private static List<List<Row>> waits() {
        Shape wakeup = new Shape(Operation.SEND, Pattern.WAKEUP, 32);
        Load silent = new Load(1, 1, 0, 0);
        return List.of(
                List.of(
                        new Row("P8-wake", "Wake-up of a peer in await, one way", Metric.P50, shm(wakeup, silent))
                                .beside("socket", 1.25),
                        new Row("P8-idle", "Both processes in await", Metric.IDLE_CPU, shm(wakeup, silent))
                                .limitedTo(1)),
                List.of(
                        new Row(
                                        "P8-udp-wake",
                                        "Wake-up of a peer in await over UDP, one way",
                                        Metric.P99,
                                        udp(wakeup, silent))
                                .limitedTo(2_000_000),
                        new Row("P8-udp-idle", "Both processes in await over UDP", Metric.IDLE_CPU, udp(wakeup, silent))
                                .limitedTo(2)));
    }

    private static List<List<Row>> connections() {
        return List.of(
                List.of(new Row(
                                "P9-first",
                                "First connection to a process",
                                Metric.P50,
                                shm(new Shape(Operation.SEND, Pattern.MEET, 1), Load.ONE))
                        .limitedTo(20_000_000)),
                List.of(new Row(
                                "P9-further",
                                "Further connection to a process",
                                Metric.P50,
                                shm(new Shape(Operation.SEND, Pattern.CONNECT, 1), Load.ONE))
                        .limitedTo(3_000_000)));
    }

    private static List<Row> echoes() {
        Shape echo = new Shape(Operation.SEND, Pattern.ECHO, 64);
        List<Row> rows = new ArrayList<>();
        for (int inFlight : new int[] {1, 16}) {
            ScenarioConfig config = shm(echo, new Load(1, inFlight, 1, 0));
            String work = "Request and answer of 64 bytes, " + inFlight + " in flight";
            Row tail = new Row("P11-p99-" + inFlight, work, Metric.P99, config);
            Row throughput = new Row("P11-" + inFlight, work, Metric.TIME, config);
            rows.add(tail.beside(AERON, 2));
            rows.add(throughput.beside(AERON, 1.25));
        }
        return rows;
    }

    private static List<Row> sharedReceives() {
        List<Row> rows = new ArrayList<>();
        for (int inFlight : new int[] {1, 16}) {
            ScenarioConfig config = shm(new Shape(Operation.SEND, Pattern.ECHO, 64), new Load(1, inFlight, 1, 0))
                    .withSharedReceives(true);
            rows.add(new Row(
                            "P11-shared-" + inFlight,
                            "The same into shared Receives, " + inFlight + " in flight",
                            Metric.TIME,
                            config)
                    .with(new Row.Target(
                            Subjects.ORIEL, "own Receives", config.withSharedReceives(false), 1.1, false)));
        }
        return rows;
    }

    private static Row request() {
        return new Row(
                        "P13",
                        "Request and answer of 32 bytes, by the service layer",
                        Metric.P50,
                        shm(new Shape(Operation.SEND, Pattern.REQUEST, 32), Load.ONE))
                .with(new Row.Target(Subjects.ORIEL, "bare Sends", latency(Operation.SEND, 32), 1.25, false));
    }

    /** Of two ranks, a core each; and of four, which yield where they have no cores of their own. */
    private static List<List<Row>> collectives() {
        List<List<Row>> groups = new ArrayList<>();
        groups.add(List.of(collective(Operation.BARRIER, Double.BYTES, 2).quick()));
        for (Operation operation :
                List.of(Operation.ALL_REDUCE, Operation.BROADCAST, Operation.ALL_GATHER, Operation.ALL_TO_ALL)) {
            List<Row> rows = new ArrayList<>();
            for (int size : COLLECTIVE_SIZES) {
                Row row = collective(operation, size, 2);
                rows.add(operation == Operation.ALL_REDUCE && size == Double.BYTES ? row.quick() : row);
            }
            groups.add(rows);
        }
        groups.add(consistency());
        groups.add(List.of(collective(Operation.BARRIER, Double.BYTES, MANY_RANKS)));
        for (Operation operation :
                List.of(Operation.ALL_REDUCE, Operation.BROADCAST, Operation.ALL_GATHER, Operation.ALL_TO_ALL)) {
            groups.add(COLLECTIVE_SIZES.stream()
                    .map(size -> collective(operation, size, MANY_RANKS))
                    .toList());
        }
        return groups;
    }

    /** What MPI's guidelines ask: an operation is not slower than others that do the same. */
    private static List<Row> consistency() {
        return List.of(
                notSlower(Operation.BARRIER, Operation.ALL_REDUCE, Double.BYTES),
                notSlower(Operation.ALL_REDUCE, Operation.REDUCE_BROADCAST, Double.BYTES),
                notSlower(Operation.ALL_REDUCE, Operation.REDUCE_BROADCAST, MIB),
                notSlower(Operation.BROADCAST, Operation.SCATTER_ALL_GATHER, 64 * KIB),
                notSlower(Operation.BROADCAST, Operation.SCATTER_ALL_GATHER, MIB));
    }

    private static Row notSlower(Operation operation, Operation same, int size) {
        ScenarioConfig config = shm(new Shape(operation, Pattern.LATENCY, size), Load.ONE);
        ScenarioConfig other = shm(new Shape(same, Pattern.LATENCY, size), Load.ONE);
        String name = Subject.lower(operation).replace("_", "");
        return new Row(
                        "P10-same-" + name + "-" + size,
                        name + " of " + size + " bytes, 2 ranks, not slower than what does the same",
                        Metric.P50,
                        config)
                .with(new Row.Target(Subjects.ORIEL, Subject.lower(same), other, 1.05, false));
    }

    private static Row collective(Operation operation, int size, int ranks) {
        String name = Subject.lower(operation).replace("_", "");
        String id =
                "P10-" + name + (operation == Operation.BARRIER ? "" : "-" + size) + (ranks == 2 ? "" : "-" + ranks);
        String work = name + (operation == Operation.BARRIER ? "" : " of " + size + " bytes") + ", " + ranks + " ranks";
        // Whoever yields has to wait for a turn now and then, which no median shows.
        Metric metric = ranks == 2 ? Metric.P50 : Metric.TIME;
        Row row = new Row(
                        id,
                        work,
                        metric,
                        shm(new Shape(operation, Pattern.LATENCY, size), Load.ONE.withPeers(ranks - 1)))
                .besideRival(OPEN_MPI, 1);
        boolean isDoneByMpj = ranks == 2
                && size == Double.BYTES
                && (operation == Operation.BARRIER || operation == Operation.ALL_REDUCE);
        return isDoneByMpj ? row.besideRival(MPJ, NONE) : row;
    }

    private static Row.Target aeron(Row row, double ratio, int termLength) {
        return new Row.Target(AERON, AERON, row.config().withAeronTermLength(termLength), ratio, false);
    }

    /** The rows, and each again over 16 endpoints; a stream has so many requests in flight on each. */
    private static List<Row> withManyEndpoints(List<Row> rows, int outstanding) {
        List<Row> all = new ArrayList<>(rows);
        for (Row row : rows) {
            Load load = new Load(16, outstanding, row.config().load().signalEvery(), 0);
            String more = outstanding == 1 ? ", 16 endpoints in turns" : ", 16 endpoints with 64 in flight on each";
            all.add(row.again("-16", more, row.config().withLoad(load)));
        }
        return all;
    }

    private static ScenarioConfig latency(Operation operation, int size) {
        Load load = operation == Operation.WRITE ? new Load(1, 1, 0, 0) : Load.ONE;
        return shm(new Shape(operation, Pattern.LATENCY, size), load);
    }

    private static ScenarioConfig shm(Shape shape, Load load) {
        return new ScenarioConfig(Medium.SHM, shape, load);
    }

    private static ScenarioConfig udp(Shape shape, Load load) {
        return new ScenarioConfig(Medium.UDP, shape, load);
    }
}
