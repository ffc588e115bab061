// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
//
// Ranks of MPI do what a benchmark of Oriel does, and rank 0 prints what it saw:
//
//   rounds pingpong  SIZE OUTSTANDING OPERATIONS THOROUGH   round trips of messages, one at a time
//   rounds stream    SIZE OUTSTANDING OPERATIONS THOROUGH   messages, so many under way, acknowledged by words
//   rounds barrier   SIZE OUTSTANDING OPERATIONS THOROUGH   barriers
//   rounds allreduce|broadcast|allgather|alltoall SIZE OUTSTANDING OPERATIONS THOROUGH   of doubles, SIZE bytes for each rank
//
// Messages are those of two ranks. Doubles are looked at where they begin and end, if THOROUGH is 1 all; of a collection those of
// another rank. Other payloads are those of the Java side: a body, which is a function of place and seed, and the sequence in its last
// bytes. If THOROUGH is 1 every byte is written anew and checked, else the sequence, and that of one message in 64.

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16384
#define TAG 7
#define SAMPLE_MASK 63
#define WARM_UP 10000
// Latencies below 2048 ns are counted one by one, longer ones by their first eleven bits.
#define LINEAR 2048
#define HALF (LINEAR / 2)
#define BUCKETS (LINEAR + 42 * HALF)

static int rank;
static int ranks;
static int size;
static int outstanding;
static int thorough;
static uint64_t errors;
static uint64_t checks;
static uint64_t counts[BUCKETS];

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void record(int64_t nanos) {
    int shift = 0;
    while (nanos >= LINEAR) {
        nanos >>= 1;
        shift++;
    }
    counts[nanos + (int64_t) shift * HALF]++;
}

static int64_t value_of(int bucket) {
    if (bucket < LINEAR) {
        return bucket;
    }
    int shift = (bucket - HALF) / HALF;
    return (int64_t) (bucket - shift * HALF) << shift;
}

static int body_length(void) {
    return size - (size >= 8 ? 8 : 1);
}

static uint64_t word(uint64_t seed, uint64_t place) {
    uint64_t mixed = seed * 0x9E3779B97F4A7C15ULL + (place + 1) * 0xC2B2AE3D27D4EB4FULL;
    return mixed ^ mixed >> 29;
}

static void stamp(char *message, uint64_t sequence) {
    if (size >= 8) {
        uint64_t big = __builtin_bswap64(sequence);
        memcpy(message + size - 8, &big, 8);
    } else {
        message[size - 1] = (char) sequence;
    }
}

static void fill(char *message, uint64_t sequence) {
    int end = body_length();
    int at = 0;
    for (; at <= end - 8; at += 8) {
        uint64_t value = word(sequence, at);
        memcpy(message + at, &value, 8);
    }
    for (; at < end; at++) {
        message[at] = (char) word(sequence, at);
    }
    stamp(message, sequence);
}

static int matches(const char *message, uint64_t sequence) {
    int end = body_length();
    int at = 0;
    for (; at <= end - 8; at += 8) {
        uint64_t value = word(sequence, at);
        if (memcmp(message + at, &value, 8) != 0) {
            return 0;
        }
    }
    for (; at < end; at++) {
        if (message[at] != (char) word(sequence, at)) {
            return 0;
        }
    }
    return 1;
}

static int is_stamped(const char *message, uint64_t sequence) {
    if (size >= 8) {
        uint64_t big = __builtin_bswap64(sequence);
        return memcmp(message + size - 8, &big, 8) == 0;
    }
    return message[size - 1] == (char) sequence;
}

static void write_message(char *message, uint64_t sequence) {
    if (thorough) {
        fill(message, sequence);
    } else {
        stamp(message, sequence);
    }
#ifdef DAMAGE
    message[0] ^= sequence % DAMAGE == 0; // A test looks whether it is noticed.
#endif
}

static void check_message(const char *message, uint64_t sequence) {
    if (!thorough && (++checks & SAMPLE_MASK) != 0) {
        return;
    }
    if (!is_stamped(message, sequence) || (thorough && !matches(message, sequence))) {
        errors++;
    }
}

