// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.examples.gateway.matching.Entry;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.examples.gateway.matching.Outcome;
import io.oriel.examples.gateway.matching.Reports;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the engine has done, in all its lives, as its journal says; carried out once more, by another engine. */
final class Truth {
    private final Matcher matcher;
    private final List<Map<Long, String>> outcomes = new ArrayList<>();
    private final List<List<String>> fills = new ArrayList<>();
    private final List<BitSet> executed = new ArrayList<>();
    private final List<String> violations;
    private final long[] counted;

    /** Needs a journal that is empty, with as much room. */
    Truth(MatcherConfig config, Journal empty, List<String> violations) {
        matcher = new Matcher(config, empty);
        this.violations = violations;
        counted = new long[config.members()];
        for (int member = 0; member < config.members(); member++) {
            outcomes.add(new HashMap<>());
            fills.add(new ArrayList<>());
            executed.add(new BitSet());
        }
    }

    /** Takes the next entry. */
    void add(Entry entry) {
        int member = entry.member();
        if (entry.kind() == Entry.Kind.LOGIN) {
            var unused = matcher.login(entry);
            return;
        }
        int id = (int) entry.orderId();
        if (executed.get(member).get(id)) {
            violations.add("order " + id + " of member " + member + " was executed twice");
            return;
        }
        executed.get(member).set(id);
        outcomes.get(member).put(entry.orderId(), words(matcher.execute(entry)));
        for (int each = 0; each < counted.length; each++) {
            if (matcher.isKnown(each)) {
                addFills(each, matcher.reports(each));
            }
        }
    }

    private void addFills(int member, Reports reports) {
        while (counted[member] < reports.count()) {
            long number = ++counted[member];
            fills.get(member)
                    .add(reports.orderId(number) + " " + reports.price(number) + " " + reports.quantity(number) + " "
                            + reports.leaves(number));
        }
    }

    private static String words(Outcome outcome) {
        return outcome.result() + " " + outcome.reason() + " " + outcome.filled() + " " + outcome.leaves();
    }

    /** Returns what became of an order; null if it was not executed. */
    @Nullable
    String outcome(int member, long id) {
        return outcomes.get(member).get(id);
    }

    int orderCount() {
        return outcomes.stream().mapToInt(Map::size).sum();
    }

    long fillCount(int member) {
        return counted[member];
    }

    /** Returns one of a member's fills, by its number. */
    @Nullable
    String fill(int member, long number) {
        return number < 1 || number > counted[member] ? null : fills.get(member).get((int) number - 1);
    }
}
