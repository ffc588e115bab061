// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.MediaDriverVersion;
import io.aeron.driver.Sender;
import io.aeron.driver.buffer.LogFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.LangUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.nio.TransportPoller;
import org.jspecify.annotations.Nullable;

/**
 * The members of Aeron and Agrona that are not public and that this module uses. All reflection of the module is here: if a release
 * has changed a member, the adapter does not open, and the error names the member.
 */
final class AeronInternals {
    /** More direct memory than both pollers take. */
    private static final int POLLERS_LENGTH = 160 * 1024;

    private static final List<String> POLLERS = List.of("controlTransportPoller", "dataTransportPoller");

    private AeronInternals() {}

    /** Returns the agent of a driver that sends. */
    static Agent sender(MediaDriver driver) {
        Object all = driver.sharedAgentInvoker().agent();
        for (Agent each : (Agent[]) get(field(CompositeAgent.class, "agents", Agent[].class), all)) {
            if (each instanceof Sender) {
                return each;
            }
        }
        throw missing(CompositeAgent.class, "agents with a sender", null);
    }

    /** A poller that finds no memory has opened its selector, which nobody can close any more. */
    static void requirePollersMemory() {
        BufferUtil.free(ByteBuffer.allocateDirect(POLLERS_LENGTH));
    }

    /**
     * Lets each walk through a driver's sockets without an iterator of its own for each walk. The compiler does not always spare it:
     * if a driver was turned for long before there was a socket, it takes the walk for one that ends at once.
     */
    static void walkSocketsWithoutAllocation(MediaDriver.Context context) {
        for (String name : POLLERS) {
            Object poller = call(MediaDriver.Context.class, name, context);
            Field sockets = onlyList(poller);
            try {
                sockets.set(poller, new WalkedList<>((ArrayList<?>) get(sockets, poller)));
            } catch (IllegalAccessException e) {
                throw inaccessible(e);
            }
        }
    }

    private static Field onlyList(Object poller) {
        List<Field> lists = Arrays.stream(poller.getClass().getDeclaredFields())
                .filter(field -> field.getType() == ArrayList.class)
                .toList();
        if (lists.size() != 1) {
            throw missing(poller.getClass(), "only list, but " + lists.size() + " lists", null);
        }
        lists.get(0).setAccessible(true);
        return lists.get(0);
    }

    /** Has a driver that has not started make its logs by a factory. */
    static void useLogFactory(MediaDriver.Context context, LogFactory factory) {
        Object unused = invoke(method(MediaDriver.Context.class, "logFactory", LogFactory.class), context, factory);
    }

    /** Closes the pollers of a driver that could not start: Aeron would keep their selectors. */
    static void closePollers(MediaDriver.Context context, Throwable cause) {
        for (String name : POLLERS) {
            try {
                if (call(MediaDriver.Context.class, name, context) instanceof TransportPoller opened) {
                    opened.close();
                }
            } catch (RuntimeException | LinkageError e) {
                cause.addSuppressed(e);
            }
        }
    }

    /**
     * Finds a field.
     *
     * @throws NoSuchFieldError if the class has no such field, or one of another type
     */
    static Field field(Class<?> owner, String name, Class<?> type) {
        try {
            Field found = owner.getDeclaredField(name);
            if (found.getType() == type) {
                found.setAccessible(true);
                return found;
            }
            throw missing(owner, name + " of type " + type.getName(), null);
        } catch (NoSuchFieldException e) {
            throw missing(owner, name, e);
        }
    }

    private static NoSuchFieldError missing(Class<?> owner, String member, @Nullable Throwable cause) {
        NoSuchFieldError error = new NoSuchFieldError("Aeron " + MediaDriverVersion.VERSION
                + " or its release of Agrona has no " + owner.getName() + "." + member
                + ", which Oriel uses; use the release of Aeron that Oriel is built with");
        error.initCause(cause);
        return error;
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    private static Object call(Class<?> type, String name, Object owner) {
        return invoke(method(type, name), owner);
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            Method method = type.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw missing(type, name + "()", e);
        }
    }

    private static Object invoke(Method method, Object owner, Object... arguments) {
        try {
            return method.invoke(owner, arguments);
        } catch (InvocationTargetException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            throw new AssertionError(e);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    private static IllegalStateException inaccessible(IllegalAccessException cause) {
        return new IllegalStateException("a member that was made accessible is not", cause);
    }
}
