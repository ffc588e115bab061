// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The classes of a module that are not tests, as they are on the class path.
 *
 * @param root      the package that all others are in
 * @param classes   all of them
 * @param isWritten false for what a tool has generated
 */
public record MainClasses(String root, JavaClasses classes, Predicate<JavaClass> isWritten) {
    private static final String PACKAGE_INFO = "package-info";

    /**
     * Finds the classes of a module.
     *
     * @param root the package that all others are in
     * @return the classes, all of them written
     */
    public static MainClasses of(String root) {
        JavaClasses found = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(root);
        return new MainClasses(root, found, each -> true);
    }

    /**
     * Leaves out what a tool has generated, where a rule is for people.
     *
     * @param value tells whether somebody has written it
     * @return changed classes
     */
    public MainClasses written(Predicate<JavaClass> value) {
        return new MainClasses(root, classes, value);
    }

    /**
     * Returns the packages with classes in them.
     *
     * @return the root and those below it
     */
    public List<JavaPackage> packages() {
        JavaPackage top = classes.getPackage(root);
        return Stream.concat(Stream.of(top), top.getSubpackagesInTree().stream())
                .filter(each -> !each.getClasses().isEmpty())
                .toList();
    }

    /**
     * Returns the written types that have a file.
     *
     * @return classes, interfaces, enums and records that are in no other, without package-info
     */
    public List<JavaClass> files() {
        return types().stream().filter(JavaClass::isTopLevelClass).toList();
    }

    /**
     * Returns the written types that have a name.
     *
     * @return those nested in others included, without package-info
     */
    public List<JavaClass> types() {
        return classes.stream()
                .filter(isWritten)
                .filter(each -> !each.isArray() && !each.isAnonymousClass())
                .filter(each -> !each.getSimpleName().equals(PACKAGE_INFO))
                .toList();
    }
}
