// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

/** What may happen in a life; each can be left out, or be alone. */
public enum Trait {
    /** Each process has two adapters. */
    SEVERAL_ADAPTERS,
    /** The hosts' delays, logs and frames are drawn by lot. */
    DRAWN_HOSTS,
    /** The processes share memory, always; else it is drawn with the host. */
    SHARED_MEMORY,
    /** Links that carry nothing are closed soon, while nobody polls. */
    SHORT_LINGER,
    /** Later links use the words of earlier ones again. */
    REUSED_WORDS,
    /** As that, and nobody looks whose word it is: a mutant. */
    REUSED_WORDS_UNSEEN,
    /** A process stops inside a call, at any access of shared memory, and goes on later. */
    STOPS,
    /** A process is killed, and another starts at its address. */
    DEATHS,
    /** An agent loses the processor after a control message, and the applications go on. */
    PREEMPTION,
    /** What an announced end has ended is used at once, without a poll: windows, regions, posts. */
    PROMPT_CALLS,
    /** Connections end because a Write was not granted. */
    REFUSALS,
    /** Completion queues are closed with entries in them. */
    CLOSED_QUEUES,
    /** Nobody polls for long, though connections are made and end. */
    SILENCE,
    /** Adapters are closed, and others opened at their addresses. */
    REOPENING,
    /** Some endpoints take their Receives from a queue that they share. */
    SHARED_RECEIVES,
    /** Some Sends take the peer's window back. */
    INVALIDATING_SENDS,
    /** Some windows are for atomics. */
    ATOMICS,
    /** Applications ask to be told of completions, and are away meanwhile. */
    NOTIFICATIONS,
    /** Completion queues begin small, and change their depth. */
    GROWING_QUEUES,
    /** Logs hold a few small frames: what waits for room waits for the peer. */
    NARROW_LOGS
}
