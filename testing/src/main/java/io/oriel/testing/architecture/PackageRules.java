// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/** What holds for the packages of every module. */
public final class PackageRules {
    private static final int LEAST_TYPES = 3;
    private static final int MOST_TYPES = 12;

    private PackageRules() {}

    /**
     * Each package has a role that a sentence tells: from 3 to 12 files with types.
     *
     * @param main          of the module
     * @param leastPackages that there are at least, so that none is overlooked
     */
    public static void requireFewTypesInEach(MainClasses main, int leastPackages) {
        requireFewTypesInEach(main, leastPackages, Map.of());
    }

    /**
     * As {@link #requireFewTypesInEach(MainClasses, int)}, except in some packages.
     *
     * @param main          of the module
     * @param leastPackages that there are at least, so that none is overlooked
     * @param most          files with types, by the name of a package that may have more than others
     */
    public static void requireFewTypesInEach(MainClasses main, int leastPackages, Map<String, Integer> most) {
        Map<String, Set<String>> files = main.files().stream()
                .collect(Collectors.groupingBy(
                        JavaClass::getPackageName, Collectors.mapping(JavaClass::getSimpleName, Collectors.toSet())));

        assertThat(files)
                .hasSizeGreaterThanOrEqualTo(leastPackages)
                .allSatisfy((name, inside) ->
                        assertThat(inside).as(name).hasSizeBetween(LEAST_TYPES, most.getOrDefault(name, MOST_TYPES)));
    }

    /**
     * No package below the root depends on itself by way of another.
     *
     * @param main of the module
     */
    public static void requireNoCycles(MainClasses main) {
        slices().matching(main.root() + ".(*)..").should().beFreeOfCycles().check(main.classes());
    }

    /**
     * Each package says that what may be null in it is marked.
     *
     * @param main of the module
     */
    public static void requireNullMarks(MainClasses main) {
        assertThat(main.packages())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.isAnnotatedWith(NullMarked.class))
                        .as("@NullMarked on %s", each.getName())
                        .isTrue());
    }
}
