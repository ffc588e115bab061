// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
//
// Carries out every operation with seeded elements. Each rank writes a file of its own with a line for each result: operation,
// operator, type, number of elements, hash. ResultsMain does the same in Java; both must write the same.
//
//   results FOLDER COUNT...    elements that a rank gives

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INT, LONG, FLOAT, DOUBLE, TYPES };

static const char *NAMES[] = {"INT", "LONG", "FLOAT", "DOUBLE"};
static const int LENGTHS[] = {4, 8, 4, 8};
static int rank;
static int size;
static MPI_Datatype types[TYPES];
static FILE *file;

// Whole numbers that floats of any order add up without loss.
static int64_t value_at(int type, int64_t of, int64_t index) {
    uint64_t mixed = ((uint64_t) of * 0x9E3779B97F4A7C15ULL ^ (uint64_t) index * 0xC2B2AE3D27D4EB4FULL) * 0xD6E8FEB86659FD93ULL;
    uint64_t value = mixed >> 32 ^ mixed;
    return type == LONG ? (int64_t) value : type == INT ? (int32_t) value : (int64_t) (value & 0xFF) - 128;
}

static void set(void *memory, int type, int64_t index, int64_t value) {
    switch (type) {
        case INT: ((int32_t *) memory)[index] = (int32_t) value; break;
        case LONG: ((int64_t *) memory)[index] = value; break;
        case FLOAT: ((float *) memory)[index] = (float) value; break;
        default: ((double *) memory)[index] = (double) value;
    }
}

static int64_t get(const void *memory, int type, int64_t index) {
    switch (type) {
        case INT: return ((int32_t *) memory)[index];
        case LONG: return ((int64_t *) memory)[index];
        case FLOAT: return (int64_t) ((float *) memory)[index];
        default: return (int64_t) ((double *) memory)[index];
    }
}

static void print(const char *operation, const char *operator, int type, int64_t count, const void *memory, int64_t got) {
    uint64_t hash = 0xCBF29CE484222325ULL;
    for (int64_t index = 0; index < got; index++) {
        hash = (hash ^ (uint64_t) get(memory, type, index)) * 0x100000001B3ULL;
    }
    fprintf(file, "%s %s %s %lld %016llx\n", operation, operator, NAMES[type], (long long) count, (unsigned long long) hash);
}

static void *filled(int type, int64_t count) {
    void *memory = malloc((size_t) (count + 1) * LENGTHS[type]);
    for (int64_t index = 0; index < count; index++) {
        set(memory, type, index, value_at(type, rank, index));
    }
    return memory;
}

static void reductions(int type, const char *name, MPI_Op op, MPI_Datatype as, int items, int64_t count) {
    int n = (int) (count / items);
    int root = (int) (count % size);
    void *send = filled(type, count * size);
    void *receive = filled(type, count);
    MPI_Reduce(send, receive, n, as, op, root, MPI_COMM_WORLD);
    print("REDUCE", name, type, count, receive, rank == root ? count : 0);
    MPI_Allreduce(send, receive, n, as, op, MPI_COMM_WORLD);
    print("ALL_REDUCE", name, type, count, receive, count);
    MPI_Scan(send, receive, n, as, op, MPI_COMM_WORLD);
    print("SCAN", name, type, count, receive, count);
    MPI_Exscan(send, receive, n, as, op, MPI_COMM_WORLD);
    print("EXCLUSIVE_SCAN", name, type, count, receive, rank > 0 ? count : 0);
    MPI_Reduce_scatter_block(send, receive, n, as, op, MPI_COMM_WORLD);
    print("REDUCE_SCATTER", name, type, count, receive, count);
    free(send);
    free(receive);
}

static void movements(int type, int64_t count) {
    MPI_Datatype as = types[type];
    int n = (int) count;
    int root = (int) (count % size);
    int counts[64], places[64], same[64], same_places[64];
    int total = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = n - (i < n ? i : n);
        places[i] = total;
        total += counts[i];
    }
    for (int i = 0; i < size; i++) {
        same[i] = counts[rank];
        same_places[i] = i * counts[rank];
    }
    void *send = filled(type, count * size);
    void *receive = filled(type, count * size);
    MPI_Bcast(send, n, as, root, MPI_COMM_WORLD);
    print("BROADCAST", "-", type, count, send, count);
    free(send);
    send = filled(type, count * size);
    MPI_Gather(send, n, as, receive, n, as, root, MPI_COMM_WORLD);
    print("GATHER", "-", type, count, receive, rank == root ? count * size : 0);
    MPI_Scatter(send, n, as, receive, n, as, root, MPI_COMM_WORLD);
    print("SCATTER", "-", type, count, receive, count);
    MPI_Allgather(send, n, as, receive, n, as, MPI_COMM_WORLD);
    print("ALL_GATHER", "-", type, count, receive, count * size);
    MPI_Alltoall(send, n, as, receive, n, as, MPI_COMM_WORLD);
    print("ALL_TO_ALL", "-", type, count, receive, count * size);
    MPI_Gatherv(send, counts[rank], as, receive, counts, places, as, root, MPI_COMM_WORLD);
    print("GATHERV", "-", type, count, receive, rank == root ? total : 0);
    MPI_Scatterv(send, counts, places, as, receive, counts[rank], as, root, MPI_COMM_WORLD);
    print("SCATTERV", "-", type, count, receive, counts[rank]);
    MPI_Allgatherv(send, counts[rank], as, receive, counts, places, as, MPI_COMM_WORLD);
    print("ALL_GATHERV", "-", type, count, receive, total);
    MPI_Alltoallv(send, same, same_places, as, receive, counts, places, as, MPI_COMM_WORLD);
    print("ALL_TO_ALLV", "-", type, count, receive, total);
    MPI_Reduce_scatter(send, receive, counts, as, MPI_SUM, MPI_COMM_WORLD);
    print("REDUCE_SCATTERV", "SUM", type, count, receive, counts[rank]);
    free(send);
    free(receive);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", argv[1], rank);
    file = fopen(name, "w");
    if (file == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    types[INT] = MPI_INT32_T;
    types[LONG] = MPI_INT64_T;
    types[FLOAT] = MPI_FLOAT;
    types[DOUBLE] = MPI_DOUBLE;
    for (int argument = 2; argument < argc; argument++) {
        int64_t count = atoll(argv[argument]);
        for (int type = 0; type < TYPES; type++) {
            movements(type, count);
            reductions(type, "SUM", MPI_SUM, types[type], 1, count);
            reductions(type, "MIN", MPI_MIN, types[type], 1, count);
            reductions(type, "MAX", MPI_MAX, types[type], 1, count);
            if (type == INT || type == LONG) {
                reductions(type, "PRODUCT", MPI_PROD, types[type], 1, count);
                reductions(type, "BITWISE_AND", MPI_BAND, types[type], 1, count);
                reductions(type, "BITWISE_OR", MPI_BOR, types[type], 1, count);
                reductions(type, "BITWISE_XOR", MPI_BXOR, types[type], 1, count);
                reductions(type, "LOGICAL_AND", MPI_LAND, types[type], 1, count);
                reductions(type, "LOGICAL_OR", MPI_LOR, types[type], 1, count);
                reductions(type, "LOGICAL_XOR", MPI_LXOR, types[type], 1, count);
            }
            if (type == INT && count % 2 == 0) {
                reductions(type, "MIN_LOCATION", MPI_MINLOC, MPI_2INT, 2, count);
                reductions(type, "MAX_LOCATION", MPI_MAXLOC, MPI_2INT, 2, count);
            }
        }
    }
    fclose(file);
    MPI_Finalize();
    return 0;
}
