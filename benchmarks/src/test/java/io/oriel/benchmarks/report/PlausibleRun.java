// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A comparison that never ran: its numbers look like a machine's, and are the same each time. */
final class PlausibleRun {
    private static final int SAMPLES = 400_000;
    private static final List<String> SUBJECTS = List.of("oriel", "memory", "aeron", "ucx", "openmpi", "socket");

    private final ObjectNode document = JsonFile.object();
    private final Random random;
    private final double pace;

    private PlausibleRun(long seed, double pace) {
        random = new Random(seed);
        this.pace = pace;
    }

    /** Returns one with everything that a page shows. */
    static ObjectNode whole() {
        return new PlausibleRun(1, 1).make("2026-11-24T22:00:00Z", "0123456789abcdef0123456789abcdef01234567");
    }

    /** Returns one to lay over the other: the same works, an eighth slower. */
    static ObjectNode earlier() {
        return new PlausibleRun(2, 1.125).make("2026-11-02T08:30:00Z", "fedcba9876543210fedcba9876543210fedcba98");
    }

    private ObjectNode make(String date, String commit) {
        document.put("command", "bin/oriel compare --peers --json result.json --html report.html");
        document.put("date", date);
        document.putObject("machine")
                .put("processors", 2)
                .put("model", "AMD EPYC 7763 64-Core Processor")
                .put("siblings", "0-1")
                .put("governor", "none")
                .put("kernel", "Linux 6.18.5")
                .put("virtualisation", "QEMU")
                .put("jdk", "OpenJDK 64-Bit Server VM 17.0.15+6")
                .put("clockReadNanos", 22.4)
                .put("commit", commit);
        document.putObject("floorNanos").put("min", 121).put("max", 130);
        document.put("valid", false);
        document.putArray("rows");
        rows();
        document.putArray("missing").addObject().put("name", "ucx").put("install", "apt-get install ucx-utils");
        sizes();
        percentiles();
        tails();
        scale();
        return document;
    }

    private void rows() {
        row("P1", "Write of 8 bytes, round trip", 138, "ns, p50", "memory", 131, 1.15);
        row("P1", "Write of 8 bytes, round trip", 138, "ns, p50", "ucx", 129, 1.0);
        row("P2-write", "Writes of 8 bytes, silent, in a stream", 10.4, "ns an operation", "ucx", 11.6, 1.1);
        row("P2-read", "Read of 8 bytes, one at a time", 31.5, "ns an operation", "ucx", 24.1, 1.5);
        row("P3", "Send of 32 bytes, round trip", 224, "ns, p50", "aeron", 208, 1.15);
        row("P3", "Send of 32 bytes, round trip", 224, "ns, p50", "openmpi", 290, 1.0);
        row("P3", "Send of 32 bytes, round trip", 224, "ns, p50", "netty", 24_300, null);
        row("P3", "Send of 32 bytes, round trip", 224, "ns, p50", "chronicle", 640, null);
        row("P4-64K", "Send of 64 KiB, round trip", 3_540, "ns, p50", "memory", 3_310, 1.1);
        row("P4-1M", "Send of 1 MiB, round trip", 51_800, "ns, p50", "openmpi", 143_000, 0.5)
                .put("steady", false)
                .put("repeatedPairs", 3);
        row("P4-1K", "Send of 1 KiB, round trip", 702, "ns, p50", "aeron", 630, 0.8)
                .put("settled", false)
                .put("note", "the mean is 6.6 times the median: 3 of 10,000 round trips waited for the host");
        row("P5", "Send of 32 bytes over UDP, round trip", 7_900, "ns, p50", "aeron", 7_400, 1.1);
        row("P5-write", "Writes of 1 MiB over UDP, in a stream", 1_120_000, "ns an operation", "aeron", 940_000, 1.05)
                .put("valid", false)
                .put("note", "a payload was wrong in the verification");
        limit("P6", "Allocated, at most, without sealing, by P3", 0, "B an operation", 0.01);
        limit("P8-idle", "Both processes in await", 0.7, "% of a processor", 1);
        limit("P9-further", "Connection on a link that is there", 4.1, "ms, p50", 3);
        ObjectNode missing = JsonFile.object().put("id", "P3").put("work", "Send of 32 bytes, round trip");
        missing.put("referenceName", "ucx").put("missing", "apt-get install ucx-utils");
        missing.putNull("oriel").put("target", 1.0).putNull("met");
        document.withArray("rows").add(missing);
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // A line of a table.
    private ObjectNode row(
            String id, String work, double oriel, String unit, String name, double reference, @Nullable Double target) {
        ObjectNode row = JsonFile.object();
        ArrayNode ratios = row.putArray("ratios");
        double ratio = pace * oriel / reference;
        IntStream.range(0, 5).forEach(i -> ratios.add(i == 0 ? ratio : ratio * (1 + 0.05 * random.nextGaussian())));
        row.put("id", id).put("work", work).put("oriel", pace * oriel).put("unit", unit);
        row.put("referenceName", name).put("reference", reference).put("ratio", ratio);
        row.put("target", target).put("pairs", 5).put("repeatedPairs", 0);
        row.put("met", target == null ? null : ratio <= target);
        row.put("steady", true).put("settled", true).put("valid", true);
        document.withArray("rows").add(row);
        return row;
    }

    private void limit(String id, String work, double oriel, String unit, double limit) {
        ObjectNode row = JsonFile.object().put("id", id).put("work", work).put("oriel", oriel);
        row.put("unit", unit).put("limit", limit).put("met", oriel <= limit).put("pairs", 5);
        row.putNull("reference").putNull("referenceName").putNull("ratio").putNull("target");
        document.withArray("rows")
                .add(row.put("steady", true).put("settled", true).put("valid", true));
    }

    private void sizes() {
        ArrayNode sizes = document.putArray("sizes");
        for (String op : List.of("send", "write")) {
            for (String kind : List.of("latency", "bandwidth")) {
                for (int subject = 0; subject < SUBJECTS.size(); subject++) {
                    ObjectNode curve = sizes.addObject().put("kind", kind).put("op", op);
                    curve.put("subject", SUBJECTS.get(subject));
                    curve.put("unit", kind.equals("latency") ? "ns, round trip, p50" : "MB/s");
                    ArrayNode points = curve.putArray("points");
                    double start = pace * (op.equals("send") ? 200 : 130) * (1 + 0.35 * subject);
                    double perByte = pace * (0.045 + 0.012 * subject);
                    for (int size = 8; size <= 4 << 20; size <<= 1) {
                        double nanos = (start + size * perByte) * (1 + 0.06 * random.nextDouble());
                        double stream = nanos / 2 - 0.4 * start;
                        points.addObject()
                                .put("sizeBytes", size)
                                .put("value", kind.equals("latency") ? nanos : 1000.0 * size / stream);
                    }
                }
            }
        }
    }

    private void percentiles() {
        ArrayNode percentiles = document.putArray("percentiles");
        for (String work : List.of("Send of 32 bytes, round trip", "Write of 8 bytes, round trip")) {
            double start = pace * (work.startsWith("Send") ? 210 : 135);
            for (int subject = 0; subject < 4; subject++) {
                ObjectNode curve = percentiles.addObject().put("work", work).put("subject", SUBJECTS.get(subject));
                CompareJson.points(curve.putArray("points"), histogram(start * (1 + 0.3 * subject)));
            }
        }
    }

    private Histogram histogram(double nanos) {
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < SAMPLES; i++) {
            double body = nanos * (1 + 0.04 * Math.abs(random.nextGaussian()));
            double wait = random.nextDouble() < 0.002 ? nanos * 3 * -Math.log(random.nextDouble()) : 0;
            double taken = random.nextDouble() < 0.00004 ? 20_000 * -Math.log(random.nextDouble()) : 0;
            histogram.recordValue((long) (body + wait + taken));
        }
        return histogram;
    }

