// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What the engine asks of a medium: ordered links between adapters, a few words that a peer can read, and memory that
 * can be registered.
 *
 * <p>{@link io.oriel.engine.transport.TransportFactory} is found by {@link java.util.ServiceLoader}; it opens a
 * {@link io.oriel.engine.transport.Transport} for a provider, which opens a {@link io.oriel.engine.transport.Port} for an
 * adapter, which makes {@link io.oriel.engine.transport.Link}s. Everything that decides lives in the engine: a medium
 * carries.
 *
 * <p>Two threads call a medium. The <em>domain's</em> owner moves frames and words ({@link
 * io.oriel.engine.transport.Link}'s data methods, {@link io.oriel.engine.transport.Port#publishCredit}),
 * and turns the {@link io.oriel.engine.transport.Pump} of a medium that has no thread; the <em>control agent</em> does
 * everything else, unless a method says that its caller may block.
 */
@NullMarked
package io.oriel.engine.transport;

import org.jspecify.annotations.NullMarked;
