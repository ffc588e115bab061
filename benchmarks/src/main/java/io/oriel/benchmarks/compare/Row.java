// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of the comparison.
 *
 * @param id      of the target that it belongs to, such as P1; what follows a dash makes it different from others of that target
 * @param work    what is repeated, for people
 * @param metric  what is compared
 * @param config  what Oriel does
 * @param limit   that Oriel's number may have; NaN if none is asked for
 * @param targets what it is compared with
 * @param isQuick whether it belongs to the short comparison
 */
record Row(
        String id,
        String work,
        Metric metric,
        ScenarioConfig config,
        double limit,
        List<Target> targets,
        boolean isQuick) {
    Row(String id, String work, Metric metric, ScenarioConfig config) {
        this(id, work, metric, config, Double.NaN, List.of(), false);
    }

    /** Compares with a reference that does the same. */
    Row beside(String subject, double ratio) {
        return with(new Target(subject, subject, config, ratio, false));
    }

    /** Compares with a rival that does the same. */
    Row besideRival(String subject, double ratio) {
        return with(new Target(subject, subject, config, ratio, true));
    }

    /** Tells whether nothing can be said of it where rivals are not asked for, but Oriel's own number. */
    boolean isBesideRivalsAlone() {
        return Double.isNaN(limit) && !targets.isEmpty() && targets.stream().allMatch(Target::isRival);
    }

    /** Compares with something that does something else. */
    Row with(Target target) {
        List<Target> all = new ArrayList<>(targets);
        all.add(target);
        return new Row(id, work, metric, config, limit, List.copyOf(all), isQuick);
    }

    Row limitedTo(double value) {
        return new Row(id, work, metric, config, value, targets, isQuick);
    }

    Row quick() {
        return new Row(id, work, metric, config, limit, targets, true);
    }

    /** The same over other endpoints, under another id. */
    Row again(String suffix, String more, ScenarioConfig other) {
        List<Target> all = targets.stream()
                .map(target -> new Target(
                        target.subject(),
                        target.label(),
                        other.withAeronTermLength(target.config().aeronTermLength()),
                        target.ratio(),
                        target.isRival()))
                .filter(target -> !target.isRival())
                .toList();
        return new Row(id + suffix, work + more, metric, other, limit, all, false);
    }

    /**
     * What a row is compared with.
     *
     * @param subject name of the subject
     * @param label   what it is called in results
     * @param config  what it does
     * @param ratio   that Oriel's number divided by its number may have; NaN if none is asked for
     * @param isRival whether it takes part only where rivals are asked for
     */
    record Target(String subject, String label, ScenarioConfig config, double ratio, boolean isRival) {}
}
