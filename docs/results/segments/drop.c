/* Lets go of what the page cache holds of some files; needs no rights but to read them.
 * usage: drop FILE... */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    int file = open(argv[i], O_RDONLY);
    if (file < 0 || fsync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0) {
      perror(argv[i]);
      return 1;
    }
    close(file);
  }
  return 0;
}
