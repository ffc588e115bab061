// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.CncFileDescriptor;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.buffer.FileStoreLogFactory;
import io.aeron.driver.buffer.LogFactory;
import io.aeron.driver.buffer.RawLog;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.oriel.shm.rights.Rights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The logs of a media driver whose clients are of several users of a group: Aeron makes its files with whatever rights the
 * process' umask leaves, and a client writes them.
 */
final class SharedLogs implements LogFactory {
    /** In which Aeron puts those that clients write. */
    private static final String PUBLICATIONS = "publications";

    private final MediaDriver.Context context;
    private final Rights rights;

    // Used by the driver's conductor. Aeron has counted nothing yet when this is made.
    private @Nullable LogFactory logs;

    private SharedLogs(MediaDriver.Context context, Rights rights) {
        this.context = context;
        this.rights = rights;
    }

    /** Has a driver make its logs with the rights of a group, if there is one. Before the driver is launched. */
    static void useIn(MediaDriver.Context context, Rights rights) {
        if (!rights.areShared()) {
            return;
        }
        try {
            // Aeron shows it to its own package alone.
            Method setter = MediaDriver.Context.class.getDeclaredMethod("logFactory", LogFactory.class);
            setter.setAccessible(true);
            Object unused = setter.invoke(context, new SharedLogs(context, rights));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this release of Aeron makes logs in another way", e);
        }
    }

    /** Gives the files of a driver that has been launched the rights of a group, if there is one. */
    static void open(Path directory, Rights rights) throws IOException {
        if (!rights.areShared()) {
            return;
        }
        Files.setPosixFilePermissions(directory.resolve(CncFileDescriptor.CNC_FILE), rights.commonFile());
        rights.setOnDirectory(directory); // last: nobody looks in before
    }

    @Override
    public RawLog newPublication(long registrationId, int termLength, boolean isSparse) {
        RawLog log = logs().newPublication(registrationId, termLength, isSparse);
        try {
            Path file = Path.of(log.fileName());
            Files.setPosixFilePermissions(file, rights.commonFile());
            rights.setOnDirectory(Path.of(context.aeronDirectoryName(), PUBLICATIONS));
            return log;
        } catch (IOException e) {
            boolean unused = log.free();
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RawLog newImage(long correlationId, int termLength, boolean isSparse) {
        return logs().newImage(correlationId, termLength, isSparse);
    }

    private LogFactory logs() {
        LogFactory made = logs;
        if (made == null) {
            made = new FileStoreLogFactory(
                    context.aeronDirectoryName(),
                    context.filePageSize(),
                    context.performStorageChecks(),
                    context.lowStorageWarningThreshold(),
                    context.errorHandler(),
                    context.systemCounters().get(SystemCounterDescriptor.BYTES_CURRENTLY_MAPPED));
            logs = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (logs != null) {
            logs.close();
        }
    }
}
