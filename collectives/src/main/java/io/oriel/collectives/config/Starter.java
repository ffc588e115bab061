// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import org.jspecify.annotations.Nullable;

/** A program that starts ranks; by the first whose mark is in the environment a process was started. */
enum Starter {
    /** {@code bin/oriel run}, or somebody by hand. */
    ORIEL(Starter.RANK, Starter.SIZE) {
        @Override
        String job(Variables environment) {
            return "";
        }

        @Override
        @Nullable
        String host(Variables environment) {
            return environment.number(Starter.SIZE) == 1 ? LOOPBACK : null;
        }
    },
    /** Open MPI's {@code mpirun}, also in an allocation of Slurm. */
    OPEN_MPI("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE") {
        @Override
        String job(Variables environment) {
            return environment.textOr("PMIX_NAMESPACE", environment.textOr("OMPI_MCA_orte_hnp_uri", ""));
        }

        @Override
        @Nullable
        String host(Variables environment) {
            boolean isOneHost = environment.has("OMPI_COMM_WORLD_LOCAL_SIZE")
                    && environment.number("OMPI_COMM_WORLD_LOCAL_SIZE") == environment.number("OMPI_COMM_WORLD_SIZE");
            return isOneHost ? LOOPBACK : null;
        }
    },
    /** PRRTE's {@code prterun}, which does not say how many there are. */
    PRRTE("PMIX_RANK", Starter.SIZE) {
        @Override
        String job(Variables environment) {
            return environment.textOr("PMIX_NAMESPACE", "");
        }

        @Override
        @Nullable
        String host(Variables environment) {
            return null;
        }
    },
    /** A step of {@code srun}; a batch script outside of a step is a program of its own. */
    SLURM("SLURM_PROCID", "SLURM_STEP_NUM_TASKS") {
        @Override
        boolean hasStarted(Variables environment) {
            return environment.has("SLURM_PROCID") && environment.has("SLURM_STEP_NUM_TASKS");
        }

        @Override
        String job(Variables environment) {
            return environment.textOr("SLURM_JOB_ID", "") + "." + environment.textOr("SLURM_STEP_ID", "");
        }

        @Override
        @Nullable
        String host(Variables environment) {
            if (environment.textOr("SLURM_STEP_NUM_NODES", "").equals("1")) {
                return LOOPBACK;
            }
            String nodes = environment.text("SLURM_STEP_NODELIST");
            return nodes == null ? null : NodeList.first(nodes);
        }
    },
    /** An Indexed Job of Kubernetes, whose manifest says the rest. */
    KUBERNETES("JOB_COMPLETION_INDEX", Starter.SIZE) {
        @Override
        String job(Variables environment) {
            return "";
        }

        @Override
        @Nullable
        String host(Variables environment) {
            return null;
        }
    };

    static final String RANK = "ORIEL_RANK";
    static final String SIZE = "ORIEL_SIZE";
    static final String LOOPBACK = "127.0.0.1";

    private final String rank;
    private final String size;

    Starter(String rank, String size) {
        this.rank = rank;
        this.size = size;
    }

    /** Returns by whom a process was started; null if it is alone. */
    static @Nullable Starter of(Variables environment) {
        for (Starter each : values()) {
            if (each.hasStarted(environment)) {
                return each;
            }
        }
        return null;
    }

    boolean hasStarted(Variables environment) {
        return environment.has(rank);
    }

    int rank(Variables environment) {
        return environment.number(rank);
    }

    int size(Variables environment) {
        return environment.has(SIZE) ? environment.number(SIZE) : environment.number(size);
    }

    /** Returns what tells this run from others. */
    abstract String job(Variables environment);

    /** Returns where rank 0 is; null if this starter does not say it. */
    abstract @Nullable String host(Variables environment);
}
