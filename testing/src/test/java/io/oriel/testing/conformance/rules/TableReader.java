// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the tables of the catalogue: one row a line, its cells separated by bars. */
final class TableReader {
    private static final int DIFFERENCE_CELLS = 6;
    private static final int CHOICE_CELLS = 4;

    private TableReader() {}

    static List<Difference> differences(String name) {
        List<Difference> rows = new ArrayList<>();
        for (List<String> row : rows(name, DIFFERENCE_CELLS)) {
            Operation.Names names = new Operation.Names(row.get(1), row.get(2), row.get(3), row.get(4));
            rows.add(new Difference(row.get(0), names, row.get(5)));
        }
        return rows;
    }

    static List<Choice> choices(String name) {
        return rows(name, CHOICE_CELLS).stream()
                .map(row -> new Choice(
                        row.get(0), row.get(1), row.get(2), List.of(row.get(3).split(" "))))
                .toList();
    }

    private static List<List<String>> rows(String name, int cells) {
        List<List<String>> rows = new ArrayList<>();
        for (String line : CatalogueReader.lines(name)) {
            List<String> row =
                    Arrays.stream(line.split("\\|")).map(String::strip).toList();
            CatalogueReader.require(row.size() == cells, line);
            rows.add(row);
        }
        return rows;
    }
}
