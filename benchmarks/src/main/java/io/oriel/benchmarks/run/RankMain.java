// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.run;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** The main of a rank: calls that of the program, and ends this process at once when the one that has started it ends. */
public final class RankMain {
    private RankMain() {}

    /**
     * Runs a program.
     *
     * @param arguments the program's class, and its own arguments
     */
    public static void main(String[] arguments) {
        InputStream parent = System.in;
        System.setIn(InputStream.nullInputStream());
        Thread watch = new Thread(() -> endWith(parent), "oriel-run-parent");
        watch.setDaemon(true);
        watch.start();
        try {
            Class<?> program = Class.forName(arguments[0]);
            String[] own = Arrays.copyOfRange(arguments, 1, arguments.length);
            program.getMethod("main", String[].class).invoke(null, (Object) own);
        } catch (InvocationTargetException e) {
            fail(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            System.err.println("there is no public " + arguments[0] + ".main on the class path: " + e);
            System.exit(1);
        }
    }

    private static void fail(Throwable thrown) {
        thrown.printStackTrace();
        System.exit(1);
    }

    private static void endWith(InputStream parent) {
        try {
            while (parent.read() >= 0) {
                // Nothing is said.
            }
        } catch (IOException e) {
            // The same as the end.
        }
        Runtime.getRuntime().halt(1);
    }
}
