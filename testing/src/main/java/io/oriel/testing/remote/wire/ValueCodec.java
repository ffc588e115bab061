// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes arguments and results as bytes, and reads them: numbers, enums, records, paths, and what Java can serialize. The
 * two processes trust each other, and have the same class path.
 *
 * <p>Threading: any thread, if the {@link ObjectCodec} allows it.
 */
public final class ValueCodec {
    /** Tags from here to 127 are the object codec's. */
    public static final int FIRST_OBJECT_TAG = 16;

    private static final int NULL = 0;
    private static final int INT = 1;
    private static final int LONG = 2;
    private static final int BOOLEAN = 3;
    private static final int BYTES = 4;
    private static final int ENUM = 5;
    private static final int RECORD = 6;
    private static final int PATH = 7;
    private static final int SERIALIZED = 8;

    private final ObjectCodec objects;

    /**
     * Makes a codec for one of the processes.
     *
     * @param objects writes and reads what is no value
     */
    public ValueCodec(ObjectCodec objects) {
        this.objects = objects;
    }

    /**
     * Writes a value or an object.
     *
     * @param out   takes it
     * @param value what is to be told
     * @throws IOException if it can be neither copied nor named
     */
    public void write(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof Integer number) {
            out.writeByte(INT);
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeByte(LONG);
            out.writeLong(number);
        } else if (value instanceof Boolean truth) {
            out.writeByte(BOOLEAN);
            out.writeBoolean(truth);
        } else if (value instanceof Enum<?> constant) {
            out.writeByte(ENUM);
            out.writeUTF(constant.getDeclaringClass().getName());
            out.writeUTF(constant.name());
        } else if (!objects.write(out, value)) {
            writeSlow(out, value);
        }
    }

    private void writeSlow(DataOutputStream out, Object value) throws IOException {
        if (value instanceof byte[] bytes) {
            out.writeByte(BYTES);
            writeBytes(out, bytes);
        } else if (value instanceof Path path) {
            out.writeByte(PATH);
            out.writeUTF(path.toString());
        } else if (value instanceof Record) {
            out.writeByte(RECORD);
            writeRecord(out, value);
        } else {
            out.writeByte(SERIALIZED);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream serialized = new ObjectOutputStream(bytes)) {
                serialized.writeObject(value);
            }
            writeBytes(out, bytes.toByteArray());
        }
    }

    private void writeRecord(DataOutputStream out, Object value) throws IOException {
        out.writeUTF(value.getClass().getName());
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            try {
                write(out, component.getAccessor().invoke(value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Reads what {@link #write} of the other process wrote.
     *
     * @param in has it
     * @return a copy of the value, or the object that is meant
     * @throws IOException if the stream holds something else
     */
    public @Nullable Object read(DataInputStream in) throws IOException {
        int tag = in.readByte();
        try {
            return switch (tag) {
                case NULL -> null;
                case INT -> in.readInt();
                case LONG -> in.readLong();
                case BOOLEAN -> in.readBoolean();
                case BYTES -> readBytes(in);
                case ENUM -> constant(Class.forName(in.readUTF()), in.readUTF());
                case RECORD -> readRecord(in);
                case PATH -> Path.of(in.readUTF());
                case SERIALIZED -> new ObjectInputStream(new ByteArrayInputStream(readBytes(in))).readObject();
                default -> objects.read(tag, in);
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Object readRecord(DataInputStream in) throws IOException, ReflectiveOperationException {
        Class<?> type = Class.forName(in.readUTF());
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(in);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    /**
     * Writes bytes and, before them, how many there are.
     *
     * @param out   takes them
     * @param bytes all of which are written
     * @throws IOException if the stream fails
     */
    public static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads what {@link #writeBytes} wrote.
     *
     * @param in has it
     * @return the bytes
     * @throws IOException if the stream ends before them
     */
    public static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    /**
     * Copies all of a buffer.
     *
     * @param buffer of any kind
     * @return as many bytes as its capacity
     */
    public static byte[] bytesOf(DirectBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.getBytes(0, bytes);
        return bytes;
    }
}
