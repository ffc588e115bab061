// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.driver.DriverConductor;
import io.aeron.driver.IpcPublication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.MediaDriverVersion;
import io.aeron.driver.buffer.LogFactory;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.agrona.LangUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.status.ReadablePosition;
import org.agrona.nio.TransportPoller;

/**
 * The members of Aeron and Agrona that are not public and that this module uses. All reflection of the module is here: a release
 * that has changed a member is noticed when the first media driver starts, and the error names the member.
 */
final class AeronInternals {
    private static final String[] POLLERS = {"controlTransportPoller", "dataTransportPoller"};

    private final Field agents = field(CompositeAgent.class, "agents", Agent[].class);
    private final Field logs = field(DriverConductor.class, "ipcPublications", ArrayList.class);
    private final Field readers = field(IpcPublication.class, "subscriberPositions", ReadablePosition[].class);
    private final Field tripLimit = field(IpcPublication.class, "tripLimit", long.class);
    private final Field cleanPosition = field(IpcPublication.class, "cleanPosition", long.class);
    private final Field terms = field(Publication.class, "termBuffers", UnsafeBuffer[].class);
    private final Method commands = method(MediaDriver.Context.class, "toDriverCommands");

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
            throw new NoSuchFieldError(missing(owner, name + " of type " + type.getName()));
        } catch (NoSuchFieldException e) {
            throw withCause(new NoSuchFieldError(missing(owner, name)), e);
        }
    }

    /**
     * Finds a method.
     *
     * @throws NoSuchMethodError if the class has no such method
     */
    static Method method(Class<?> owner, String name, Class<?>... parameters) {
        try {
            Method found = owner.getDeclaredMethod(name, parameters);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException e) {
            throw withCause(new NoSuchMethodError(missing(owner, name + "()")), e);
        }
    }

    private static String missing(Class<?> owner, String member) {
        return "Aeron " + MediaDriverVersion.VERSION + " or its release of Agrona has no " + owner.getName() + "."
                + member + ", which Oriel uses; use the release of Aeron that Oriel is built with";
    }

    private static <T extends Error> T withCause(T error, Throwable cause) {
        error.initCause(cause);
        return error;
    }

    /** Returns the agent of a driver that executes the commands of its clients. */
    DriverConductor conductor(MediaDriver driver) {
        for (Agent agent : (Agent[]) get(agents, driver.sharedAgentInvoker().agent())) {
            if (agent instanceof DriverConductor conductor) {
                return conductor;
            }
        }
        throw new NoSuchFieldError(missing(CompositeAgent.class, "agents with a conductor"));
    }

    /** Returns the commands of a driver's clients. */
    RingBuffer commands(MediaDriver driver) {
        return (RingBuffer) call(commands, driver.context());
    }

    /** Returns a log as its driver knows it. By the thread that runs the conductor. */
    IpcPublication log(DriverConductor conductor, long registrationId) {
        for (Object log : (List<?>) get(logs, conductor)) {
            if (log instanceof IpcPublication known && known.subscribableRegistrationId() == registrationId) {
                return known;
            }
        }
        throw new IllegalStateException("the media driver has no log " + registrationId);
    }

    /** Returns the counters that show how far a log was read. By the thread that runs the conductor. */
    ReadablePosition[] readers(IpcPublication log) {
        return (ReadablePosition[]) get(readers, log);
    }

    /**
     * Has the conductor no longer clean a log, nor move its limit while somebody reads it. By the thread that runs the conductor.
     *
     * @return up to where the log is clean for another round of its terms
     */
    long stopLimiting(IpcPublication log) {
        try {
            long cleaned = cleanPosition.getLong(log);
            tripLimit.setLong(log, Long.MAX_VALUE);
            cleanPosition.setLong(log, Long.MAX_VALUE);
            return cleaned;
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    /** Returns the terms of a log as its writer has mapped them. */
    UnsafeBuffer[] terms(ExclusivePublication log) {
        return (UnsafeBuffer[]) get(terms, log);
    }

    /** Has a driver that has not started make its logs by a factory. */
    static void useLogFactory(MediaDriver.Context context, LogFactory factory) {
        Object unused = call(method(MediaDriver.Context.class, "logFactory", LogFactory.class), context, factory);
    }

    /** Closes the pollers of a driver that could not start: Aeron would keep their selectors. */
    static void closePollers(MediaDriver.Context context, Throwable cause) {
        for (String poller : POLLERS) {
            try {
                if (call(method(MediaDriver.Context.class, poller), context) instanceof TransportPoller opened) {
                    opened.close();
                }
            } catch (RuntimeException | LinkageError e) {
                cause.addSuppressed(e);
            }
        }
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw inaccessible(e);
        }
    }

    private static Object call(Method method, Object owner, Object... arguments) {
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
