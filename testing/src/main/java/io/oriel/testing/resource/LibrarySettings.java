// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The system properties that a library documents in constants, and the settings that its context objects hold. */
public final class LibrarySettings {
    private static final String CONSTANT_SUFFIX = "_PROP_NAME";
    private static final String CLASS_SUFFIX = ".class";
    /** A number that is also a duration, a length, eight hexadecimal bytes and the name of no class; and a truth. */
    private static final List<String> CANDIDATES = List.of("17", "1717171717171717", "true");

    private LibrarySettings() {}

    /**
     * Finds the constants that name system properties in all classes of a library.
     *
     * @param member a class of the library, which is a jar
     * @return their values
     */
    public static List<String> properties(Class<?> member) {
        try (JarFile jar = new JarFile(Path.of(member.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(CLASS_SUFFIX) && !name.startsWith("META-INF"))
                    .map(name -> name.substring(0, name.length() - CLASS_SUFFIX.length())
                            .replace('/', '.'))
                    .flatMap(name -> constants(name, member.getClassLoader()))
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(member + " is in no jar", e);
        }
    }

    private static Stream<String> constants(String className, ClassLoader loader) {
        try {
            return Arrays.stream(Class.forName(className, false, loader).getDeclaredFields())
                    .filter(field -> field.getName().endsWith(CONSTANT_SUFFIX) && field.getType() == String.class)
                    .map(LibrarySettings::value);
        } catch (ClassNotFoundException | NoClassDefFoundError e) { // of a library that is optional
            return Stream.empty();
        }
    }

    private static String value(Field constant) {
        try {
            constant.setAccessible(true);
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Finds for each property a value that a context accepts when it is created, and that changes what it holds if any does.
     * Sets the properties of this JVM meanwhile.
     *
     * @param names    of the properties
     * @param contexts creates what reads the properties
     * @return values by names
     */
    public static SortedMap<String, String> unusual(List<String> names, List<Supplier<?>> contexts) {
        List<SortedMap<String, String>> usual = effective(contexts);
        SortedMap<String, String> values = new TreeMap<>();
        for (String name : names) {
            List<String> accepted = CANDIDATES.stream()
                    .filter(value -> effectiveWith(name, value, contexts).isPresent())
                    .toList();
            accepted.stream()
                    .filter(value ->
                            !effectiveWith(name, value, contexts).orElseThrow().equals(usual))
                    .findFirst()
                    .or(() -> accepted.stream().findFirst())
                    .ifPresent(value -> values.put(name, value));
        }
        return values;
    }

    /** Returns what contexts hold while a property has a value; nothing if the value is of another kind. */
    private static Optional<List<SortedMap<String, String>>> effectiveWith(
            String name, String value, List<Supplier<?>> contexts) {
        @Nullable String former = System.setProperty(name, value);
        try {
            return Optional.of(effective(contexts));
        } catch (RuntimeException e) {
            return Optional.empty();
        } finally {
            if (former == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, former);
            }
        }
    }

    private static List<SortedMap<String, String>> effective(List<Supplier<?>> contexts) {
        return contexts.stream().map(context -> effective(context.get())).toList();
    }

    /**
     * Calls the getters of a context.
     *
     * @param context an object of the library's
     * @return what they return, by their names; of an object only its class, of a file or an error nothing
     */
    public static SortedMap<String, String> effective(Object context) {
        return Arrays.stream(context.getClass().getMethods())
                .filter(method -> isGetter(method, context.getClass()))
                .collect(Collectors.toMap(
                        Method::getName, getter -> describe(get(getter, context)), (one, two) -> one, TreeMap::new));
    }

    private static boolean isGetter(Method method, Class<?> type) {
        boolean returnsItself = method.getReturnType().isAssignableFrom(type) && method.getReturnType() != Object.class;
        return method.getParameterCount() == 0
                && !Modifier.isStatic(method.getModifiers())
                && method.getReturnType() != void.class
                && !returnsItself
                && method.getDeclaringClass() != Object.class
                && !Set.of("hashCode", "toString", "clone", "close").contains(method.getName());
    }

    private static Object get(Method getter, Object context) {
        try {
            getter.setAccessible(true);
            Object value = getter.invoke(context);
            return value == null ? "null" : value;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(getter.toString(), e);
        }
    }

    private static String describe(Object value) {
        if (value instanceof Number || value instanceof Boolean || value instanceof Enum || value instanceof String) {
            return value.toString();
        }
        return value instanceof File ? "" : value.getClass().getName().replaceFirst("\\$\\$Lambda.*", " by a lambda");
    }

    /**
     * Leaves out of an output what a library writes there.
     *
     * @param output standard output, say
     * @param prefix with which such lines begin
     * @return an output for the other lines
     */
    public static PrintStream without(PrintStream output, String prefix) {
        return new PrintStream(output, true, StandardCharsets.UTF_8) {
            @Override
            public void println(@Nullable String line) {
                if (line == null || !line.startsWith(prefix)) {
                    super.println(line);
                }
            }
        };
    }
}
