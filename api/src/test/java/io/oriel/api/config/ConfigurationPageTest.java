// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(\\w+\\.\\w+)` \\|", Pattern.MULTILINE);

    @Test
    void listsEveryComponentOfEveryRecord() throws IOException {
        String page = Files.readString(Path.of("../docs/configuration.md"));

        Set<String> rows =
                ROW.matcher(page).results().map(row -> row.group(1)).collect(Collectors.toCollection(TreeSet::new));

        assertThat(rows).isEqualTo(components());
    }

    private static Set<String> components() {
        Set<String> names = new TreeSet<>();
        Deque<Class<?>> records = new ArrayDeque<>(List.of(OrielConfig.class, EndpointConfig.class));
        while (!records.isEmpty()) {
            Class<?> each = records.remove();
            for (var component : each.getRecordComponents()) {
                if (component.getType().isRecord()) {
                    records.add(component.getType());
                } else {
                    names.add(each.getSimpleName() + "." + component.getName());
                }
            }
        }
        return names;
    }
}
