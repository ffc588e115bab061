// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.HotPath;
import io.oriel.engine.transport.Alarm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The walls of the engine, and what a hot path must not touch; what holds for every module is looked at in {@code testing}. */
class ArchitectureTest {
    private static final int LEAST_CLASSES = 70;
    private static final int LEAST_PACKAGES = 9;
    private static final int LEAST_HOT_CLASSES = 4;
    private static final int MOST_PUBLIC_PERCENT = 41;
    private static final Path SOURCES = Path.of(System.getProperty("basedir", ""), "src", "main", "java");
    private static final String ENGINE = "io.oriel.engine";
    private static final Pattern SYNCHRONIZED_BLOCK = Pattern.compile("\\bsynchronized\\s*\\(");

    /** Written by us, not generated from the schema. */
    private static final DescribedPredicate<JavaClass> HANDWRITTEN =
            describe("have a source file", each -> Files.exists(sourceOf(each)));

    private static final DescribedPredicate<JavaClass> HOT = describe(
            "have @HotPath methods",
            each -> each.getMethods().stream().anyMatch(method -> method.isAnnotatedWith(HotPath.class)));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ENGINE);

    @Test
    void scansTheEngine() {
        assertThat(CLASSES.stream().filter(HANDWRITTEN)).hasSizeGreaterThanOrEqualTo(LEAST_CLASSES);
        assertThat(packages()).hasSizeGreaterThanOrEqualTo(LEAST_PACKAGES);
        assertThat(CLASSES.stream().filter(HOT)).hasSizeGreaterThanOrEqualTo(LEAST_HOT_CLASSES);
    }

    @Test
    void knowsNoMedium() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.aeron..", "io.oriel.shm..", "io.oriel.udp..")
                .check(CLASSES);
    }

    @Test
    void leavesChannelsToTheControlAgentAndToThoseWhoSleep() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.oriel.engine.control..")
                .and()
                .doNotHaveSimpleName("Waiter")
                .and()
                .areNotAssignableTo(Alarm.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.channels..", "java.nio.file..")
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(java.net.Socket.class, java.net.ServerSocket.class)
                .check(CLASSES);
    }

    /** What one copies between is checked as a whole before, and what the other looks at when the link is made. */
    @Test
    void reachesMemoryWithoutABufferInTwoPlaces() {
        noClasses()
                .that()
                .doNotHaveSimpleName("SmallCopy")
                .and()
                .doNotHaveSimpleName("DirectAccess")
                .should()
                .dependOnClassesThat(simpleName("UnsafeApi").or(simpleName("Unsafe")))
                .check(CLASSES);
    }

    @Test
    void showsOtherPackagesLessThanItKeeps() {
        List<JavaClass> types = CLASSES.stream()
                .filter(HANDWRITTEN)
                .filter(each ->
                        !each.isAnonymousClass() && !each.getSimpleName().equals("package-info"))
                .toList();
        long shown = types.stream().filter(ArchitectureTest::isPublic).count();

        assertThat(100 * shown)
                .as("%s of %s types are public", shown, types.size())
                .isLessThanOrEqualTo((long) MOST_PUBLIC_PERCENT * types.size());
    }

    private static boolean isPublic(JavaClass each) {
        return each.getModifiers().contains(JavaModifier.PUBLIC)
                && each.getEnclosingClass().map(ArchitectureTest::isPublic).orElse(true);
    }

    @Test
    void reportsThroughHandlersAndCountersOnly() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.slf4j..", "org.apache.logging..")
                .check(CLASSES);
    }

    @Test
    void readsNoClockOnAHotPath() {
        noClasses()
                .that(HOT)
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat(resideInAPackage("java.time.."))
                .check(CLASSES);
    }

    @Test
    void parksNowhereOnAHotPath() {
        noClasses()
                .that(HOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.concurrent.locks..")
                .orShould()
                .callMethod(Object.class, "wait")
                .orShould()
                .callMethod(Object.class, "notifyAll")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(CLASSES);
    }

    /** A domain's sources change when a link opens or ends, which is rare and may come from the agent. */
    @Test
    void locksNothingOnAHotPathButTheSourcesOfADomain() {
        Set<String> locking = CLASSES.stream()
                .filter(HOT)
                .filter(each -> hasSynchronizedMethod(each)
                        || SYNCHRONIZED_BLOCK.matcher(source(each)).find())
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        Set<String> lockingMethods = CLASSES.get(Domain.class).getMethods().stream()
                .filter(ArchitectureTest::isSynchronized)
                .map(JavaMethod::getName)
                .collect(Collectors.toSet());

        assertThat(locking).containsExactly(Domain.class.getName());
        assertThat(SYNCHRONIZED_BLOCK.matcher(source(CLASSES.get(Domain.class))).find())
                .isFalse();
        assertThat(lockingMethods).containsExactlyInAnyOrder("add", "startPump", "remove", "close");
        assertThat(CLASSES.stream()
                        .flatMap(each -> each.getMethods().stream())
                        .filter(method -> method.isAnnotatedWith(HotPath.class))
                        .filter(ArchitectureTest::isSynchronized))
                .isEmpty();
    }

    private static List<JavaPackage> packages() {
        JavaPackage engine = CLASSES.getPackage(ENGINE);
        return engine.getSubpackagesInTree().stream()
                .filter(each -> !each.getClasses().isEmpty())
                .collect(Collectors.toList());
    }

    private static boolean hasSynchronizedMethod(JavaClass each) {
        return each.getMethods().stream().anyMatch(ArchitectureTest::isSynchronized);
    }

    private static boolean isSynchronized(JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.SYNCHRONIZED);
    }

    private static Path sourceOf(JavaClass each) {
        String file = each.getSource().flatMap(source -> source.getFileName()).orElse("none");
        return SOURCES.resolve(each.getPackageName().replace('.', '/')).resolve(file);
    }

    private static String source(JavaClass each) {
        try {
            return Files.readString(sourceOf(each), UTF_8);
        } catch (IOException e) {
            throw new AssertionError("cannot read the source of " + each.getName(), e);
        }
    }
}
