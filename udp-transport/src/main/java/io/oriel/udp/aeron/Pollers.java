// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.MediaDriverVersion;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.agrona.BufferUtil;
import org.agrona.nio.TransportPoller;
import org.jspecify.annotations.Nullable;

/** The two pollers of a media driver's sockets, which Aeron shows to its own package alone. */
final class Pollers {
    /** More direct memory than both take. */
    private static final int LENGTH = 160 * 1024;

    private static final List<String> GETTERS = List.of("controlTransportPoller", "dataTransportPoller");

    private final MediaDriver.Context context;

    Pollers(MediaDriver.Context context) {
        this.context = context;
    }

    /** A poller that finds no memory has opened its selector, which nobody can close any more. */
    static void requireMemory() {
        BufferUtil.free(ByteBuffer.allocateDirect(LENGTH));
    }

    /**
     * Lets each walk through its sockets without an iterator of its own for each walk. The compiler does not always spare it: if
     * a driver was turned for long before there was a socket, it takes the walk for one that ends at once.
     *
     * @throws NoSuchFieldError if this release of Aeron keeps its sockets in another way
     */
    void walkWithoutAllocation() {
        try {
            for (String getter : GETTERS) {
                Object poller = call(getter);
                Field sockets = onlyList(poller);
                sockets.setAccessible(true);
                sockets.set(poller, new WalkedList<>((ArrayList<?>) sockets.get(poller)));
            }
        } catch (ReflectiveOperationException e) {
            throw unlikeAeron(String.valueOf(e.getMessage()), e);
        }
    }

    private static Field onlyList(Object poller) {
        List<Field> lists = Arrays.stream(poller.getClass().getDeclaredFields())
                .filter(field -> field.getType() == ArrayList.class)
                .toList();
        if (lists.size() != 1) {
            throw unlikeAeron(poller.getClass() + " has " + lists.size() + " lists", null);
        }
        return lists.get(0);
    }

    private static NoSuchFieldError unlikeAeron(String found, @Nullable Throwable cause) {
        NoSuchFieldError error = new NoSuchFieldError(
                "Aeron " + MediaDriverVersion.VERSION + " keeps its sockets in another way than Oriel knows: " + found
                        + "; use the release of Aeron that Oriel is built with");
        error.initCause(cause);
        return error;
    }

    /** Closes those of a driver that could not start: Aeron would keep their selectors. */
    void close(Throwable cause) {
        for (String getter : GETTERS) {
            try {
                if (call(getter) instanceof TransportPoller opened) {
                    opened.close();
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private Object call(String getter) throws ReflectiveOperationException {
        Method method = MediaDriver.Context.class.getDeclaredMethod(getter);
        method.setAccessible(true);
        return method.invoke(context);
    }

    /**
     * A list that is walked often, by one thread and one walk at a time: all walks share an iterator.
     *
     * @param <T> of its elements
     */
    private static final class WalkedList<T> extends ArrayList<T> {
        private static final long serialVersionUID = 1;

        private final transient Walk walk = new Walk();

        WalkedList(Collection<? extends T> elements) {
            super(elements);
        }

        @Override
        public Iterator<T> iterator() {
            walk.next = 0;
            return walk;
        }

        private final class Walk implements Iterator<T> {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return get(next++);
            }
        }
    }
}
