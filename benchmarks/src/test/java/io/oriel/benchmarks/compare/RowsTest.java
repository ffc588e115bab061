// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.rig.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowsTest {
    private final List<Row> rows = Rows.all().stream().flatMap(List::stream).toList();

    @Test
    void haveIdsThatDiffer() {
        assertThat(rows).extracting(Row::id).doesNotHaveDuplicates();
    }

    @Test
    void areComparedWithSubjectsThatCanDoTheLike() {
        for (Row row : rows) {
            for (Row.Target target : row.targets()) {
                Subject subject = Subjects.named(target.subject());
                assertThat(subject.canDo(target.config()))
                        .as("%s can do what %s needs", target.subject(), row.id())
                        .isTrue();
            }
        }
    }

    @Test
    void haveALimitOrSomethingToBeComparedWith() {
        assertThat(rows)
                .filteredOn(row -> !isGarbageOfSealing(row))
                .allSatisfy(row -> assertThat(!row.targets().isEmpty() || !Double.isNaN(row.limit()))
                        .as(row.id())
                        .isTrue());
    }

    private static boolean isGarbageOfSealing(Row row) {
        return row.metric() == Metric.ALLOCATED && row.config().sealsDatagrams();
    }

    @Test
    void compareWhatIsSealedWithTheSameUnsealedAndTellItsGarbage() {
        List<Row> sealed = rows.stream()
                .filter(row -> row.config().sealsDatagrams() && !isGarbageOfSealing(row))
                .toList();

        assertThat(sealed).extracting(Row::id).containsExactly("P5-sealed", "P5-sealed-write");
        for (Row row : sealed) {
            Row.Target target = row.targets().get(0);
            assertThat(row.targets()).hasSize(1);
            assertThat(target.subject()).isEqualTo(Subjects.ORIEL);
            assertThat(target.config()).isEqualTo(row.config().withSealedDatagrams(false));
            assertThat(rows)
                    .filteredOn(RowsTest::isGarbageOfSealing)
                    .extracting(Row::config)
                    .contains(row.config());
        }
    }

    @Test
    void sealNothingByASubjectThatDoesNotSeal() {
        for (Row row : rows) {
            if (row.config().sealsDatagrams()) {
                assertThat(Subjects.whoCan(row.config())).as(row.id()).isEmpty();
                assertThat(Subjects.named(Subjects.ORIEL).canDo(row.config())).isTrue();
            }
        }
    }

    @Test
    void areThereForEachTargetThatIsBuilt() {
        for (String target : List.of("P1", "P2", "P3", "P4", "P5", "P7", "P8", "P9", "P10", "P11")) {
            assertThat(rows).as(target).anyMatch(row -> row.id().startsWith(target));
        }
        for (String target : List.of("P1", "P2-write", "P2-read", "P3", "P3-stream", "P4-64K")) {
            assertThat(rows).as(target).anyMatch(row -> row.id().equals(target + "-16"));
        }
    }
}
