// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.CncFileDescriptor;
import io.oriel.engine.counter.CounterType;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

/** What the media drivers in a directory show of their counters, as anybody can read it. */
final class CounterLabels {
    private CounterLabels() {}

    /** Returns the label and the value of each counter of a type. */
    static List<String> of(Path directory, CounterType type) {
        return ShmTestBed.filesBelow(directory).stream()
                .filter(file -> file.endsWith(CncFileDescriptor.CNC_FILE))
                .flatMap(file -> ofFile(directory.resolve(file), type).stream())
                .toList();
    }

    private static List<String> ofFile(Path counters, CounterType type) {
        MappedByteBuffer file = IoUtil.mapExistingFile(counters.toFile(), "counters");
        try {
            DirectBuffer meta = CncFileDescriptor.createMetaDataBuffer(file);
            CountersReader reader = new CountersReader(
                    CncFileDescriptor.createCountersMetaDataBuffer(file, meta),
                    CncFileDescriptor.createCountersValuesBuffer(file, meta));
            List<String> labels = new ArrayList<>();
            reader.forEach((counterId, typeId, key, label) -> {
                if (typeId == type.typeId()) {
                    labels.add(label + " = " + reader.getCounterValue(counterId));
                }
            });
            return labels;
        } finally {
            IoUtil.unmap(file);
        }
    }
}
