// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

/**
 * How long keys are used.
 *
 * @param keyLength      bytes of an AES key, 16 or 32
 * @param rekeyDatagrams after which a key is changed
 * @param rekeyNs        after which a key is changed
 */
public record SealRules(int keyLength, int rekeyDatagrams, long rekeyNs) {}
