// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.CncFileDescriptor;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.reports.LossReportUtil;
import io.oriel.engine.control.FileSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Starts a media driver. Of a driver that cannot start nothing stays open, mapped or on the file system: Aeron would keep its
 * selectors, and the space of files that it maps before they have any.
 */
final class DriverStart {
    private DriverStart() {}

    /**
     * Starts a driver. Blocks.
     *
     * @param context of the driver
     * @param logs    made by the driver
     * @return the driver
     */
    static MediaDriver launch(MediaDriver.Context context, ReservedLogs logs) {
        AeronInternals.requirePollersMemory();
        AeronInternals.useLogFactory(context, logs);
        try {
            return reserved(MediaDriver.launch(context));
        } catch (Throwable e) {
            cleanUp(context, e);
            throw e;
        }
    }

    /** Reserves the space of the report of losses, which Aeron does not touch before there are some. */
    private static MediaDriver reserved(MediaDriver driver) {
        try {
            FileSpace.reserve(lossReport(driver.context()));
            return driver;
        } catch (IOException e) {
            driver.close();
            throw new UncheckedIOException(e);
        }
    }

    private static Path lossReport(MediaDriver.Context context) {
        return LossReportUtil.file(context.aeronDirectoryName()).toPath();
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
            FileSpace.remove(lossReport(context));
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}
