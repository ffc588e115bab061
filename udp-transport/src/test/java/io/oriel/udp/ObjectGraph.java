// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** All objects that can be reached from one by fields, array elements and the elements of collections. */
public final class ObjectGraph {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> todo = new ArrayDeque<>();
    private final List<byte[]> bytes = new ArrayList<>();

    private final List<Class<?>> beyond;

    private ObjectGraph(Object root, List<Class<?>> beyond) {
        this.beyond = beyond;
        add(root);
        while (!todo.isEmpty()) {
            visit(todo.remove());
        }
    }

    /**
     * Looks at the objects of this process, which other threads may change meanwhile.
     *
     * @param root   where to begin
     * @param beyond classes whose objects are not looked at
     * @return what was found
     */
    public static ObjectGraph from(Object root, Class<?>... beyond) {
        while (true) {
            try {
                return new ObjectGraph(root, List.of(beyond));
            } catch (ConcurrentModificationException e) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Returns the objects of a class.
     *
     * @param type the class
     * @param <T>  the class
     * @return in any order
     */
    public <T> List<T> of(Class<T> type) {
        return seen.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Tells whether something has these bytes. */
    boolean holds(byte[] wanted) {
        return bytes.stream().anyMatch(each -> indexOf(each, wanted) >= 0);
    }

    private static int indexOf(byte[] in, byte[] wanted) {
        for (int index = 0; index + wanted.length <= in.length; index++) {
            if (Arrays.equals(in, index, index + wanted.length, wanted, 0, wanted.length)) {
                return index;
            }
        }
        return -1;
    }

    private void add(@Nullable Object object) {
        boolean isLookedAt = object != null && beyond.stream().noneMatch(each -> each.isInstance(object));
        if (object != null && isLookedAt && seen.add(object)) {
            todo.add(object);
        }
    }

    private void visit(Object object) {
        if (object instanceof byte[] found) {
            bytes.add(found);
        } else if (object instanceof Object[] elements) {
            for (int index = 0; index < Array.getLength(elements); index++) {
                add(elements[index]);
            }
        } else if (object instanceof Collection<?> elements && isOfJdk(object.getClass())) {
            for (Object each : elements) {
                add(each);
            }
        } else if (object instanceof Map<?, ?> map && isOfJdk(object.getClass())) {
            map.forEach((key, value) -> {
                add(key);
                add(value);
            });
        } else if (object instanceof AtomicReference<?> reference) {
            add(reference.get());
        } else if (object instanceof SecretKey key && isOfJdk(object.getClass())) {
            bytes.add(key.getEncoded());
        } else if (!isOfJdk(object.getClass())) {
            visitFieldsOfOwnClasses(object);
        }
    }

    private static boolean isOfJdk(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.")
                || name.startsWith("jdk.");
    }

    /** The fields of the JDK's classes cannot be read. */
    private void visitFieldsOfOwnClasses(Object object) {
        for (Class<?> type = object.getClass(); type != null && !isOfJdk(type); type = type.getSuperclass()) {
            visitFields(object, type);
        }
    }

    private void visitFields(Object object, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                continue;
            }
            try {
                field.setAccessible(true);
                add(field.get(object));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(field + " cannot be read", e);
            }
        }
    }
}
