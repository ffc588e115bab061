// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;
import java.util.regex.Pattern;

/** What holds for the types of every module that can be used in production. */
public final class TypeRules {
    private static final Pattern BANNED_SUFFIX =
            Pattern.compile(".*(Manager|Helper|Utils?|Impl|Base|Common|Misc|Processor|Wrapper)");

    private TypeRules() {}

    /**
     * A step of the wall clock must disconnect nobody: none asks a clock that somebody sets.
     *
     * @param main of the module
     */
    public static void requireNoClockThatSomebodySets(MainClasses main) {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat(
                        simpleName("Instant").or(simpleName("Clock")).or(simpleNameStartingWith("SystemEpoch")))
                .check(main.classes());
    }

    /**
     * Nobody inherits from a class that was not made for it: each is final, sealed, an enum, or abstract within its package.
     *
     * @param main of the module
     */
    public static void requireClosedClasses(MainClasses main) {
        assertThat(main.types())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(isClosed(each))
                        .as("%s is closed for inheritance", each.getName())
                        .isTrue());
    }

    /**
     * Classes inherit from interfaces, or from what others have made for it, and nobody from them: each is final.
     *
     * @param main of the module
     */
    public static void requireFinalClasses(MainClasses main) {
        assertThat(main.types())
                .isNotEmpty()
                .filteredOn(each -> !each.isInterface() && !each.isEnum())
                .allSatisfy(each ->
                        assertThat(each.getModifiers()).as(each.getName()).contains(JavaModifier.FINAL));
    }

    /**
     * Each is named after the one thing that it is.
     *
     * @param main of the module
     */
    public static void requireTellingNames(MainClasses main) {
        assertThat(main.classes())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.getSimpleName()).doesNotMatch(BANNED_SUFFIX));
    }

    private static boolean isClosed(JavaClass each) {
        Set<JavaModifier> modifiers = each.getModifiers();
        boolean isOfItsPackage = !modifiers.contains(JavaModifier.PUBLIC);
        return each.isInterface()
                || each.isEnum()
                || modifiers.contains(JavaModifier.FINAL)
                || each.reflect().isSealed()
                || (modifiers.contains(JavaModifier.ABSTRACT) && isOfItsPackage);
    }
}
