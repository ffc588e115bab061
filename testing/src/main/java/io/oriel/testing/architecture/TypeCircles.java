// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which types, those nested in them included, cannot be understood without each other. */
public final class TypeCircles {
    private final Map<String, Set<String>> uses = new HashMap<>();

    private TypeCircles(JavaClasses classes) {
        for (JavaClass each : classes) {
            Set<String> used = uses.computeIfAbsent(topLevel(each), name -> new HashSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (classes.contain(target.getName())) {
                    used.add(topLevel(target));
                }
            }
        }
    }

    /**
     * Finds the circles.
     *
     * @param classes among which
     * @return the sets of types of which each uses each other one, maybe by way of others in the set
     */
    public static List<Set<String>> of(JavaClasses classes) {
        return new TypeCircles(classes).find();
    }

    private static String topLevel(JavaClass each) {
        return each.getEnclosingClass().map(TypeCircles::topLevel).orElse(each.getName());
    }

    private List<Set<String>> find() {
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(each -> reached.put(each, reachedFrom(each)));
        List<Set<String>> circles = new ArrayList<>();
        Set<String> placed = new HashSet<>();
        for (String each : uses.keySet()) {
            if (reached(reached, each).contains(each) && placed.add(each)) {
                Set<String> circle = new HashSet<>(reached(reached, each));
                circle.removeIf(other -> !reached(reached, other).contains(each));
                placed.addAll(circle);
                circles.add(circle);
            }
        }
        return circles;
    }

    private static Set<String> reached(Map<String, Set<String>> all, String from) {
        return all.getOrDefault(from, Set.of());
    }

    private Set<String> reachedFrom(String start) {
        Set<String> found = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(start));
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            for (String next : reached(uses, at)) {
                if (!next.equals(at) && found.add(next)) {
                    open.add(next);
                }
            }
        }
        return found;
    }
}
