// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.

// What a local user tries against processes that share memory. Says of each attempt, in one line, whether it succeeded.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, const char *path, int ok) {
    printf("%s %s %s\n", what, ok ? "done" : strerror(errno), path);
}

// Stores through a mapping, in a process of its own: the kernel ends it by a signal if it refuses.
static int store(char *at) {
    pid_t child = fork();
    if (child == 0) {
        *(volatile char *) at = 1;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    errno = EFAULT;
    return WIFEXITED(status);
}

static void map(const char *path) {
    int writable = open(path, O_RDWR);
    say("open-to-write", path, writable >= 0);
    int fd = open(path, O_RDONLY);
    say("open-to-read", path, fd >= 0);
    if (fd < 0) {
        return;
    }
    say("map-to-write", path, mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED);
    char *bytes = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    say("map-to-read", path, bytes != MAP_FAILED);
    if (bytes != MAP_FAILED) {
        say("protect", path, mprotect(bytes, 4096, PROT_READ | PROT_WRITE) == 0);
        say("store", path, store(bytes));
    }
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    say("open-again-to-write", path, open(own, O_RDWR) >= 0);
    say("truncate", path, truncate(path, 0) == 0);
    say("change-mode", path, chmod(path, 0666) == 0);
}

// Tells whether something is of a type, or may be: what may not be looked at is tried all the same.
static int mayBe(mode_t wanted, const struct stat *found, int type) {
    return type == FTW_NS || (type == FTW_F && (found->st_mode & S_IFMT) == wanted);
}

// Tries something on all that is below a path.
static void walk(const char *path, int (*attempt)(const char *, const struct stat *, int, struct FTW *), int flags) {
    if (nftw(path, attempt, 16, FTW_PHYS | flags) != 0) {
        struct stat nothing = {0};
        struct FTW top = {0};
        attempt(path, &nothing, FTW_NS, &top);
    }
}

static int scribble(const char *path, const struct stat *found, int type, struct FTW *unused) {
    (void) unused;
    if (!mayBe(S_IFREG, found, type)) {
        return 0;
    }
    int fd = open(path, O_RDWR);
    say("scribble", path, fd >= 0);
    if (fd >= 0) {
        char noise[4096];
        for (off_t at = 0; at < found->st_size; at += sizeof noise) {
            for (size_t i = 0; i < sizeof noise; i++) {
                noise[i] = (char) rand();
            }
            size_t left = (size_t) (found->st_size - at);
            if (pwrite(fd, noise, left < sizeof noise ? left : sizeof noise, at) < 0) {
                break;
            }
        }
        close(fd);
    }
    return 0;
}

static int cut(const char *path, const struct stat *found, int type, struct FTW *unused) {
    (void) unused;
    if (mayBe(S_IFREG, found, type)) {
        say("truncate", path, truncate(path, 0) == 0);
    }
    return 0;
}

static int removes(const char *path, const struct stat *found, int type, struct FTW *where) {
    (void) found;
    if (type == FTW_NS || where->level > 0) {
        say("remove", path, remove(path) == 0);
    }
    return 0;
}

static int connects(const char *path, const struct stat *found, int type, struct FTW *unused) {
    (void) unused;
    if (mayBe(S_IFSOCK, found, type)) {
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        struct sockaddr_un to = {.sun_family = AF_UNIX};
        strncpy(to.sun_path, path, sizeof to.sun_path - 1);
        say("connect", path, connect(fd, (struct sockaddr *) &to, sizeof to) == 0);
    }
    return 0;
}

static void fill(const char *directory) {
    static char zeros[1 << 20];
    char path[512];
    snprintf(path, sizeof path, "%s/filler", directory);
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    say("create", path, fd >= 0);
    if (fd >= 0) {
        while (write(fd, zeros, sizeof zeros) > 0) {
        }
        say("fill", path, errno == ENOSPC);
    }
}

// Puts a link where a directory is about to be made, until its standard input ends.
static void race(const char *path, const char *target) {
    fcntl(0, F_SETFL, O_NONBLOCK);
    char byte;
    puts("racing");
    fflush(stdout);
    while (read(0, &byte, 1) != 0) {
        if (symlink(target, path) == 0) {
            unlink(path);
        }
    }
}

// Renames what appears in a directory and puts a link to another one in its place for a moment, until its standard input ends.
static void swap(const char *directory, const char *target) {
    fcntl(0, F_SETFL, O_NONBLOCK);
    char byte;
    puts("swapping");
    fflush(stdout);
    while (read(0, &byte, 1) != 0) {
        DIR *entries = opendir(directory);
        struct dirent *each;
        while (entries && (each = readdir(entries))) {
            char path[512];
            char aside[520];
            if (each->d_name[0] == '.' || strstr(each->d_name, ".aside") || !strcmp(each->d_name, "lock")) {
                continue;
            }
            snprintf(path, sizeof path, "%s/%s", directory, each->d_name);
            snprintf(aside, sizeof aside, "%s.aside", path);
            if (rename(path, aside) == 0) {
                if (symlink(target, path) == 0) {
                    for (volatile int i = 0; i < 200000; i++) {
                    }
                    unlink(path);
                }
                rename(aside, path);
            }
        }
        if (entries) {
            closedir(entries);
        }
    }
}

// Opens connections to a socket and says nothing on them, until its standard input ends.
static void silent(const char *path, int count) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path, path, sizeof to.sun_path - 1);
    int connected = 0;
    for (int i = 0; i < count; i++) {
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        connected += connect(fd, (struct sockaddr *) &to, sizeof to) == 0;
    }
    printf("silent %d\n", connected);
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
}

