// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.List;

/**
 * One thing that Network Direct, or Oriel where ND is silent, promises of an operation.
 *
 * @param id            operation and rule, as {@link io.oriel.testing.conformance.fixture.Proves} names it
 * @param kind          where it shows
 * @param sources       who says so
 * @param text          what is promised
 * @param notApplicable why it cannot occur in software; empty if it can
 * @param also          tests that cannot carry the annotation
 */
record Rule(String id, Kind kind, List<String> sources, String text, String notApplicable, List<Proof> also) {
    /** Where a rule shows. */
    enum Kind {
        CALL("call", "What the call returns"),
        COMPLETION("completion", "How it completes"),
        BEHAVIOUR("behaviour", "Behaviour");

        private final String key;
        private final String title;

        Kind(String key, String title) {
            this.key = key;
            this.title = title;
        }

        String key() {
            return key;
        }

        String title() {
            return title;
        }
    }

    /** Returns the part of the id that names the rule within its operation. */
    String shortId() {
        return id.substring(id.indexOf('.') + 1);
    }
}
