// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.testing.process.Child;
import io.oriel.testing.resource.LibrarySettings;
import io.oriel.udp.aeron.LoneDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A child that reports the settings of an adapter's media driver and of that driver's client. */
public final class SettingsChild {
    static final String SEPARATOR = "; ";
    /** Which differ from one driver to the next. */
    private static final List<String> OF_ONE_DRIVER = List.of("aeronDirectoryName", "clientId");

    private SettingsChild() {}

    /**
     * Runs the child.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        System.setOut(LibrarySettings.without(System.out, "Using debug timeout")); // Aeron's, under a debugger
        Child.run(Map.of("settings", words -> settings(), "set", words -> set(words[1], words[2])));
    }

    private static String set(String property, String value) {
        System.setProperty(property, value);
        return "done";
    }

    static String settings() {
        try (LoneDriver alone = new LoneDriver()) {
            MediaDriver driver = (MediaDriver) part("driver", part("own", alone.driver()));
            Aeron aeron = (Aeron) part("aeron", alone.driver());
            return describe("driver", driver.context()) + SEPARATOR + describe("client", aeron.context());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object part(String name, Object whole) throws ReflectiveOperationException {
        Field field = whole.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(whole);
    }

    private static String describe(String owner, Object context) {
        return LibrarySettings.effective(context).entrySet().stream()
                .filter(each -> !OF_ONE_DRIVER.contains(each.getKey()))
                .map(each -> owner + " " + each)
                .collect(Collectors.joining(SEPARATOR));
    }
}
