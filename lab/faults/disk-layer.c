/*
 * A layer between a server and its disk (LD_PRELOAD, Linux). An fsync that begins while the file named by DISK_HANGS
 * exists never ends. While the file named by DISK_FULL exists, writes at an offset fail, which is how SQLite writes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static int is_set(const char *variable) {
  const char *file = getenv(variable);
  return file && access(file, F_OK) == 0;
}

#define FSYNC(name)                   \
  int name(int fd) {                  \
    while (is_set("DISK_HANGS")) pause(); \
    return REAL(int, name, int)(fd);  \
  }
FSYNC(fsync)
FSYNC(fdatasync)

#define PWRITE(name)                                                              \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) {          \
    if (is_set("DISK_FULL")) return errno = ENOSPC, -1;                           \
    return REAL(ssize_t, name, int, const void *, size_t, off_t)(fd, bytes, length, offset); \
  }
PWRITE(pwrite)
PWRITE(pwrite64)
