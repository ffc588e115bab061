// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.CncFileDescriptor;
import io.aeron.driver.MediaDriver;
import io.oriel.engine.control.FileSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.agrona.BufferUtil;

/**
 * Starts a media driver. Of a driver that cannot start nothing stays open, mapped or on the file system: Aeron would keep its
 * selectors, and the space of files that it maps before they have any.
 */
final class DriverStart {
    /** More direct memory than two pollers take. */
    private static final int POLLERS_LENGTH = 160 * 1024;

    private DriverStart() {}

    /**
     * Starts a driver. Blocks.
     *
     * @param context of the driver
     * @return the driver
     */
    static MediaDriver launch(MediaDriver.Context context) {
        requireMemory();
        AeronInternals.useLogFactory(context, new ReservedLogs(context));
        try {
            return MediaDriver.launch(context);
        } catch (Throwable e) {
            cleanUp(context, e);
            throw e;
        }
    }

    private static void cleanUp(MediaDriver.Context context, Throwable cause) {
        context.dirDeleteOnShutdown(false); // the space of a file can be released only while it has a name
        try {
            context.close();
        } catch (Exception | InternalError e) {
            cause.addSuppressed(e);
        }
        AeronInternals.closePollers(context, cause);
        try {
            // Mapped by nobody but this driver, which never ran.
            FileSpace.remove(Path.of(context.aeronDirectoryName(), CncFileDescriptor.CNC_FILE));
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** A poller that finds no memory has opened its selector, which nobody can close any more. */
    private static void requireMemory() {
        BufferUtil.free(ByteBuffer.allocateDirect(POLLERS_LENGTH));
    }
}
