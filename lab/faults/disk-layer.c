/*
 * Stands between a server and its disk (LD_PRELOAD, Linux). The file named by DISK_LAYER_CONTROL holds two
 * numbers: how many milliseconds each fsync takes, and whether writes at an offset, as SQLite makes them, fail
 * for want of space.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static void read_control(unsigned *delay, unsigned *full) {
  const char *name = getenv("DISK_LAYER_CONTROL");
  FILE *control = name ? fopen(name, "r") : NULL;
  *delay = *full = 0;
  if (!control) return;
  if (fscanf(control, "%u %u", delay, full) != 2) abort();
  fclose(control);
}

#define FSYNC(name)                                  \
  int name(int fd) {                                 \
    unsigned delay, full;                            \
    read_control(&delay, &full);                     \
    usleep(delay * 1000);                            \
    return REAL(int, name, int)(fd);                 \
  }
FSYNC(fsync)
FSYNC(fdatasync)

#define PWRITE(name)                                                              \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) {          \
    unsigned delay, full;                                                         \
    read_control(&delay, &full);                                                  \
    if (full) return errno = ENOSPC, -1;                                          \
    return REAL(ssize_t, name, int, const void *, size_t, off_t)(fd, bytes, length, offset); \
  }
PWRITE(pwrite)
PWRITE(pwrite64)
