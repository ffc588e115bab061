// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The implementations of a service. For engines, not for users.
 *
 * <p>The class loader of the service is searched first, then the context class loader of the thread: a thread of the common pool, of
 * an executable jar or of a plugin host has a context class loader that does not know Oriel, or knows another copy of it.
 */
public final class Services {
    private Services() {}

    /**
     * Finds the implementations that the two class loaders know. An implementation of another copy of the service is ignored.
     *
     * @param service an interface
     * @param <S>     the same
     * @return new instances, one of each class, made when they are taken from the stream
     * @throws java.util.ServiceConfigurationError thrown by the stream if an implementation cannot be made, or a class path not be
     *     read
     */
    public static <S> Stream<S> find(Class<S> service) {
        Stream<ServiceLoader.Provider<S>> found = load(service, service.getClassLoader());
        ClassLoader context = context();
        if (context != null && context != service.getClassLoader() && knows(context, service)) {
            found = Stream.concat(found, load(service, context));
        }
        Set<Class<?>> seen = new HashSet<>();
        return found.filter(each -> seen.add(each.type())).map(ServiceLoader.Provider::get);
    }

    private static <S> Stream<ServiceLoader.Provider<S>> load(Class<S> service, @Nullable ClassLoader loader) {
        return ServiceLoader.load(service, loader).stream();
    }

    /** Returns false if the loader has another copy of the service, or none: then it has no implementation of this one. */
    private static boolean knows(ClassLoader loader, Class<?> service) {
        try {
            return Class.forName(service.getName(), false, loader) == service;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static @Nullable ClassLoader context() {
        return Thread.currentThread().getContextClassLoader();
    }

    /**
     * Describes where {@link #find} searches on this thread, for an error message.
     *
     * @param service an interface
     * @return both class loaders
     */
    public static String describeSearch(Class<?> service) {
        ClassLoader context = context();
        String own = "the class loader of " + service.getName() + " (" + describe(service.getClassLoader()) + ")";
        if (context == null) {
            return own + "; the thread has no context class loader";
        }
        if (context == service.getClassLoader()) {
            return own + ", which is also the thread's context class loader";
        }
        String reason = knows(context, service) ? "" : ", which does not know this copy of Oriel";
        return own + " and the thread's context class loader (" + describe(context) + reason + ")";
    }

    private static String describe(@Nullable ClassLoader loader) {
        if (loader == null) {
            return "bootstrap";
        }
        return loader.getName() == null ? loader.toString() : loader.getName() + ", " + loader;
    }
}
