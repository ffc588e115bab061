// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LaunchTest {
    private static final Map<String, String> MPIRUN = Map.of(
            "OMPI_COMM_WORLD_RANK", "2",
            "OMPI_COMM_WORLD_SIZE", "4",
            "OMPI_COMM_WORLD_LOCAL_SIZE", "4",
            "PMIX_NAMESPACE", "561119233",
            "PMIX_RANK", "2");
    private static final Map<String, String> SRUN = Map.of(
            "SLURM_PROCID", "3",
            "SLURM_STEP_NUM_TASKS", "8",
            "SLURM_NTASKS", "16",
            "SLURM_STEP_NUM_NODES", "1",
            "SLURM_STEP_NODELIST", "n1",
            "SLURM_JOB_ID", "77",
            "SLURM_STEP_ID", "1");

    @Test
    void isOneRankAloneWhenNobodyHasStartedRanks() {
        MeetingConfig alone = Launch.meeting(Map.of("PATH", "/bin"));

        assertThat(alone.rank()).isZero();
        assertThat(alone.size()).isOne();
    }

    @Test
    void takesWhatIsSaidByHand() {
        MeetingConfig meeting = Launch.meeting(Map.of(
                "ORIEL_RANK", "1",
                "ORIEL_SIZE", "3",
                "ORIEL_ROOT", "127.0.0.1:7000",
                "ORIEL_JOB", "mine",
                "ORIEL_TIMEOUT_MS", "5000"));

        assertThat(meeting).isEqualTo(new MeetingConfig(1, 3, at(7000, 127, 0, 0, 1), "mine", Duration.ofSeconds(5)));
    }

    @Test
    void takesAnAddressOfSixteenBytes() {
        MeetingConfig meeting =
                Launch.meeting(Map.of("ORIEL_RANK", "1", "ORIEL_SIZE", "3", "ORIEL_ROOT", "[::1]:7000"));

        assertThat(meeting.root()).isEqualTo(at(7000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void meetsOnThisHostWhereMpirunHasStartedAllHere() {
        MeetingConfig meeting = Launch.meeting(MPIRUN);

        assertThat(meeting.rank()).isEqualTo(2);
        assertThat(meeting.size()).isEqualTo(4);
        assertThat(meeting.job()).isEqualTo("561119233");
        assertThat(meeting.root().getAddress().isLoopbackAddress()).isTrue();
        assertThat(meeting.root().getPort()).isBetween(20_000, 31_999);
    }

    @Test
    void asksForTheRootWhereMpirunHasStartedSomeElsewhere() {
        Map<String, String> spread = with(MPIRUN, "OMPI_COMM_WORLD_LOCAL_SIZE", "2");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Launch.meeting(spread))
                .withMessageContaining("ORIEL_ROOT");
        assertThat(Launch.meeting(with(spread, "ORIEL_ROOT", "127.0.0.2:7001")).root())
                .isEqualTo(new InetSocketAddress("127.0.0.2", 7001));
    }

    @Test
    void prefersMpirunInsideAStepOfSlurm() {
        Map<String, String> both = new HashMap<>(SRUN);
        both.putAll(MPIRUN);

        assertThat(Launch.meeting(both).size()).isEqualTo(4);
    }

    @Test
    void meetsAtTheFirstNodeOfAStep() {
        Map<String, String> spread =
                with(with(SRUN, "SLURM_STEP_NUM_NODES", "2"), "SLURM_STEP_NODELIST", "127.0.0.[3-4]");
        MeetingConfig meeting = Launch.meeting(spread);

        assertThat(meeting.rank()).isEqualTo(3);
        assertThat(meeting.size()).isEqualTo(8);
        assertThat(meeting.job()).isEqualTo("77.1");
        assertThat(meeting.root().getAddress().getHostAddress()).isEqualTo("127.0.0.3");
    }

    @Test
    void isAloneInABatchScriptOutsideOfAStep() {
        Map<String, String> script = new HashMap<>(SRUN);
        script.remove("SLURM_STEP_NUM_TASKS");

        assertThat(Launch.meeting(script).size()).isOne();
    }

    @Test
    void takesTheIndexOfAJob() {
        Map<String, String> pod =
                Map.of("JOB_COMPLETION_INDEX", "1", "ORIEL_SIZE", "2", "ORIEL_ROOT", "127.0.0.1:7000");

        assertThat(Launch.meeting(pod).rank()).isOne();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Launch.meeting(Map.of("JOB_COMPLETION_INDEX", "1")))
                .withMessageContaining("ORIEL_SIZE");
    }

    @ParameterizedTest
    @CsvSource({"ORIEL_RANK, x", "ORIEL_RANK, 3", "ORIEL_SIZE, 0", "ORIEL_ROOT, localhost", "ORIEL_ROOT, localhost:y"})
    void refusesWhatCannotBeRead(String name, String value) {
        Map<String, String> right = Map.of("ORIEL_RANK", "1", "ORIEL_SIZE", "3", "ORIEL_ROOT", "127.0.0.1:7000");

        assertThatIllegalArgumentException().isThrownBy(() -> Launch.meeting(with(right, name, value)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:0", "localhost:65536", "localhost:-1", "localhost:99999999999", ":7000", "localhost:"
            })
    void saysThatTheRootIsNoHostWithAPort(String root) {
        Map<String, String> right = Map.of("ORIEL_RANK", "1", "ORIEL_SIZE", "3");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Launch.meeting(with(right, "ORIEL_ROOT", root)))
                .withMessage("the environment variable ORIEL_ROOT must be host:port, the port in 1..65535, was '" + root
                        + "'");
    }

    @Test
    void saysWhichHostIsNotKnown() {
        Map<String, String> unknown = Map.of(
                "ORIEL_RANK", "1", "ORIEL_SIZE", "3", "ORIEL_ROOT", "no.such.invalid:7000", "ORIEL_TIMEOUT_MS", "100");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Launch.meeting(unknown))
                .withMessageContaining("no.such.invalid");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "n1 n1",
                "n1,n2 n1",
                "n[01-04,7],login n01",
                "n[7,9-10] n7",
                "rack[1-2]n[3-4]-x rack1n3-x",
                "login,n[1-2] login"
            })
    void findsTheFirstOfAListOfNodes(String list, String first) {
        assertThat(NodeList.first(list)).isEqualTo(first);
    }

    private static Map<String, String> with(Map<String, String> variables, String name, String value) {
        Map<String, String> changed = new HashMap<>(variables);
        changed.put(name, value);
        return changed;
    }

    private static InetSocketAddress at(int port, int... address) {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < address.length; i++) {
            bytes[i] = (byte) address[i];
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
