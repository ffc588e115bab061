// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

/** The peer's process has died. */
public final class PeerDeath extends RuntimeException {
    private static final long serialVersionUID = 1;
}
