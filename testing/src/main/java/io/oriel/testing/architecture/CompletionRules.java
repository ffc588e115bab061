// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Handle;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Label;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What holds for calls that complete a future, whose result says whether somebody else came first. */
public final class CompletionRules {
    /** Of CompletableFuture and classes that extend it. */
    private static final Set<String> COMPLETIONS = Set.of(
            "complete(Ljava/lang/Object;)Z",
            "complete(Ljava/lang/Void;)Z",
            "completeExceptionally(Ljava/lang/Throwable;)Z");

    private static final Set<String> OF_THE_ENGINE = Set.of(
            "io/oriel/engine/control/ControlFuture.claim()Z", "io/oriel/engine/control/ControlFuture.succeed()Z");
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");
    private static final String IGNORED = "unused";

    private CompletionRules() {}

    /**
     * The result of each call is used: what a future was to hand over must not get lost when the future was cancelled.
     *
     * @param main       of a module
     * @param exceptions methods that may ignore the result, as {@code Type.method}: all of them, and no others
     */
    public static void requireResultsUsed(MainClasses main, String... exceptions) {
        Set<String> ignoring = new TreeSet<>();
        for (JavaClass each : main.classes()) {
            each.getSource().ifPresent(source -> ignoring.addAll(ignoringIn(source, simpleName(each))));
        }
        assertThat(ignoring)
                .as("methods that ignore whether they have completed a future")
                .containsExactlyInAnyOrder(exceptions);
    }

    /** Returns the name of the type in whose file a class is. */
    private static String simpleName(JavaClass each) {
        return each.getEnclosingClass().map(CompletionRules::simpleName).orElse(each.getSimpleName());
    }

    private static Set<String> ignoringIn(Source source, String type) {
        Set<String> methods = new TreeSet<>();
        try (InputStream bytes = source.getUri().toURL().openStream()) {
            new ClassReader(bytes).accept(new Methods(type, methods), ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            throw new UncheckedIOException("the class file " + source.getUri() + " cannot be read", e);
        }
        return methods;
    }

    private static boolean isCompletion(String owner, String name, String descriptor) {
        return COMPLETIONS.contains(name + descriptor) || OF_THE_ENGINE.contains(owner + "." + name + descriptor);
    }

    /** Visits the methods of a class. */
    private static final class Methods extends ClassVisitor {
        private final String type;
        private final Set<String> ignoring;

        Methods(String type, Set<String> ignoring) {
            super(Opcodes.ASM9);
            this.type = type;
            this.ignoring = ignoring;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            Matcher lambda = LAMBDA.matcher(name);
            String method = type + "." + (lambda.matches() ? lambda.group(1) : name);
            return new Results(() -> ignoring.add(method));
        }
    }

    /** Follows the results of the calls in a method: dropped at once, or kept in a variable that is not meant to be read. */
    private static final class Results extends MethodVisitor {
        private final Runnable onIgnored;
        private final Map<Label, Integer> order = new HashMap<>();
        private final List<Stored> stored = new ArrayList<>();
        private final List<Variable> variables = new ArrayList<>();
        private boolean isFresh;

        private record Stored(int slot, int label) {}

        private record Variable(int slot, String name, Label from, Label to) {}

        Results(Runnable onIgnored) {
            super(Opcodes.ASM9);
            this.onIgnored = onIgnored;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            isFresh = isCompletion(owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            isFresh = false;
            boolean isVoid = arguments.length > 1
                    && arguments[0] instanceof Type function
                    && function.getSort() == Type.METHOD
                    && function.getReturnType().equals(Type.VOID_TYPE);
            if (isVoid
                    && arguments[1] instanceof Handle target
                    && isCompletion(target.getOwner(), target.getName(), target.getDesc())) {
                onIgnored.run();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (isFresh && opcode == Opcodes.POP) {
                onIgnored.run();
            }
            isFresh = false;
        }

        @Override
        public void visitVarInsn(int opcode, int slot) {
            if (isFresh && opcode == Opcodes.ISTORE) {
                stored.add(new Stored(slot, order.size())); // a variable begins with the label behind
            }
            isFresh = false;
        }

        @Override
        public void visitLabel(Label label) {
            order.put(label, order.size());
        }

        @Override
        public void visitLocalVariable(
                String name, String descriptor, @Nullable String signature, Label start, Label end, int index) {
            variables.add(new Variable(index, name, start, end));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            isFresh = false;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            isFresh = false;
        }

        @Override
        public void visitEnd() {
            if (stored.stream().anyMatch(each -> variables.stream().noneMatch(variable -> isMeant(variable, each)))) {
                onIgnored.run();
            }
        }

        private boolean isMeant(Variable variable, Stored value) {
            return variable.slot() == value.slot()
                    && !variable.name().startsWith(IGNORED)
                    && order.getOrDefault(variable.from(), Integer.MAX_VALUE) <= value.label()
                    && order.getOrDefault(variable.to(), 0) > value.label();
        }
    }
}
