// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.udp.keys.KeyFile;
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.keys.SealCipher;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes and changes files of pre-shared keys. */
@Command(
        name = "key",
        description = {
            "Makes a file with a key for hosts that seal what they say to each other, or adds a key to one that is there.",
            "A host dials with the first key of its file, and answers to each. To change keys while everything runs: add a key"
                    + " and copy the file to all hosts; then --use the new key everywhere; then --remove the old one."
        })
final class KeyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file; mode 0600.")
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private Path file;

    @Option(names = "--id", paramLabel = "ID", description = "Name of the new key; default: the date and a number.")
    private @Nullable String id;

    @Option(
            names = "--cipher",
            paramLabel = "CIPHER",
            description = "What it seals with: AES-256 (default) or AES-128.")
    private String cipher = SealCipher.AES_256.title();

    @Option(names = "--use", paramLabel = "ID", description = "Dial with this key from now on, instead of adding one.")
    private @Nullable String used;

    @Option(names = "--remove", paramLabel = "ID", description = "Take this key out, instead of adding one.")
    private @Nullable String removed;

    @Option(names = "--list", description = "Show the keys without their secrets, instead of adding one.")
    private boolean isList;

    @Override
    public Integer call() {
        int choices = (used == null ? 0 : 1) + (removed == null ? 0 : 1) + (isList ? 1 : 0);
        if (choices > 1 || (choices == 1 && id != null)) {
            throw new IllegalArgumentException("only one of --id, --use, --remove and --list can be given");
        }
        try {
            if (choices == 0) {
                add();
            } else {
                change();
            }
        } catch (IOException e) {
            throw new BenchmarkException("the key file " + file + " cannot be written: " + e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    private void add() throws IOException {
        KeyRing after = KeyFile.change(file, before -> {
            PresharedKey drawn = PresharedKey.draw(id == null ? freeId(before) : id, SealCipher.named(cipher));
            return before.map(ring -> ring.with(drawn)).orElseGet(() -> new KeyRing(List.of(drawn)));
        });
        PresharedKey key = after.keys().get(after.keys().size() - 1);
        PrintWriter out = spec.commandLine().getOut();
        if (after.keys().size() == 1) {
            out.println(file + " has " + key + "; copy it to each host by a way that nobody else sees");
        } else {
            out.println(file + " has " + key + " as its last one; copy it to each host, then run bin/oriel key " + file
                    + " --use " + key.id() + " there");
        }
    }

    private static String freeId(Optional<KeyRing> before) {
        String day = LocalDate.now(ZoneId.systemDefault()).toString();
        for (int number = 1; ; number++) {
            String free = day + '-' + number;
            if (before.isEmpty() || before.get().find(free) == null) {
                return free;
            }
        }
    }

    private KeyRing changed(KeyRing ring) {
        if (used != null) {
            return ring.dialling(used);
        }
        return removed == null ? ring : ring.without(removed);
    }

    private void change() throws IOException {
        KeyRing ring = KeyFile.read(file);
        if (!isList) {
            ring = KeyFile.change(file, before -> changed(before.orElseGet(() -> KeyFile.read(file))));
        }
        PrintWriter out = spec.commandLine().getOut();
        for (PresharedKey each : ring.keys()) {
            out.println(each.id() + " " + each.cipher().title() + (each == ring.first() ? ", dialled with" : ""));
        }
    }
}
