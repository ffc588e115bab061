// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The tests of the suite by the rules that they name. */
final class Proofs {
    private static final String SOURCES = "testing/src/main/java/";
    private static final String CLASS = ".class";

    private final NavigableSet<String> classes = new TreeSet<>();
    private final Map<String, NavigableSet<Proof>> proofs = new TreeMap<>();

    private Proofs() {}

    /** Looks at every class of the module. */
    static Proofs find() {
        Proofs found = new Proofs();
        for (Class<?> each : testClasses()) {
            for (Method method : each.getDeclaredMethods()) {
                found.add(each, method);
            }
        }
        return found;
    }

    /** Adds the tests that the catalogue itself names. */
    Proofs with(Catalogue catalogue) {
        for (Rule rule : catalogue.rules()) {
            rule.also().forEach(proof -> of(rule.id()).add(proof));
        }
        return this;
    }

    NavigableSet<Proof> of(String rule) {
        return proofs.computeIfAbsent(rule, each -> new TreeSet<>());
    }

    boolean has(Rule rule) {
        return !of(rule.id()).isEmpty();
    }

    /** Returns the ids that are named by tests. */
    Set<String> rules() {
        return proofs.keySet();
    }

    /** Returns the names of the classes with tests that prove something. */
    NavigableSet<String> classes() {
        return classes;
    }

    /** Returns each test once. */
    NavigableSet<Proof> tests() {
        NavigableSet<Proof> tests = new TreeSet<>();
        proofs.values().forEach(tests::addAll);
        return tests;
    }

    private void add(Class<?> owner, Method method) {
        Proves proves = method.getAnnotation(Proves.class);
        if (proves == null) {
            return;
        }
        classes.add(owner.getName());
        String path = SOURCES + owner.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
        for (String rule : proves.value()) {
            of(rule).add(new Proof(path, method.getName()));
        }
    }

    private static List<Class<?>> testClasses() {
        List<Class<?>> classes = new ArrayList<>();
        try {
            Path root = Path.of(ConformanceSuite.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(CLASS)).toList()) {
                    String name = root.relativize(file).toString().replace('/', '.');
                    classes.add(Class.forName(
                            name.substring(0, name.length() - CLASS.length()), false, Proofs.class.getClassLoader()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException | ClassNotFoundException e) {
            throw new AssertionError("the test classes cannot be read", e);
        }
        return classes;
    }
}
