// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.plan;

import io.oriel.api.config.Medium;

/**
 * Everything that the two sides of a scenario must agree on.
 *
 * @param medium          what carries Oriel's bytes
 * @param shape           what is repeated
 * @param load            how much of it at a time
 * @param sharesReceives  all endpoints of a side take their Receives from one shared queue
 * @param aeronTermLength bytes of a term of the Aeron reference; 0 for as many as Oriel's have
 */
public record ScenarioConfig(Medium medium, Shape shape, Load load, boolean sharesReceives, int aeronTermLength) {
    private static final int FIELDS = 10;

    /**
     * Lets each endpoint have Receives of its own.
     *
     * @return the same otherwise
     */
    public ScenarioConfig withOwnReceives() {
        return new ScenarioConfig(medium, shape, load, false, aeronTermLength);
    }

    /**
     * Writes this configuration as one line for the other process.
     *
     * @return words separated by blanks
     */
    public String toLine() {
        return String.join(
                " ",
                medium.name(),
                shape.operation().name(),
                shape.pattern().name(),
                Integer.toString(shape.sizeBytes()),
                Integer.toString(load.endpoints()),
                Integer.toString(load.outstanding()),
                Integer.toString(load.signalEvery()),
                Long.toString(load.ratePerSecond()),
                Boolean.toString(sharesReceives),
                Integer.toString(aeronTermLength));
    }

    /**
     * Reads what {@link #toLine} has written.
     *
     * @param line the words
     * @return the configuration
     * @throws IllegalArgumentException if the line has another form
     */
    public static ScenarioConfig ofLine(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != FIELDS) {
            throw new IllegalArgumentException("line must have " + FIELDS + " words, was '" + line + "'");
        }
        return new ScenarioConfig(
                Medium.valueOf(words[0]),
                new Shape(Operation.valueOf(words[1]), Pattern.valueOf(words[2]), Integer.parseInt(words[3])),
                new Load(
                        Integer.parseInt(words[4]),
                        Integer.parseInt(words[5]),
                        Integer.parseInt(words[6]),
                        Long.parseLong(words[7])),
                Boolean.parseBoolean(words[8]),
                Integer.parseInt(words[9]));
    }
}
