/*
 * Stands between the server and its disk (LD_PRELOAD, Linux). Of the files of one folder it counts
 * the fsyncs, can make them slow or fail, can refuse writes as a full disk does, and records every
 * write, truncation and fsync in order, together with the moment each acknowledgement leaves the
 * process. It can also shift the time of day. What it does is read from a control file that
 * disk-layer.ts writes; see there for its fields.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))
#define MOST_FILES 4096

enum file { NONE, DATABASE, JOURNAL, FOLDER };
enum kind { WRITE = 1, TRUNCATE, SYNC, FAILED_SYNC, CREATE, ANSWER };

struct control {
  volatile uint64_t syncs, fail_from, fail_count, delay_ms;
  volatile int64_t clock_shift_ms;
  volatile uint64_t full;
};
struct entry {
  uint32_t kind, file;
  uint64_t offset, length;
};

static unsigned char files[MOST_FILES];
static struct control *control;
static char folder[1024];
static int record = -1;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
  const char *name = getenv("DISK_LAYER_CONTROL");
  int fd = name ? REAL(int, open64, const char *, int, ...)(name, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page == MAP_FAILED) return;
  snprintf(folder, sizeof folder, "%s", getenv("DISK_LAYER_FOLDER"));
  if ((name = getenv("DISK_LAYER_RECORD")))
    record = REAL(int, open64, const char *, int, ...)(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  control = page;
}

static enum file file_of(int fd) { return control && fd >= 0 && fd < MOST_FILES ? files[fd] : NONE; }

static void note(enum kind kind, enum file file, uint64_t offset, const void *bytes, uint64_t length) {
  if (record < 0) return;
  struct entry entry = {kind, file, offset, length};
  struct iovec parts[] = {{&entry, sizeof entry}, {(void *)bytes, bytes ? length : 0}};
  if (REAL(ssize_t, writev, int, const struct iovec *, int)(record, parts, 2) < 0) abort();
}

static void note_in_order(enum kind kind, enum file file, uint64_t offset, const void *bytes, uint64_t length) {
  pthread_mutex_lock(&order);
  note(kind, file, offset, bytes, length);
  pthread_mutex_unlock(&order);
}

static enum file named(const char *path) {
  size_t length = strlen(folder);
  if (!control || length == 0 || strncmp(path, folder, length) != 0) return NONE;
  const char *rest = path + length;
  if (*rest == '\0' || strcmp(rest, "/") == 0 || strcmp(rest, "/.") == 0) return FOLDER;
  if (strcmp(rest, "/requests.sqlite") == 0) return DATABASE;
  if (strcmp(rest, "/requests.sqlite-journal") == 0) return JOURNAL;
  return NONE;
}

static int opened(int fd, enum file file, int is_new) {
  if (fd >= 0 && fd < MOST_FILES) {
    files[fd] = file;
    if (file != NONE && is_new) note_in_order(CREATE, file, 0, NULL, 0);
  }
  return fd;
}

#define OPEN(name)                                                              \
  int name(const char *path, int flags, ...) {                                  \
    va_list rest;                                                               \
    va_start(rest, flags);                                                      \
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;                         \
    va_end(rest);                                                               \
    enum file file = named(path);                                               \
    int is_new = file != NONE && (flags & O_CREAT) && access(path, F_OK) != 0;  \
    return opened(REAL(int, name, const char *, int, ...)(path, flags, mode), file, is_new); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < MOST_FILES) files[fd] = NONE;
  return REAL(int, close, int)(fd);
}

/* The response that tells a client that its request is saved. */
static void note_answer(const char *bytes, size_t length) {
  if (record >= 0 && length > 12 && memcmp(bytes, "HTTP/1.1 200", 12) == 0 &&
      memmem(bytes, length, "\"reference\":\"", 13))
    note_in_order(ANSWER, NONE, 0, bytes, length);
}

static void note_answers(const struct iovec *parts, int count) {
  char text[8192];
  size_t length = 0;
  if (record < 0 || count < 1 || parts[0].iov_len < 12 || memcmp(parts[0].iov_base, "HTTP/1.1 200", 12) != 0) return;
  for (int index = 0; index < count && length + parts[index].iov_len <= sizeof text; index++) {
    memcpy(text + length, parts[index].iov_base, parts[index].iov_len);
    length += parts[index].iov_len;
  }
  note_answer(text, length);
}

static int is_full(int fd) {
  if (file_of(fd) == NONE || !control->full) return 0;
  errno = ENOSPC;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  enum file file = file_of(fd);
  if (is_full(fd)) return -1;
  if (file != NONE) note_in_order(WRITE, file, lseek(fd, 0, SEEK_CUR), bytes, length);
  else note_answer(bytes, length);
  return REAL(ssize_t, write, int, const void *, size_t)(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  note_answers(parts, count);
  return REAL(ssize_t, writev, int, const struct iovec *, int)(fd, parts, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  note_answers(message->msg_iov, (int)message->msg_iovlen);
  return REAL(ssize_t, sendmsg, int, const struct msghdr *, int)(fd, message, flags);
}

#define PWRITE(name)                                                                \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) {            \
    if (is_full(fd)) return -1;                                                     \
    if (file_of(fd) != NONE) note_in_order(WRITE, file_of(fd), offset, bytes, length); \
    return REAL(ssize_t, name, int, const void *, size_t, off_t)(fd, bytes, length, offset); \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define FTRUNCATE(name)                                                            \
  int name(int fd, off_t length) {                                                 \
    if (file_of(fd) != NONE) note_in_order(TRUNCATE, file_of(fd), length, NULL, 0); \
    return REAL(int, name, int, off_t)(fd, length);                                \
  }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

static void pause_for(uint64_t milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

#define FSYNC(name)                                                              \
  int name(int fd) {                                                             \
    enum file file = file_of(fd);                                                \
    if (file == NONE) return REAL(int, name, int)(fd);                           \
    uint64_t count = __sync_add_and_fetch(&control->syncs, 1);                   \
    if (control->delay_ms) pause_for(control->delay_ms);                         \
    if (count >= control->fail_from && count < control->fail_from + control->fail_count) { \
      note_in_order(FAILED_SYNC, file, 0, NULL, 0);                              \
      errno = EIO;                                                               \
      return -1;                                                                 \
    }                                                                            \
    int result = REAL(int, name, int)(fd);                                       \
    if (result == 0) note_in_order(SYNC, file, 0, NULL, 0);                      \
    return result;                                                               \
  }
FSYNC(fsync)
FSYNC(fdatasync)

static void shift(time_t *seconds, long *rest, long rest_per_second) {
  int64_t milliseconds = control->clock_shift_ms;
  *seconds += milliseconds / 1000;
  *rest += milliseconds % 1000 * (rest_per_second / 1000);
  if (*rest < 0) *rest += rest_per_second, *seconds -= 1;
  if (*rest >= rest_per_second) *rest -= rest_per_second, *seconds += 1;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = REAL(int, clock_gettime, clockid_t, struct timespec *)(clock, time);
  if (control && control->clock_shift_ms && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    shift(&time->tv_sec, &time->tv_nsec, 1000000000);
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  int result = REAL(int, gettimeofday, struct timeval *, void *)(time, zone);
  if (control && control->clock_shift_ms) shift(&time->tv_sec, &time->tv_usec, 1000000);
  return result;
}
