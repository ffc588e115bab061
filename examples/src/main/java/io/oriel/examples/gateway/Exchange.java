// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.examples.Meeting;
import io.oriel.examples.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All processes of the exchange on this host: starts them, waits for the members, ends the others. If it dies, they end. */
final class Exchange {
    private static final String ANY_PORT = "127.0.0.1:0";
    private static final String LISTENING = "listening on ";

    private final Meeting meeting;
    private final OrderGateway.Options options;
    private final Waiting waiting;

    Exchange(Meeting meeting, OrderGateway.Options options) {
        this.meeting = meeting;
        this.options = options;
        int processes = 2 + options.members();
        boolean isCrowded = Runtime.getRuntime().availableProcessors() < processes;
        waiting = isCrowded ? Waiting.SLEEP : meeting.waiting();
        System.out.println(processes + " processes, --wait " + waiting
                + (isCrowded ? ", because there are fewer processors" : ""));
    }

    void run() throws IOException, InterruptedException {
        Path journal = Files.createTempFile("oriel-exchange", ".journal");
        List<Process> processes = new ArrayList<>();
        try {
            String engine = listen(processes, "--listen", ANY_PORT, "--journal", journal.toString());
            String gateway = listen(processes, "--listen", ANY_PORT, "--engine", engine);
            for (int member = 0; member < options.members(); member++) {
                String[] arguments = {"--connect", gateway, "--member", "" + member, "--depth", "" + options.depth()};
                start(processes, Redirect.INHERIT, arguments);
            }
            for (Process member : processes.subList(2, processes.size())) {
                end(member, "a member");
            }
            for (Process server : List.of(processes.get(1), processes.get(0))) {
                server.getOutputStream().close();
                end(server, "the gateway or the engine");
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
            Files.deleteIfExists(journal);
        }
    }

    private Process start(List<Process> processes, Redirect output, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--attended");
        Process process = meeting.command(waiting, all.toArray(String[]::new))
                .redirectOutput(output)
                .redirectError(Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    /** Starts a process that listens, and returns where. */
    private String listen(List<Process> processes, String... arguments) throws IOException {
        Process process = start(processes, Redirect.PIPE, arguments);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8); // it says no more
        String line = output.readLine();
        if (line == null || !line.startsWith(LISTENING)) {
            throw new IOException("a process has ended, or said '" + line + "' instead of where it listens");
        }
        return line.substring(LISTENING.length(), line.indexOf(','));
    }

    private static void end(Process process, String who) throws InterruptedException {
        if (process.waitFor() != 0) {
            throw new IllegalStateException(who + " ended with exit status " + process.exitValue());
        }
    }
}
