// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.allocation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The methods whose Javadoc promises that they do not allocate. */
public final class AllocationPromises {
    private static final Pattern DOCUMENTED = Pattern.compile("/\\*\\*(.*?)\\*/(.*?)[;{]", Pattern.DOTALL);
    private static final Pattern ANNOTATION = Pattern.compile("@\\w+(?:\\([^)]*\\))?|//[^\\n]*");
    private static final Pattern PUBLIC_TYPE = Pattern.compile("(?m)^public ");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum)\\s+\\w+");
    private static final Pattern METHOD = Pattern.compile("(\\w+)\\s*\\(");
    private static final Pattern PROMISE = Pattern.compile("\\bdoes not allocate\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern OTHER_WORDS =
            Pattern.compile("\\b(?:allocates? nothing|never allocates?|no [\\w ]*allocates?)\\b");

    private AllocationPromises() {}

    /**
     * Reads the sources of packages. A promise stands at each method, in the words "does not allocate": a type's Javadoc, which
     * could promise it for methods that are added later, and other words are failures.
     *
     * @param module   its folder
     * @param packages in it, without their subpackages
     * @return the methods, as {@code Type.method}
     */
    public static Set<String> in(String module, String... packages) {
        Set<String> promises = new TreeSet<>();
        for (String each : packages) {
            for (Path file : sources(Path.of("..", module, "src/main/java", each.replace('.', '/')))) {
                read(file, promises);
            }
        }
        return promises;
    }

    private static List<Path> sources(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(".java") && !each.endsWith("package-info.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(Path file, Set<String> promises) {
        String type = file.getFileName().toString().replace(".java", "");
        String text = text(file);
        if (!PUBLIC_TYPE.matcher(text).find()) {
            return;
        }
        Matcher each = DOCUMENTED.matcher(text);
        while (each.find()) {
            String words = each.group(1).replaceAll("\\s*\\n\\s*\\*\\s?", " ");
            String declaration = ANNOTATION.matcher(each.group(2)).replaceAll("");
            boolean isPromise = PROMISE.matcher(words).find();
            Matcher method = METHOD.matcher(declaration);
            if (isPromise && !TYPE.matcher(declaration).find() && method.find()) {
                promises.add(type + "." + method.group(1));
            } else if (isPromise || OTHER_WORDS.matcher(words).find()) {
                throw new AssertionError("a promise must stand at a method, as \"does not allocate\", in " + file + ": "
                        + words.strip());
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
