// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The percentiles as an object, or null. */
    static @Nullable ObjectNode latency(@Nullable LatencyNanos latency) {
        if (latency == null) {
            return null;
        }
        return object().put("p50", latency.p50())
                .put("p90", latency.p90())
                .put("p99", latency.p99())
                .put("p999", latency.p999())
                .put("p9999", latency.p9999())
                .put("max", latency.max())
                .put("mean", latency.mean());
    }
}
