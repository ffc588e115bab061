// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 8..4M}: sizes in bytes, with K or M for 1024 or 1048576 of them, each four times the one before. */
final class SizesConverter implements ITypeConverter<PerfOptions.Sizes> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,7})([KM]?)\\.\\.(\\d{1,7})([KM]?)");
    private static final long FACTOR = 4;
    private static final long MAX = 1L << 30;

    @Override
    public PerfOptions.Sizes convert(String text) {
        Matcher matcher = RANGE.matcher(text);
        if (matcher.matches()) {
            long from = bytes(matcher.group(1), matcher.group(2));
            long to = bytes(matcher.group(3), matcher.group(4));
            if (from > 0 && from <= to && to <= MAX) {
                List<Integer> sizes = new ArrayList<>();
                for (long size = from; size < to; size *= FACTOR) {
                    sizes.add((int) size);
                }
                sizes.add((int) to);
                return new PerfOptions.Sizes(sizes);
            }
        }
        throw new TypeConversionException(
                "'" + text + "' is no range of sizes; write FROM..TO in bytes, such as 8..4M, at most 1024M");
    }

    private static long bytes(String digits, String unit) {
        return Long.parseLong(digits)
                * switch (unit) {
                    case "K" -> 1L << 10;
                    case "M" -> 1L << 20;
                    default -> 1;
                };
    }
}
