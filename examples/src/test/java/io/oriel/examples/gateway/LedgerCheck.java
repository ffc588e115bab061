// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.NdStatus;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what a member was told with what the engine has done: no order answered twice or wrongly, none executed twice, each ends in an
 * answer or a status, what was surely not done was not, each fill is told once and rightly.
 */
final class LedgerCheck {
    private static final Set<NdStatus> UNKNOWN =
            EnumSet.of(NdStatus.CONNECTION_ABORTED, NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
    private static final Set<NdStatus> NOT_DONE = EnumSet.of(NdStatus.CONNECTION_INVALID, NdStatus.NO_MORE_ENTRIES);

    private static final String AGAIN = " again";
    private static final String SENDS = "sends ";

    private final int member;
    private final Truth truth;
    private final List<String> violations;
    private final Map<Long, Integer> underWay = new HashMap<>(); // of this life
    private final Map<Long, Long> intents = new HashMap<>();
    private final Set<Long> maybeDone = new HashSet<>();
    private final Set<Long> answered = new HashSet<>();
    private long lastFill;
    private long missedFills;
    private int statuses;

    LedgerCheck(int member, Truth truth, List<String> violations) {
        this.member = member;
        this.truth = truth;
        this.violations = violations;
    }

    static boolean isSurelyNotDone(NdStatus status) {
        return NOT_DONE.contains(status);
    }

    int statuses() {
        return statuses;
    }

    long missedFills() {
        return missedFills;
    }

    private void violated(String rule, String line) {
        violations.add("member " + member + ": " + rule + ": " + line);
    }

    /** Takes what one life of the member has written. */
    void life(List<String> lines, boolean wasKilled) {
        maybeDone.addAll(underWay.keySet()); // of the life before
        underWay.clear();
        lastFill = 0;
        lines.forEach(this::line);
        if (wasKilled && !lines.isEmpty() && lines.get(lines.size() - 1).startsWith(SENDS)) {
            maybeDone.add(Long.parseLong(lines.get(lines.size() - 1).substring(SENDS.length())));
        }
        if (!wasKilled) {
            underWay.keySet().forEach(id -> violated("has neither answer nor status", "order " + id));
        }
    }

    private void line(String line) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
            case "order" -> order(Long.parseLong(words[1]), Long.parseLong(words[2]), line);
            case "answer" -> answer(Long.parseLong(words[1]), line);
            case "status" -> status(Long.parseLong(words[1]), NdStatus.valueOf(words[2]), line);
            case "fill" -> fill(Long.parseLong(words[1]), line);
            case "session", "sends" -> {}
            default -> violated("unexpected", line);
        }
    }

    private void order(long intent, long id, String line) {
        if (underWay.put(id, 1) != null) {
            violated("was sent while it was under way", line);
        }
        intents.put(id, intent);
    }

    private void answer(long id, String line) {
        if (underWay.remove(id) == null || !answered.add(id)) {
            violated("was answered twice, or not asked for", line);
        }
        if (line.endsWith(AGAIN) && !maybeDone.contains(id)) {
            violated("was surely not done, the member was told, and had been done", line);
        }
        String told = line.substring(line.indexOf(' ', "answer ".length()) + 1).replace(AGAIN, "");
        if (!told.equals(truth.outcome(member, id))) {
            violated("was answered wrongly, the journal says " + truth.outcome(member, id), line);
        }
    }

    private void status(long id, NdStatus status, String line) {
        statuses++;
        if (underWay.remove(id) == null) {
            violated("has ended twice", line);
        }
        if (UNKNOWN.contains(status)) {
            maybeDone.add(id);
        } else if (!NOT_DONE.contains(status)) {
            violated("ended with an unexpected status", line);
        }
    }

    private void fill(long number, String line) {
        if (number <= lastFill) {
            violated("came out of order after " + lastFill, line);
        } else if (lastFill > 0) {
            missedFills += number - lastFill - 1;
        }
        lastFill = number;
        String told = line.substring(line.indexOf(' ', "fill ".length()) + 1);
        if (!told.equals(truth.fill(member, number))) {
            violated("is no fill of the engine's, which is " + truth.fill(member, number), line);
        }
    }

    /** Looks at what can be seen at the end alone. */
    void end() {
        Set<Long> done = new HashSet<>();
        intents.forEach((id, intent) -> {
            boolean isDone = truth.outcome(member, id) != null;
            if (isDone && !answered.contains(id) && !maybeDone.contains(id) && !underWay.containsKey(id)) {
                violated("was surely not done, the member was told, and was done", "order " + id);
            }
            if (isDone && !done.add(intent)) {
                violated("what was meant once was done twice", "order " + id);
            }
        });
        if (lastFill > 0 && lastFill != truth.fillCount(member)) {
            violated("was not told of the last of " + truth.fillCount(member) + " fills", "fill " + lastFill);
        }
    }
}