    private void tails() {
        ArrayNode tails = document.putArray("tails");
        for (int size : List.of(32, 1024, 65536)) {
            for (double share : List.of(0.1, 0.5, 0.9)) {
                for (String subject : List.of("oriel", "aeron")) {
                    double p50 = pace * (180 + 0.05 * size) * (1 + share) * (subject.equals("oriel") ? 1 : 1.2);
                    ObjectNode tail = tails.addObject().put("sizeBytes", size).put("share", share);
                    tail.put("ratePerSecond", Math.round(share * 5e9 / (300 + 0.1 * size)))
                            .put("subject", subject);
                    double slope = 1.5 + 2 * share;
                    tail.putObject("latencyNanos")
                            .put("p50", Math.round(p50))
                            .put("p90", Math.round(p50 * Math.pow(slope, 0.5)))
                            .put("p99", Math.round(p50 * Math.pow(slope, 1.5)))
                            .put("p999", Math.round(p50 * Math.pow(slope, 2.6)))
                            .put("p9999", Math.round(p50 * Math.pow(slope, 3.4)))
                            .put("max", Math.round(p50 * Math.pow(slope, 4.5)))
                            .put("mean", p50 * 1.2);
                }
            }
        }
    }

    private void scale() {
        ArrayNode scale = document.putArray("scale");
        for (int count : List.of(1, 16, 256, 1024)) {
            scale(scale, "endpoints", count, 21 + 0.006 * count, 9.5 + 0.21 * count, 6_144);
        }
        for (int count : List.of(1, 4, 16)) {
            scale(scale, "peers", count, 21 + 4.2 * count, 11.0 * count, 1_310_720);
        }
    }

    private void scale(ArrayNode scale, String kind, int count, double poll, double setUp, long bytes) {
        scale.addObject()
                .put("kind", kind)
                .put("count", count)
                .put("pollNanos", pace * poll)
                .put("messageNanos", pace * (222 + 8 * poll * 0.4))
                .put("setUpMillis", pace * setUp)
                .put("bytesEach", bytes);
    }
}
