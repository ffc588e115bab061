// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The one reader of system properties: {@code oriel.collectives.<component>}. */
final class SystemProperties {
    private static final String PREFIX = "oriel.collectives.";
    private static final String TUNING = "tuning";
    private static final String TUNING_FILE = "tuningFile";
    private static final String STOPPED_TIMEOUT = "stoppedTimeout";
    private static final String UNEXPECTED_LIMIT = "unexpectedLimit";
    private static final String CHECKING = "checking";
    private static final Set<String> NAMES =
            new TreeSet<>(Set.of(TUNING, TUNING_FILE, STOPPED_TIMEOUT, UNEXPECTED_LIMIT, CHECKING));

    private final Properties properties;

    private SystemProperties(Properties properties) {
        this.properties = properties;
    }

    /** Returns a configuration, changed by properties. */
    static CommunicatorConfig read(Properties properties, CommunicatorConfig defaults) {
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX) && !NAMES.contains(name.substring(PREFIX.length())))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "there is no system property " + name + "; after " + PREFIX + " there are " + NAMES);
                });
        SystemProperties own = new SystemProperties(properties);
        Tuning ofFile = own.value(TUNING_FILE, SystemProperties::tableIn, defaults.tuning());
        return defaults.withTuning(own.value(TUNING, Tuning::ofTable, ofFile))
                .withStoppedTimeout(own.value(
                        STOPPED_TIMEOUT, text -> Duration.ofMillis(Long.parseLong(text)), defaults.stoppedTimeout()))
                .withUnexpectedLimit(own.value(UNEXPECTED_LIMIT, Long::decode, defaults.unexpectedLimit()))
                .withChecking(own.value(CHECKING, SystemProperties::bool, defaults.checking()));
    }

    private static Tuning tableIn(String file) {
        try {
            return Tuning.ofTable(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException("not a readable file: " + e, e);
        }
    }

    private static boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private <T> T value(String name, Function<String, T> parser, T otherwise) {
        String text = properties.getProperty(PREFIX + name);
        if (text == null) {
            return otherwise;
        }
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "system property " + PREFIX + name + " has the value '" + text + "', which cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }
}