static size_t unhex(const char *hex, char *bytes, size_t room) {
    size_t length = strlen(hex) / 2;
    for (size_t i = 0; i < length && i < room; i++) {
        unsigned value;
        sscanf(hex + 2 * i, "%2x", &value);
        bytes[i] = (char) value;
    }
    return length < room ? length : room;
}

// Sends bytes to a socket, says what comes back, and stays connected until its standard input ends.
static void tell(const char *path, const char *hex) {
    char bytes[4096];
    size_t length = unhex(hex, bytes, sizeof bytes);
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strncpy(to.sun_path, path, sizeof to.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    ssize_t heard = -1;
    if (connect(fd, (struct sockaddr *) &to, sizeof to) == 0 && write(fd, bytes, length) == (ssize_t) length) {
        heard = read(fd, bytes, sizeof bytes);
    }
    printf("tell ");
    for (ssize_t i = 0; i < heard; i++) {
        printf("%02x", (unsigned char) bytes[i]);
    }
    puts("");
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
}

// Listens at a socket, and gives every connection the same answer to its first words, until its standard input ends.
static void answer(const char *path, const char *hex) {
    char bytes[4096];
    size_t length = unhex(hex, bytes, sizeof bytes);
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    strncpy(at.sun_path, path, sizeof at.sun_path - 1);
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);
    int ok = bind(listening, (struct sockaddr *) &at, sizeof at) == 0 && chmod(path, 0660) == 0;
    say("answer", path, ok && listen(listening, 16) == 0);
    fflush(stdout);
    if (fork() == 0) {
        for (;;) {
            int fd = accept(listening, NULL, NULL);
            char heard[4096];
            if (fd < 0 || read(fd, heard, sizeof heard) <= 0 || write(fd, bytes, length) < 0) {
                break;
            }
        }
        _exit(0);
    }
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
    kill(0, SIGTERM);
}

// Scribbles and cuts until its standard input ends, and says then how often it got anywhere but at the directory's lock.
static void harass(int count, char **paths) {
    fcntl(0, F_SETFL, O_NONBLOCK);
    char byte;
    long attempts = 0;
    long hits = 0;
    puts("harassing");
    fflush(stdout);
    while (read(0, &byte, 1) != 0) {
        for (int i = 0; i < count; i++) {
            const char *name = strrchr(paths[i], '/');
            int fd = open(paths[i], O_WRONLY);
            int isCut = truncate(paths[i], 0) == 0;
            if ((fd >= 0 || isCut) && !(name && !strcmp(name, "/lock"))) {
                hits++;
            }
            if (fd >= 0) {
                char noise[64] = {(char) rand()};
                if (write(fd, noise, sizeof noise) < 0) {
                    perror(paths[i]);
                }
                close(fd);
            }
            attempts++;
        }
    }
    printf("%s %ld\n", attempts > 0 ? "hits" : "idle", hits);
}

int main(int count, char **arguments) {
    if (count < 3) {
        return 2;
    }
    const char *what = arguments[1];
    const char *seed = getenv("SEED");
    srand(seed ? (unsigned) atoi(seed) : 1);
    if (!strcmp(what, "harass")) {
        harass(count - 2, arguments + 2);
        return 0;
    }
    if (!strcmp(what, "swap")) {
        swap(arguments[2], arguments[3]);
        return 0;
    }
    if (!strcmp(what, "silent")) {
        silent(arguments[2], atoi(arguments[3]));
        return 0;
    }
    if (!strcmp(what, "tell")) {
        tell(arguments[2], arguments[3]);
        return 0;
    }
    if (!strcmp(what, "answer")) {
        setpgid(0, 0);
        answer(arguments[2], arguments[3]);
        return 0;
    }
    for (int i = 2; i < count; i++) {
        if (!strcmp(what, "map")) {
            map(arguments[i]);
        } else if (!strcmp(what, "scribble")) {
            walk(arguments[i], scribble, 0);
        } else if (!strcmp(what, "truncate")) {
            walk(arguments[i], cut, 0);
        } else if (!strcmp(what, "remove")) {
            walk(arguments[i], removes, FTW_DEPTH);
        } else if (!strcmp(what, "connect")) {
            walk(arguments[i], connects, 0);
        } else if (!strcmp(what, "fill")) {
            fill(arguments[i]);
        } else if (!strcmp(what, "race")) {
            race(arguments[i], arguments[i + 1]);
            return 0;
        } else {
            return 2;
        }
    }
    return 0;
}
