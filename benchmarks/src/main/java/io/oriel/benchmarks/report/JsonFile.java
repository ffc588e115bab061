// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What the JSON documents of all commands have in common. */
public final class JsonFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonFile() {}

    /**
     * Writes a document.
     *
     * @param document to write
     * @param file     where; replaced if it exists
     * @throws BenchmarkException if it cannot be written
     */
    public static void write(JsonNode document, Path file) {
        try {
            Files.writeString(file, document.toPrettyString() + "\n");
        } catch (IOException e) {
            throw new BenchmarkException(
                    "the result cannot be written to " + file + ": " + e + "; choose another --json file", e);
        }
    }

    /**
     * Reads a document.
     *
     * @param file that {@link #write} has written
     * @return the document
     * @throws BenchmarkException if it cannot be read, or is no object
     */
    public static ObjectNode read(Path file) {
        try {
            if (MAPPER.readTree(file.toFile()) instanceof ObjectNode document) {
                return document;
            }
            throw new BenchmarkException(file + " must be a JSON object, as --json writes it");
        } catch (IOException e) {
            throw new BenchmarkException(file + " cannot be read as JSON: " + e, e);
        }
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Says which command was given, when, and on which machine. */
    static void sign(ObjectNode document, String command, Machine machine) {
        document.put("command", command);
        document.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        document.set("machine", machine.json());
    }

    /** The percentiles as an object, or null; those that are not known are left out. */
    static @Nullable ObjectNode latency(@Nullable LatencyNanos latency) {
        if (latency == null) {
            return null;
        }
        ObjectNode node = object();
        putWhole(node, "p50", latency.p50());
        putWhole(node, "p90", latency.p90());
        putWhole(node, "p99", latency.p99());
        putWhole(node, "p999", latency.p999());
        putWhole(node, "p9999", latency.p9999());
        putWhole(node, "max", latency.max());
        return node.put("mean", latency.mean());
    }

    private static void putWhole(ObjectNode node, String name, double nanos) {
        if (!Double.isNaN(nanos)) {
            node.put(name, Math.round(nanos));
        }
    }
}
