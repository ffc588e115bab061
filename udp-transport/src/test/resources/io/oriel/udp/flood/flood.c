// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.

/*
 * An attacker on the way between two adapters of this host whose datagrams are sealed.
 *
 *   flood learn MILLIS                      listens on lo; writes each way that sealed datagrams take, with the newest header
 *   flood send MODE RATE LENGTH MILLIS      reads such lines; sends as many datagrams a second, from where the genuine ones come
 *
 * MODE: unread  to a socket that nobody reads
 *       strange of a link that there is not
 *       old     with a counter that has come
 *       fresh   with a counter that has not come, so that only the tag tells
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define HEADER 16
#define MAX_WAYS 64
#define MAX_LENGTH 9000
#define BATCH 256

struct way {
    uint32_t from, to;
    uint16_t from_port, to_port;
    uint8_t header[HEADER];
};

static struct way ways[MAX_WAYS];
static int count;

static void require(int good, const char *what) {
    if (!good) {
        perror(what);
        exit(1);
    }
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void note(const struct iphdr *ip, const struct udphdr *udp, const uint8_t *body) {
    int index = 0;
    while (index < count
           && (ways[index].to_port != udp->dest || ways[index].header[1] != body[1]
               || memcmp(ways[index].header + 4, body + 4, 4) != 0)) {
        index++;
    }
    if (index == MAX_WAYS) {
        return;
    }
    count = index == count ? count + 1 : count;
    ways[index].from = ip->saddr;
    ways[index].to = ip->daddr;
    ways[index].from_port = udp->source;
    ways[index].to_port = udp->dest;
    memcpy(ways[index].header, body, HEADER);
}

static void learn(int millis) {
    int listening = socket(AF_PACKET, SOCK_DGRAM, htons(ETH_P_IP));
    require(listening >= 0, "socket");
    struct sockaddr_ll where = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IP)};
    where.sll_ifindex = if_nametoindex("lo");
    require(bind(listening, (struct sockaddr *) &where, sizeof where) == 0, "bind");
    struct timeval patience = {.tv_usec = 10000};
    require(setsockopt(listening, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0, "setsockopt");
    static uint8_t packet[65536];
    for (int64_t end = now_ns() + millis * 1000000LL; now_ns() < end;) {
        ssize_t length = recv(listening, packet, sizeof packet, 0);
        const struct iphdr *ip = (const struct iphdr *) packet;
        if (length < 20 + 8 + 32 || ip->protocol != IPPROTO_UDP || ip->ihl != 5) {
            continue;
        }
        const uint8_t *body = packet + 28;
        if (body[0] == 1 && body[1] < 3) {
            note(ip, (const struct udphdr *) (packet + 20), body);
        }
    }
    for (int index = 0; index < count; index++) {
        struct way *way = &ways[index];
        printf("%u %u %u %u ", way->from, way->from_port, way->to, way->to_port);
        for (int byte = 0; byte < HEADER; byte++) {
            printf("%02x", way->header[byte]);
        }
        printf("\n");
    }
}

static void read_ways(void) {
    unsigned from, from_port, to, to_port;
    char text[2 * HEADER + 1];
    while (count < MAX_WAYS && scanf("%u %u %u %u %32s", &from, &from_port, &to, &to_port, text) == 5) {
        struct way *way = &ways[count++];
        way->from = from;
        way->from_port = from_port;
        way->to = to;
        way->to_port = to_port;
        for (int byte = 0; byte < HEADER; byte++) {
            unsigned value = 0;
            sscanf(text + 2 * byte, "%2x", &value);
            way->header[byte] = value;
        }
    }
    require(count > 0, "no way was learnt");
}

static uint16_t unread_port(void) {
    int unread = socket(AF_INET, SOCK_DGRAM, 0); /* stays open to the end */
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof where;
    require(unread >= 0 && bind(unread, (struct sockaddr *) &where, size) == 0, "bind");
    require(getsockname(unread, (struct sockaddr *) &where, &size) == 0, "getsockname");
    return where.sin_port;
}

static void forge(uint8_t *packet, const struct way *way, const char *mode, int length, uint64_t number, uint16_t unread) {
    struct iphdr *ip = (struct iphdr *) packet;
    struct udphdr *udp = (struct udphdr *) (packet + 20);
    uint8_t *body = packet + 28;
    *ip = (struct iphdr){.version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_UDP, .saddr = way->from, .daddr = way->to};
    ip->tot_len = htons(28 + length);
    *udp = (struct udphdr){.source = way->from_port, .dest = way->to_port, .len = htons(8 + length)};
    memcpy(body, way->header, HEADER);
    memcpy(body + length - sizeof number, &number, sizeof number);
    if (strcmp(mode, "fresh") == 0) {
        uint64_t counter = (1ULL << 40) + number;
        memcpy(body + 8, &counter, sizeof counter);
    } else if (strcmp(mode, "strange") == 0) {
        uint32_t session = (uint32_t) number * 2654435761U;
        memcpy(body + 4, &session, sizeof session);
    } else if (strcmp(mode, "unread") == 0) {
        ip->daddr = htonl(INADDR_LOOPBACK);
        udp->dest = unread;
    }
}

static void send_all(const char *mode, int64_t rate, int length, int64_t millis) {
    static uint8_t packets[BATCH][28 + MAX_LENGTH];
    static struct mmsghdr messages[BATCH];
    static struct iovec parts[BATCH];
    static struct sockaddr_in places[BATCH];
    read_ways();
    uint16_t unread = unread_port();
    int raw = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);
    require(raw >= 0, "socket");
    for (int index = 0; index < BATCH; index++) {
        for (int byte = 28; byte < 28 + length; byte++) {
            packets[index][byte] = rand();
        }
        places[index].sin_family = AF_INET;
        parts[index] = (struct iovec){.iov_base = packets[index], .iov_len = 28 + length};
        messages[index].msg_hdr = (struct msghdr){
            .msg_name = &places[index], .msg_namelen = sizeof places[index], .msg_iov = &parts[index], .msg_iovlen = 1};
    }
    int64_t sent = 0;
    int64_t begin = now_ns();
    for (int64_t at = begin; at < begin + millis * 1000000; at = now_ns()) {
        int64_t due = (at - begin) * rate / 1000000000LL - sent;
        if (due <= 0) {
            struct timespec nap = {.tv_nsec = 500000};
            nanosleep(&nap, NULL);
            continue;
        }
        int batch = due < BATCH ? due : BATCH;
        for (int index = 0; index < batch; index++) {
            const struct way *way = &ways[(sent + index) % count];
            forge(packets[index], way, mode, length, sent + index, unread);
            places[index].sin_addr.s_addr = ((struct iphdr *) packets[index])->daddr;
        }
        int done = sendmmsg(raw, messages, batch, 0);
        require(done > 0, "sendmmsg");
        sent += done;
    }
    printf("%lld\n", (long long) sent);
}

int main(int words, char **word) {
    if (words == 3 && strcmp(word[1], "learn") == 0) {
        learn(atoi(word[2]));
    } else if (words == 6 && strcmp(word[1], "send") == 0 && atoi(word[4]) >= 32 && atoi(word[4]) <= MAX_LENGTH) {
        send_all(word[2], atoll(word[3]), atoi(word[4]), atoll(word[5]));
    } else {
        fprintf(stderr, "flood learn MILLIS | flood send unread|strange|old|fresh RATE LENGTH MILLIS\n");
        return 2;
    }
    return 0;
}
