// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** Which thread makes an adapter progress. */
public enum ProgressMode {
    /** The application's, inside its polls and waits; the agent stands in while a notification is pending. */
    APPLICATION,
    /** The control agent's too, between the application's calls: for targets that never poll. */
    AGENT
}
