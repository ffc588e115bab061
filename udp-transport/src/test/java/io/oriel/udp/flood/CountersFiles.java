// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flood;

import io.aeron.CncFileDescriptor;
import io.oriel.engine.counter.AdapterCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

/** What adapters have counted, as far as somebody who looks from outside can see it. */
public final class CountersFiles {
    private CountersFiles() {}

    /** Adds up a counter of all adapters whose files are below a directory. */
    public static long sum(Path directory, AdapterCounter counter) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith(CncFileDescriptor.CNC_FILE))
                    .mapToLong(file -> sumOf(file, counter))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sumOf(Path file, AdapterCounter counter) {
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file.toFile(), CncFileDescriptor.CNC_FILE);
        try {
            DirectBuffer metaData = CncFileDescriptor.createMetaDataBuffer(mapped);
            CountersReader counters = new CountersReader(
                    CncFileDescriptor.createCountersMetaDataBuffer(mapped, metaData),
                    CncFileDescriptor.createCountersValuesBuffer(mapped, metaData));
            long[] sum = new long[1];
            counters.forEach((counterId, typeId, key, label) -> {
                if (typeId == counter.typeId()) {
                    sum[0] += counters.getCounterValue(counterId);
                }
            });
            return sum[0];
        } finally {
            IoUtil.unmap(mapped);
        }
    }
}
