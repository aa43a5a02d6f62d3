/*
 * Makes fsyncs slow (LD_PRELOAD, Linux): each waits as many milliseconds as the file DISK_DELAY_FILE says.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char *name = getenv("DISK_DELAY_FILE");
  FILE *file = name ? fopen(name, "r") : NULL;
  unsigned milliseconds = 0;
  if (!file) return;
  if (fscanf(file, "%u", &milliseconds) != 1) milliseconds = 0;
  fclose(file);
  usleep(milliseconds * 1000);
}

#define FSYNC(name)                                  \
  int name(int fd) {                                 \
    wait_for_disk();                                 \
    return ((int (*)(int))dlsym(RTLD_NEXT, #name))(fd); \
  }
FSYNC(fsync)
FSYNC(fdatasync)
