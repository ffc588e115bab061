// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.buffer.FileStoreLogFactory;
import io.aeron.driver.buffer.LogFactory;
import io.aeron.driver.buffer.RawLog;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.aeron.exceptions.StorageSpaceException;
import io.oriel.engine.control.FileSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a media driver in this process, each with its space reserved before a page is touched. A log that gets no space is
 * refused as Aeron refuses it when too little is free beforehand, and nothing of it remains.
 *
 * <p>Threading: the agent of the driver that executes commands.
 */
final class ReservedLogs implements LogFactory {
    private static final String PUBLICATIONS = "publications";
    private static final String IMAGES = "images";
    private static final String SUFFIX = ".logbuffer";

    private final MediaDriver.Context context;
    private @Nullable LogFactory files;

    /**
     * Creates a factory for a driver.
     *
     * @param context of the driver, which has not started
     */
    ReservedLogs(MediaDriver.Context context) {
        this.context = context;
    }

    @Override
    public RawLog newPublication(long correlationId, int termLength, boolean isSparse) {
        return reserved(PUBLICATIONS, correlationId, () -> files().newPublication(correlationId, termLength, true));
    }

    @Override
    public RawLog newImage(long correlationId, int termLength, boolean isSparse) {
        return reserved(IMAGES, correlationId, () -> files().newImage(correlationId, termLength, true));
    }

    /** Aeron's own factory, which is to make files without touching them; it counts in counters that a started driver has. */
    private LogFactory files() {
        LogFactory made = files;
        if (made == null) {
            made = new FileStoreLogFactory(
                    context.aeronDirectoryName(),
                    context.filePageSize(),
                    context.performStorageChecks(),
                    context.lowStorageWarningThreshold(),
                    context.errorHandler(),
                    context.systemCounters().get(SystemCounterDescriptor.BYTES_CURRENTLY_MAPPED));
            files = made;
        }
        return made;
    }

    private RawLog reserved(String folder, long correlationId, Supplier<RawLog> maker) {
        @Nullable RawLog log = null;
        try {
            log = maker.get();
            FileSpace.reserve(Path.of(log.fileName()));
            touch(log.termBuffers());
            return log;
        } catch (IOException | InternalError | OutOfMemoryError e) {
            @Nullable Throwable further = remove(log, fileOf(folder, correlationId));
            StorageSpaceException refusal = new StorageSpaceException("a log cannot be made: " + e);
            refusal.initCause(e);
            if (further != null) {
                refusal.addSuppressed(further);
            }
            throw refusal;
        }
    }

    /** Maps the pages now: an access to a log does not pay for it. */
    private void touch(UnsafeBuffer[] terms) {
        for (UnsafeBuffer term : terms) {
            for (int offset = 0; offset < term.capacity(); offset += context.filePageSize()) {
                term.putByte(offset, (byte) 0);
            }
        }
    }

    private Path fileOf(String folder, long correlationId) {
        return Path.of(context.aeronDirectoryName(), folder, correlationId + SUFFIX);
    }

    /** Unmaps a log and removes its file; returns what prevented that. */
    private static @Nullable Throwable remove(@Nullable RawLog log, Path file) {
        try {
            if (log == null || !log.free()) {
                Files.deleteIfExists(file);
            }
            return null;
        } catch (IOException | RuntimeException e) {
            return e;
        }
    }

    @Override
    public void close() {
        if (files != null) {
            files.close();
        }
    }
}
