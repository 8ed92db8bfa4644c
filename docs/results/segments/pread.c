/* What a read costs: pread of 4 KiB at random offsets of files that are in the page cache.
 * usage: pread READS FILE...   prints two numbers, ns a read: at multiples of 4096, at any offset */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 4096, MOST = 1024 };

static uint64_t state = 88172645463325252u;

static uint64_t random64(void) { /* xorshift64* */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

int main(int argc, char **argv) {
  static char page[SIZE];
  static int file[MOST];
  static uint64_t room[MOST]; /* first offset too late for a read, of the files one behind the other */
  int files = argc - 2;
  if (files < 1 || files > MOST) {
    fprintf(stderr, "usage: pread READS FILE...\n");
    return 2;
  }
  long reads = atol(argv[1]);
  uint64_t all = 0;
  for (int i = 0; i < files; i++) {
    struct stat s;
    file[i] = open(argv[i + 2], O_RDONLY);
    if (file[i] < 0 || fstat(file[i], &s) != 0) fail(argv[i + 2]);
    for (off_t at = 0; at < s.st_size; at += SIZE) {
      if (pread(file[i], page, SIZE, at) < 0) fail(argv[i + 2]);
    }
    all += s.st_size > SIZE ? s.st_size - SIZE : 0;
    room[i] = all;
  }
  if (all == 0) {
    fprintf(stderr, "pread: the files are too small\n");
    return 1;
  }
  for (uint64_t mask = ~(uint64_t)(SIZE - 1);; mask = ~(uint64_t)0) {
    double start = now();
    for (long n = 0; n < reads; n++) {
      uint64_t at = random64() % all;
      int i = 0;
      while (at >= room[i]) i++;
      at -= i == 0 ? 0 : room[i - 1];
      if (pread(file[i], page, SIZE, (off_t)(at & mask)) != SIZE) fail("pread");
    }
    printf("%.1f%s", (now() - start) / reads, mask == ~(uint64_t)0 ? "\n" : " ");
    if (mask == ~(uint64_t)0) return 0;
  }
}
