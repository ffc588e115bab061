// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.udp.keys.Identities;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.PresharedKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... options) {
        return execute("key", options);
    }

    private int execute(String command, String... options) {
        out.getBuffer().setLength(0);
        String[] arguments = new String[options.length + 2];
        arguments[0] = command;
        arguments[1] = file().toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private Path file() {
        return directory.resolve("keys");
    }

    @Test
    void makesAFileAndChangesItsKeys() {
        assertThat(run("--id", "old")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("has key 'old'").contains("copy it to each host");
        byte[] secret = KeyFile.read(file()).first().secret();

        assertThat(run("--id", "new", "--cipher", "AES-128")).isZero();
        assertThat(out.toString()).contains("has key 'new' as its last one").contains("--use new");
        assertThat(KeyFile.read(file()).first().secret()).isEqualTo(secret);

        assertThat(run("--use", "new")).isZero();
        assertThat(out.toString().lines()).containsExactly("new AES-128, dialled with", "old AES-256");

        assertThat(run("--remove", "old")).isZero();
        assertThat(run("--list")).isZero();
        assertThat(out.toString().lines()).containsExactly("new AES-128, dialled with");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void makesAnIdentityAndChangesItsPeers() {
        String open = Identities.draw().openText();
        assertThat(identify()).as(err.toString()).isZero();
        String own = Identities.read(file()).openText();
        assertThat(out.toString().strip()).isEqualTo("public key " + own + ", peers []");

        assertThat(identify("--allow", "peer", open)).as(err.toString()).isZero();
        assertThat(out.toString().strip()).isEqualTo("public key " + own + ", peers [peer]");

        assertThat(identify("--remove", "peer")).as(err.toString()).isZero();
        assertThat(identify("--remove", "peer")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no peer with the name 'peer'");
    }

    private int identify(String... options) {
        return execute("identity", options);
    }

    @Test
    void namesKeysByTheDay() {
        assertThat(run()).isZero();
        assertThat(run()).isZero();

        assertThat(KeyFile.read(file()).keys())
                .extracting(PresharedKey::id)
                .allMatch(id -> id.matches("\\d{4}-\\d\\d-\\d\\d-[12]"))
                .doesNotHaveDuplicates();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(run("--use", "none")).isEqualTo(1);
        assertThat(err.toString()).contains("there is none; make one with bin/oriel key");
        assertThat(run("--id", "one")).isZero();
        assertThat(run("--use", "two")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no key with the id 'two'; those that there are, are [one]");
        assertThat(run("--remove", "one")).isEqualTo(1);
        assertThat(run("--cipher", "AES-192")).isEqualTo(1);
        assertThat(err.toString()).contains("the cipher must be AES-128 or AES-256, was 'AES-192'");
        assertThat(run("--list", "--use", "one")).isEqualTo(1);
        assertThat(err.toString()).contains("only one of --id, --use, --remove and --list can be given");
    }
}
