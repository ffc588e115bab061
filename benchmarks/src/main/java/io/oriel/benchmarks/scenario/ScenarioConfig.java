// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oriel.api.config.Medium;

/**
 * Everything that the two sides of a scenario must agree on.
 *
 * @param medium          what carries Oriel's bytes
 * @param shape           what is repeated
 * @param load            how much of it at a time
 * @param sharesReceives  all endpoints of a side take their Receives from one shared queue
 * @param aeronTermLength bytes of a term of the Aeron reference; 0 for as many as Oriel's have
 * @param sealsDatagrams  Oriel seals its datagrams with a key of this run; otherwise as its configuration says
 */
public record ScenarioConfig(
        Medium medium, Shape shape, Load load, boolean sharesReceives, int aeronTermLength, boolean sealsDatagrams) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * Checks what is sealed.
     *
     * @throws IllegalArgumentException if there are no datagrams that could be sealed
     */
    public ScenarioConfig {
        if (sealsDatagrams && medium != Medium.UDP) {
            throw new IllegalArgumentException("medium must be UDP for datagrams to be sealed, was " + medium);
        }
    }

    /**
     * Describes a scenario in which each endpoint has Receives of its own, and Aeron has terms as long as Oriel's; nothing is sealed
     * that would not be otherwise.
     *
     * @param medium what carries Oriel's bytes
     * @param shape  what is repeated
     * @param load   how much of it at a time
     */
    public ScenarioConfig(Medium medium, Shape shape, Load load) {
        this(medium, shape, load, false, 0, false);
    }

    /**
     * Says whose Receives are used.
     *
     * @param value true for those of one shared queue
     * @return the same otherwise
     */
    public ScenarioConfig withSharedReceives(boolean value) {
        return new ScenarioConfig(medium, shape, load, value, aeronTermLength, sealsDatagrams);
    }

    /**
     * Says how long the terms of the Aeron reference are.
     *
     * @param bytes a power of two; 0 for as many as Oriel's have
     * @return the same otherwise
     */
    public ScenarioConfig withAeronTermLength(int bytes) {
        return new ScenarioConfig(medium, shape, load, sharesReceives, bytes, sealsDatagrams);
    }

    /**
     * Says whether Oriel seals its datagrams.
     *
     * @param value true to seal them with a key of this run
     * @return the same otherwise
     */
    public ScenarioConfig withSealedDatagrams(boolean value) {
        return new ScenarioConfig(medium, shape, load, sharesReceives, aeronTermLength, value);
    }

    /**
     * Says how much is in flight.
     *
     * @param value how much
     * @return the same otherwise
     */
    public ScenarioConfig withLoad(Load value) {
        return new ScenarioConfig(medium, shape, value, sharesReceives, aeronTermLength, sealsDatagrams);
    }

    /**
     * Says what is repeated.
     *
     * @param value what
     * @return the same otherwise
     */
    public ScenarioConfig withShape(Shape value) {
        return new ScenarioConfig(medium, value, load, sharesReceives, aeronTermLength, sealsDatagrams);
    }

    /**
     * Writes this configuration as one line for the other process.
     *
     * @return JSON without line breaks
     */
    public String toLine() {
        try {
            return MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of plain values cannot be written", e);
        }
    }

    /**
     * Reads what {@link #toLine} has written.
     *
     * @param line JSON
     * @return the configuration
     * @throws IllegalArgumentException if the line has another form
     */
    public static ScenarioConfig ofLine(String line) {
        try {
            return MAPPER.readValue(line, ScenarioConfig.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("line must describe a scenario, was '" + line + "'", e);
        }
    }
}
