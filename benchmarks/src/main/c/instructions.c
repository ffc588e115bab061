// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
//
// Steps through one thread of another process and counts its instructions in each part of its work.
//   instructions THREAD FILE OPERATIONS
// FILE is shared with that thread: which part it is in (an int at 0), and how often it has done all (a long at 8).
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PHASES = 4 };

struct shared {
    volatile int32_t phase;
    int32_t unused;
    volatile int64_t operations;
};

static void fail(const char *what) {
    fprintf(stderr, "instructions: %s: %s\n", what, strerror(errno));
    exit(1);
}

// One instruction; a signal of the thread's is delivered with it.
static void step(pid_t thread, int *pending) {
    int status;
    if (ptrace(PTRACE_SINGLESTEP, thread, NULL, (void *) (intptr_t) *pending) != 0) {
        fail("the thread cannot be stepped");
    }
    *pending = 0;
    if (waitpid(thread, &status, __WALL) != thread || !WIFSTOPPED(status)) {
        fail("the thread has ended");
    }
    if (WSTOPSIG(status) != SIGTRAP) {
        *pending = WSTOPSIG(status);
    }
}

int main(int count, char **arguments) {
    static const char *names[PHASES] = {"between", "post", "poll", "receive"};
    if (count != 4) {
        fprintf(stderr, "usage: instructions THREAD FILE OPERATIONS\n");
        return 2;
    }
    pid_t thread = (pid_t) atol(arguments[1]);
    int64_t operations = atol(arguments[3]);
    int file = open(arguments[2], O_RDONLY);
    if (file < 0) {
        fail(arguments[2]);
    }
    struct shared *shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) {
        fail("mmap");
    }
    int status;
    if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0 || ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0 ||
        waitpid(thread, &status, __WALL) != thread) {
        fail("the thread cannot be stopped");
    }
    int pending = 0;
    int64_t first = shared->operations;
    while (shared->operations == first) { // from the end of one on
        step(thread, &pending);
    }
    first = shared->operations;
    int64_t counts[PHASES] = {0};
    while (shared->operations - first < operations) {
        int32_t phase = shared->phase;
        step(thread, &pending);
        if (phase >= 0 && phase < PHASES) {
            counts[phase]++;
        }
    }
    for (int phase = 0; phase < PHASES; phase++) {
        printf("%s %.1f\n", names[phase], (double) counts[phase] / (double) operations);
    }
    ptrace(PTRACE_DETACH, thread, NULL, (void *) (intptr_t) pending);
    return 0;
}
