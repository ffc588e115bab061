// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

/** What a model may be made to forget, so that it can be seen to be missed. */
public enum Rule {
    REVOCATION,
    READ_ONLY_WINDOWS,
    RECEIVE_LENGTH
}
