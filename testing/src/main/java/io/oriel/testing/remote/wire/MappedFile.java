// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where the memory of a process is that another one can map: what one stores there, the other loads.
 *
 * <p>Threading: immutable.
 *
 * @param file   which the memory is mapped from
 * @param offset bytes from the file's start, at which it begins
 * @param length bytes, at least 1
 */
public record MappedFile(Path file, long offset, int length) {
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    /** From, to, rights with an s for shared, offset, device, inode, path. */
    private static final Pattern SHARED =
            Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) ...s (\\p{XDigit}+) \\S+ \\d+ +(/.*)");

    /**
     * Finds the file behind a buffer of this process, as the kernel tells.
     *
     * @param buffer of any kind
     * @return the file; empty if the buffer is on the heap, or in memory that no other process can map by a name
     */
    public static Optional<MappedFile> of(DirectBuffer buffer) {
        if (buffer.byteArray() != null || buffer.capacity() == 0) {
            return Optional.empty();
        }
        return mappings()
                .lines()
                .map(SHARED::matcher)
                .filter(Matcher::matches)
                .flatMap(line -> in(line, buffer.addressOffset(), buffer.capacity()).stream())
                .filter(found -> Files.exists(found.file()))
                .findFirst();
    }

    private static String mappings() {
        try {
            return new String(Files.readAllBytes(MAPPINGS), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<MappedFile> in(Matcher line, long address, int length) {
        long from = Long.parseUnsignedLong(line.group(1), 16);
        long to = Long.parseUnsignedLong(line.group(2), 16);
        if (address < from || address + length > to) {
            return Optional.empty();
        }
        long offset = Long.parseUnsignedLong(line.group(3), 16) + address - from;
        return Optional.of(new MappedFile(Path.of(line.group(4)), offset, length));
    }

    /**
     * Writes where the memory is.
     *
     * @param out takes it
     * @throws IOException if the stream fails
     */
    public void write(DataOutputStream out) throws IOException {
        out.writeUTF(file.toString());
        out.writeLong(offset);
        out.writeInt(length);
    }

    /**
     * Reads what {@link #write} of the other process wrote.
     *
     * @param in has it
     * @return where the memory is
     * @throws IOException if the stream ends
     */
    public static MappedFile read(DataInputStream in) throws IOException {
        return new MappedFile(Path.of(in.readUTF()), in.readLong(), in.readInt());
    }

    /**
     * Maps the memory into this process.
     *
     * @return a buffer of {@link #length()} bytes
     * @throws UncheckedIOException if the file is gone, or cannot be mapped
     */
    public UnsafeBuffer map() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, offset, length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
