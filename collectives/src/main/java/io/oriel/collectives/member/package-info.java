// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The communicator as the application has it: what it is given is checked here, and handed to those who carry it out. */
@NullMarked
package io.oriel.collectives.member;

import org.jspecify.annotations.NullMarked;
