// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.RunResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What a run has shown as one line for the process that asked for it: JSON, with the whole histogram. */
public final class RunLine {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RunLine() {}

    static String of(Contender.WarmUp warmUp) {
        return MAPPER.createObjectNode()
                .put("elapsedNs", warmUp.elapsedNs())
                .put("isSettled", warmUp.isSettled())
                .put("operationNs", warmUp.operationNs())
                .toString();
    }

    static Contender.WarmUp toWarmUp(String line) {
        JsonNode node = parse(line);
        return new Contender.WarmUp(
                node.get("elapsedNs").longValue(),
                node.get("isSettled").booleanValue(),
                node.get("operationNs").doubleValue());
    }

    static String of(RunResult result) {
        ObjectNode node = MAPPER.createObjectNode()
                .put("operations", result.operations())
                .put("elapsedNs", result.elapsedNs())
                .put("allocated", result.allocatedBytesPerOperation())
                .put("errors", result.errors())
                .put("backPressure", result.backPressure());
        node.set("figures", MAPPER.valueToTree(result.figures()));
        @Nullable Histogram histogram = result.histogram();
        if (histogram != null) {
            node.put("histogram", encode(histogram));
        }
        return node.toString();
    }

    static RunResult toResult(String line) {
        JsonNode node = parse(line);
        return new RunResult(
                node.get("operations").longValue(),
                node.get("elapsedNs").longValue(),
                node.has("histogram") ? decode(node.get("histogram").textValue()) : null,
                number(node.get("allocated")),
                node.get("errors").longValue(),
                node.get("backPressure").longValue(),
                figures(node.get("figures")));
    }

    /**
     * Writes a histogram as text.
     *
     * @param histogram to be written
     * @return HdrHistogram's compressed form in Base64, as its logs have it
     */
    public static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads a histogram.
     *
     * @param text that {@link #encode} has written
     * @return the histogram
     */
    public static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("text must be an encoded histogram, was '" + text + "'", e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("line must be JSON, was '" + line + "'", e);
        }
    }

    private static Map<String, Double> figures(JsonNode node) {
        return MAPPER.convertValue(node, new TypeReference<Map<String, Double>>() {});
    }

    /** A number that JSON has no digits for stands there as text. */
    private static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.parseDouble(node.asText());
    }
}
