// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.testing.FileMemory;
import java.nio.file.Path;

/** The peer of a race, in a process of its own. */
public final class RacingPeerMain {
    private RacingPeerMain() {}

    /**
     * Runs the peer until the owner ends the race.
     *
     * @param arguments the directory of the files; bytes of each half of the window
     */
    public static void main(String[] arguments) {
        FileMemory memory = FileMemory.ofPeer(Path.of(arguments[0]));
        new RacingPeer(memory, Integer.parseInt(arguments[1])).run();
    }
}
