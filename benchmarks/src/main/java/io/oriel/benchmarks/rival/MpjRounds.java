// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.scenario.Shape.Operation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * One rank of MPJ Express: rounds of an operation, of which rank 0 prints the times as the program for Open MPI does. No repository
 * that a build could take it from has MPJ Express, so that its methods are found when this runs.
 */
public final class MpjRounds {
    private static final int WARM_UP = 20_000;
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);

    private final Object world;
    private final Method barrier;
    private final Method allReduce;
    private final Object type;
    private final Object sum;
    private final double[] own = {1};
    private final double[] all = new double[1];
    private long errors;

    private MpjRounds() throws ReflectiveOperationException {
        world = constant("COMM_WORLD");
        type = constant("DOUBLE");
        sum = constant("SUM");
        barrier = method("Barrier");
        allReduce = method("Allreduce");
    }

    /**
     * Runs rounds.
     *
     * @param arguments those of the starter, then the operation's name and how many
     * @throws ReflectiveOperationException if MPJ Express is another than that which was tried, or fails
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Class<?> mpi = Class.forName("mpi.MPI");
        String[] own = (String[]) mpi.getMethod("Init", String[].class).invoke(null, (Object) arguments);
        MpjRounds rounds = new MpjRounds();
        rounds.run(Operation.valueOf(own[0]), Long.parseLong(own[1]));
        mpi.getMethod("Finalize").invoke(null);
    }

    private void run(Operation operation, long count) throws ReflectiveOperationException {
        for (int i = 0; i < WARM_UP; i++) {
            round(operation);
        }
        Histogram histogram = new Histogram(HIGHEST_NS, 3);
        long beganNs = System.nanoTime();
        long lastNs = beganNs;
        for (long i = 0; i < count; i++) {
            round(operation);
            long nowNs = System.nanoTime();
            histogram.recordValue(Math.min(HIGHEST_NS, nowNs - lastNs));
            lastNs = nowNs;
        }
        if ((Integer) world.getClass().getMethod("Rank").invoke(world) == 0) {
            print(count, lastNs - beganNs, histogram);
        }
    }

    private void round(Operation operation) throws ReflectiveOperationException {
        if (operation == Operation.BARRIER) {
            barrier.invoke(world);
            return;
        }
        all[0] = 0;
        allReduce.invoke(world, own, 0, all, 0, 1, type, sum);
        errors += all[0] == 2 ? 0 : 1;
    }

    private void print(long count, long elapsedNs, Histogram histogram) {
        StringBuilder text =
                new StringBuilder("operations " + count + "\nelapsed " + elapsedNs + "\nerrors " + errors + "\n");
        for (HistogramIterationValue value : histogram.recordedValues()) {
            text.append("latency ")
                    .append(value.getValueIteratedTo())
                    .append(' ')
                    .append(value.getCountAtValueIteratedTo())
                    .append('\n');
        }
        System.out.print(text);
        System.out.flush();
    }

    private static Object constant(String name) throws ReflectiveOperationException {
        return Class.forName("mpi.MPI").getField(name).get(null);
    }

    private Method method(String name) throws NoSuchMethodException {
        return Arrays.stream(world.getClass().getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(name + " of " + world.getClass()));
    }
}
