// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.slot;

import io.oriel.api.Completion;

/** Is given completions of one kind. */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * Looks at one completion.
     *
     * @param completion the dispatcher's; valid during the call
     */
    void onCompletion(Completion completion);
}
