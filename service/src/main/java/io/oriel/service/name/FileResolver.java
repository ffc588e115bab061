// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.name;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads addresses from a file, and again when the file has changed.
 *
 * <p>Each line has a name and its addresses, separated by blanks: {@code prices 192.0.2.1:7000 192.0.2.2:7000}. A name may have
 * several lines. What follows a {@code #} is left out. Write a new file beside the old one and rename it over: a file that is half
 * written is read as it is.
 *
 * <p><b>Threading:</b> safe for any number of threads.
 */
public final class FileResolver implements Resolver {
    private final Path file;
    // Guarded by this.
    private Map<String, List<String>> lines = Map.of();
    private FileTime readTime = FileTime.fromMillis(Long.MIN_VALUE);
    private long readLength = -1;
    private Object readKey = "";

    /**
     * Reads from a file, which need not be there yet.
     *
     * @param file where the addresses are
     */
    public FileResolver(Path file) {
        this.file = file;
    }

    @Override
    public synchronized List<InetSocketAddress> resolve(String name) throws IOException {
        readIfChanged();
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String text : lines.getOrDefault(name, List.of())) {
            addresses.add(AddressText.parse(text));
        }
        return addresses;
    }

    private void readIfChanged() throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Object key = String.valueOf(attributes.fileKey());
        if (attributes.lastModifiedTime().equals(readTime) && attributes.size() == readLength && key.equals(readKey)) {
            return;
        }
        lines = read();
        readTime = attributes.lastModifiedTime();
        readLength = attributes.size();
        readKey = key;
    }

    private Map<String, List<String>> read() throws IOException {
        Map<String, List<String>> read = new HashMap<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", -1);
            List<String> addresses = read.computeIfAbsent(words[0], name -> new ArrayList<>());
            addresses.addAll(List.of(words).subList(1, words.length));
        }
        return read;
    }
}