static char *allocate(int64_t slots) {
    char *memory = NULL;
    if (posix_memalign((void **) &memory, 4096, (size_t) slots * size + 4096) != 0) {
        fprintf(stderr, "no memory for %lld messages of %d bytes\n", (long long) slots, size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int64_t slot = 0; slot < slots; slot++) {
        fill(memory + slot * size, 0);
    }
    return memory;
}

static char *outgoing;
static char *incoming;
static uint64_t sequence;

static void pingpong(void) {
    sequence++;
    if (rank == 0) {
        write_message(outgoing, sequence);
        MPI_Send(outgoing, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        MPI_Recv(incoming, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_message(incoming, sequence);
    } else {
        MPI_Recv(incoming, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_message(incoming, sequence);
        write_message(outgoing, sequence);
        MPI_Send(outgoing, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

static void fill_doubles(double *first, double value) {
    int count = size / 8;
    for (int i = 1; thorough && i < count - 1; i++) {
        first[i] = value;
    }
    first[0] = value;
    first[count - 1] = value;
}

static void check_doubles(const double *first, double value) {
    int count = size / 8;
    int right = first[0] == value && first[count - 1] == value;
    for (int i = 1; thorough && i < count - 1; i++) {
        right &= first[i] == value;
    }
    errors += !right;
}

static double *gives;
static double *gets;

static void allreduce(void) {
    double value = (double) (++sequence & 0xFFFFF);
    fill_doubles(gives, value + rank);
    MPI_Allreduce(gives, gets, size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check_doubles(gets, ranks * value + ranks * (ranks - 1) / 2.0);
}

static void broadcast(void) {
    double value = (double) (++sequence & 0xFFFFF);
    int root = (int) (sequence % ranks);
    if (rank == root) {
        fill_doubles(gives, value + root);
    }
    MPI_Bcast(gives, size / 8, MPI_DOUBLE, root, MPI_COMM_WORLD);
    check_doubles(gives, value + root);
}

static void allgather(void) {
    double value = (double) (++sequence & 0xFFFFF);
    int other = (rank + 1) % ranks;
    fill_doubles(gives, value + rank);
    MPI_Allgather(gives, size / 8, MPI_DOUBLE, gets, size / 8, MPI_DOUBLE, MPI_COMM_WORLD);
    check_doubles(gets + other * (size / 8), value + other);
}

static void alltoall(void) {
    double value = (double) (++sequence & 0xFFFFF);
    int other = (rank + 1) % ranks;
    for (int member = 0; member < ranks; member++) {
        fill_doubles(gives + member * (size / 8), value + rank + ranks * member);
    }
    MPI_Alltoall(gives, size / 8, MPI_DOUBLE, gets, size / 8, MPI_DOUBLE, MPI_COMM_WORLD);
    check_doubles(gets + other * (size / 8), value + other + ranks * rank);
}

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

// Each operation is timed alone; latencies are counted between batches, outside of the time.
static int64_t one_by_one(void (*operation)(void), int64_t operations, int counted) {
    static int64_t samples[BATCH];
    int64_t elapsed = 0;
    for (int64_t done = 0; done < operations;) {
        int limit = operations - done < BATCH ? (int) (operations - done) : BATCH;
        int64_t begin = now();
        int64_t last = begin;
        for (int i = 0; i < limit; i++) {
            operation();
            int64_t time = now();
            samples[i] = time - last;
            last = time;
        }
        elapsed += last - begin;
        done += limit;
        for (int i = 0; counted && i < limit; i++) {
            record(samples[i]);
        }
    }
    return elapsed;
}

// Messages go in chunks of half of what may be under way; a word acknowledges each chunk, while the next one goes.
static int64_t stream(int64_t operations) {
    int chunk = outstanding > 1 ? outstanding / 2 : 1;
    int ahead = outstanding / chunk;
    int64_t chunks = (operations + chunk - 1) / chunk;
    MPI_Request *requests = calloc((size_t) chunk * ahead, sizeof(MPI_Request));
    char *memory = rank == 0 ? outgoing : incoming;
    uint64_t acknowledged = 0;
    int64_t begin = now();
    for (int64_t turn = 0; turn < chunks + ahead; turn++) {
        int64_t slot = turn % ahead * chunk;
        if (turn >= ahead) {
            int64_t first = (turn - ahead) * chunk;
            int count = operations - first < chunk ? (int) (operations - first) : chunk;
            MPI_Waitall(count, requests + slot, MPI_STATUSES_IGNORE);
            uint64_t sum = first + count;
            if (rank == 0) {
                MPI_Recv(&acknowledged, 8, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                errors += acknowledged != sum;
            } else {
                for (int i = 0; i < count; i++) {
                    check_message(memory + (slot + i) * size, sequence + first + i + 1);
                }
                MPI_Send(&sum, 8, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
            }
        }
        for (int64_t i = turn * chunk; turn < chunks && i < (turn + 1) * chunk && i < operations; i++) {
            char *message = memory + (slot + i - turn * chunk) * size;
            MPI_Request *request = requests + slot + i - turn * chunk;
            if (rank == 0) {
                write_message(message, sequence + i + 1);
                MPI_Isend(message, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, request);
            } else {
                MPI_Irecv(message, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, request);
            }
        }
    }
    int64_t elapsed = now() - begin;
    sequence += operations;
    free(requests);
    return elapsed;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 6) {
        fprintf(stderr, "usage: rounds pingpong|stream|barrier|allreduce|broadcast|allgather|alltoall SIZE OUTSTANDING OPERATIONS THOROUGH\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    size = atoi(argv[2]);
    outstanding = atoi(argv[3]);
    int64_t operations = atoll(argv[4]);
    thorough = atoi(argv[5]);
    int64_t slots = outstanding > 1 ? outstanding : 1;
    outgoing = allocate(slots);
    incoming = allocate(slots);
    if (posix_memalign((void **) &gives, 4096, ranks * (size_t) size + 4096) != 0
            || posix_memalign((void **) &gets, 4096, ranks * (size_t) size + 4096) != 0) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    memset(gives, 0, ranks * (size_t) size);
    memset(gets, 0, ranks * (size_t) size);
    void (*operation)(void) = strcmp(argv[1], "pingpong") == 0 ? pingpong
            : strcmp(argv[1], "allreduce") == 0                ? allreduce
            : strcmp(argv[1], "broadcast") == 0                ? broadcast
            : strcmp(argv[1], "allgather") == 0                ? allgather
            : strcmp(argv[1], "alltoall") == 0                 ? alltoall
            : strcmp(argv[1], "barrier") == 0                  ? barrier
                                                               : NULL;
    int64_t warm_up = operations < WARM_UP ? operations : WARM_UP;
    int64_t elapsed;
    if (operation != NULL) {
        one_by_one(operation, warm_up, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed = one_by_one(operation, operations, 1);
    } else {
        stream(warm_up);
        MPI_Barrier(MPI_COMM_WORLD);
        elapsed = stream(operations);
    }
    uint64_t all_errors = 0;
    MPI_Reduce(&errors, &all_errors, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("operations %lld\nelapsed %lld\nerrors %llu\n", (long long) operations, (long long) elapsed,
                (unsigned long long) all_errors);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if (counts[bucket] > 0) {
                printf("latency %lld %llu\n", (long long) value_of(bucket), (unsigned long long) counts[bucket]);
            }
        }
    }
    MPI_Finalize();
    return 0;
}
