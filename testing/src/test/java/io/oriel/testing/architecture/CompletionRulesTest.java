// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The rule finds each way in which a result can be ignored, and nothing else. */
final class CompletionRulesTest {
    private static final MainClasses SAMPLES = new MainClasses(
            "io.oriel.testing.architecture",
            new ClassFileImporter().importClasses(Ignoring.class, Using.class),
            each -> true);

    @Test
    void findsEveryResultThatIsIgnored() {
        CompletionRules.requireResultsUsed(
                SAMPLES,
                "CompletionRulesTest.drop",
                "CompletionRulesTest.dropInLambda",
                "CompletionRulesTest.refer",
                "CompletionRulesTest.name",
                "CompletionRulesTest.nameInBlock");
    }

    @Test
    void complainsOfAnExceptionThatIsNone() {
        assertThatThrownBy(() -> CompletionRules.requireResultsUsed(
                        new MainClasses("", new ClassFileImporter().importClasses(Using.class), each -> true),
                        "CompletionRulesTest.drop"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("CompletionRulesTest.drop");
    }

    @SuppressWarnings("UnusedMethod") // read as byte code
    private static final class Ignoring {
        void drop(CompletableFuture<String> future) {
            future.complete("");
        }

        void dropInLambda(List<CompletableFuture<String>> futures) {
            futures.forEach(each -> each.completeExceptionally(new IllegalStateException()));
        }

        void refer(List<CompletableFuture<String>> futures) {
            List.of("").forEach(futures.get(0)::complete);
        }

        void name(CompletableFuture<String> future) {
            boolean unused = future.complete("");
        }

        void nameInBlock(CompletableFuture<String> future) {
            if (!future.isDone()) {
                boolean unused = future.complete("");
            }
        }
    }

    @SuppressWarnings("UnusedMethod") // read as byte code
    private static final class Using {
        private boolean isDone;

        boolean give(CompletableFuture<String> future) {
            return future.complete("");
        }

        void look(CompletableFuture<String> future) {
            if (future.complete("")) {
                isDone = true;
            }
        }

        void keep(CompletableFuture<String> future) {
            isDone = future.complete("");
        }

        boolean name(CompletableFuture<String> future, CompletableFuture<String> other) {
            boolean isFirst = future.complete("");
            isFirst |= other.complete("");
            isFirst = other.complete("") || isFirst;
            return isFirst;
        }

        Predicate<String> refer(CompletableFuture<String> future) {
            return future::complete;
        }

        boolean isDone() {
            return isDone;
        }
    }
}
