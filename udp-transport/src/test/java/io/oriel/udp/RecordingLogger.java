// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what is logged. */
final class RecordingLogger implements System.Logger {
    final List<String> warnings = new CopyOnWriteArrayList<>();

    @Override
    public String getName() {
        return "recording";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
        warnings.add(level + " " + text);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... parameters) {
        warnings.add(level + " " + format);
    }
}
