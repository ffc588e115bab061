// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Communicator;
import io.oriel.testing.junit.WholeBuild;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real ranks in processes of their own. */
@Tag("shm")
@ExtendWith(OwnDirectory.class)
class RunTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Each rank tells who it is; then one ends as it is told to, while the others wait for it. */
    public static final class Rank {
        private Rank() {}

        /** What a rank does. */
        public static void main(String[] arguments) {
            try (Communicator world = Communicator.open()) {
                System.out.println(world.rank() + " of " + world.size());
                System.err.println("with " + List.of(arguments));
                world.barrier();
                if (world.rank() == 1 && arguments[0].equals("killed")) {
                    ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(Rank::kill);
                }
                if (world.rank() == 1 && arguments[0].equals("exits")) {
                    Runtime.getRuntime().halt(7);
                }
                world.barrier();
            }
        }

        private static void kill(ProcessHandle own) {
            try {
                new ProcessBuilder("kill", "-9", Long.toString(own.pid()))
                        .start()
                        .waitFor();
            } catch (java.io.IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private int run(String... arguments) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private int runRanks(String how) {
        return run("run", "-n", "3", "--bind-to", "core", Rank.class.getName(), how, "-n", "x");
    }

    @Test
    void putsTheNumberOfARankBeforeWhatItPrints() {
        assertThat(runRanks("ends")).isZero();

        assertThat(out.toString().lines()).containsExactlyInAnyOrder("[0] 0 of 3", "[1] 1 of 3", "[2] 2 of 3");
        assertThat(err.toString().lines())
                .containsExactlyInAnyOrder(
                        "[0] with [ends, -n, x]", "[1] with [ends, -n, x]", "[2] with [ends, -n, x]");
    }

    @WholeBuild
    @Test
    void endsAllWithTheOneThatFails() {
        assertThat(runRanks("exits")).isEqualTo(7);

        assertThat(err.toString()).contains("rank 1 has ended with status 7; the others end with it");
        assertThat(err.toString()).contains("[0] io.oriel.collectives.CollectiveException: ", "[2] io.oriel");
    }

    @Test
    void tellsTheSignalThatHasKilledARank() {
        assertThat(runRanks("killed")).isEqualTo(128 + 9);
    }

    @Test
    void saysThatThereIsNoSuchProgram() {
        assertThat(run("run", "-n", "1", "no.such.Program")).isEqualTo(1);

        assertThat(err.toString()).contains("there is no public no.such.Program.main");
    }

    @Test
    void refusesANumberOfRanksThatCannotBe() {
        assertThat(run("run", "-n", "0", "pi")).isEqualTo(2);
        assertThat(run("run", "pi")).isEqualTo(2);
    }
}
