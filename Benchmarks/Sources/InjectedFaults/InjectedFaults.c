// Calls of the system that fail when they are told to: preloaded into a process, it stands before those of the C
// library. A process that arms it has one thread that works with files.
#ifdef __linux__
#define _GNU_SOURCE
#include "InjectedFaults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
  int is_armed;
  char folder[PATH_MAX];
  unsigned calls;
  long first;
  int error, lasts, how;
  long count, failed;
} plan;

void faults_arm(const char *folder, unsigned calls, long first, int error, int lasts, int how) {
  memset(&plan, 0, sizeof plan);
  strncpy(plan.folder, folder, sizeof plan.folder - 1);
  plan.calls = calls;
  plan.first = first;
  plan.error = error;
  plan.lasts = lasts;
  plan.how = how;
  plan.is_armed = 1;
}

long faults_disarm(void) {
  plan.is_armed = 0;
  return plan.failed;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

// Whether a call to the file of a path fails, of which `errno` tells then.
static int strikes(unsigned call, const char *path) {
  if (!plan.is_armed || !(plan.calls & call)) return 0;
  if (strncmp(path, plan.folder, strlen(plan.folder)) != 0) return 0;
  long number = ++plan.count;
  if (number != plan.first && !(plan.lasts && number > plan.first)) return 0;
  plan.failed++;
  errno = plan.error;
  if (plan.how == FAULTS_KILL && call != FAULTS_WRITE) kill(getpid(), SIGKILL);
  return 1;
}

static int strikes_open(unsigned call, int descriptor) {
  if (!plan.is_armed || !(plan.calls & call)) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  path[count < 0 ? 0 : count] = 0;
  return strikes(call, path);
}

// Whether a call to a file in an open folder fails; a path from the root needs no folder.
static int strikes_in(unsigned call, int folder, const char *path) {
  return path[0] == '/' ? strikes(call, path) : strikes_open(call, folder);
}

// What a write does that fails; `half` has written the first half of its bytes.
static ssize_t fail_write(ssize_t half) {
  if (plan.how == FAULTS_KILL) kill(getpid(), SIGKILL);
  if (plan.how == FAULTS_SHORTEN && half > 0) return half;
  errno = plan.error;
  return -1;
}

#define PARTLY(call) fail_write(plan.how == FAULTS_FAIL || count < 2 ? -1 : (call))

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(write);
  if (strikes_open(FAULTS_WRITE, descriptor)) return PARTLY(real(descriptor, bytes, count / 2));
  return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  if (strikes_open(FAULTS_WRITE, descriptor)) return PARTLY(real(descriptor, bytes, count / 2, offset));
  return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  if (strikes_open(FAULTS_WRITE, descriptor)) return PARTLY(real(descriptor, bytes, count / 2, offset));
  return real(descriptor, bytes, count, offset);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  REAL(read);
  return strikes_open(FAULTS_READ, descriptor) ? -1 : real(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  REAL(pread);
  return strikes_open(FAULTS_READ, descriptor) ? -1 : real(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  REAL(pread64);
  return strikes_open(FAULTS_READ, descriptor) ? -1 : real(descriptor, bytes, count, offset);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  REAL(open);
  MODE(flags)
  return strikes(FAULTS_OPEN, path) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  MODE(flags)
  return strikes(FAULTS_OPEN, path) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  REAL(openat);
  MODE(flags)
  return strikes_in(FAULTS_OPEN, folder, path) ? -1 : real(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  REAL(openat64);
  MODE(flags)
  return strikes_in(FAULTS_OPEN, folder, path) ? -1 : real(folder, path, flags, mode);
}

int fsync(int descriptor) {
  REAL(fsync);
  return strikes_open(FAULTS_SYNC, descriptor) ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  REAL(fdatasync);
  return strikes_open(FAULTS_SYNC, descriptor) ? -1 : real(descriptor);
}

int ftruncate(int descriptor, off_t length) {
  REAL(ftruncate);
  return strikes_open(FAULTS_TRUNCATE, descriptor) ? -1 : real(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
  REAL(ftruncate64);
  return strikes_open(FAULTS_TRUNCATE, descriptor) ? -1 : real(descriptor, length);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return strikes(FAULTS_RENAME, to) ? -1 : real(from, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  return strikes(FAULTS_LINK, to) ? -1 : real(from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  return strikes(FAULTS_UNLINK, path) ? -1 : real(path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat);
  return strikes_in(FAULTS_UNLINK, folder, path) ? -1 : real(folder, path, flags);
}

int flock(int descriptor, int operation) {
  REAL(flock);
  return strikes_open(FAULTS_LOCK, descriptor) ? -1 : real(descriptor, operation);
}

int fchown(int descriptor, uid_t user, gid_t group) {
  REAL(fchown);
  return strikes_open(FAULTS_OWN, descriptor) ? -1 : real(descriptor, user, group);
}

int fchmod(int descriptor, mode_t mode) {
  REAL(fchmod);
  return strikes_open(FAULTS_OWN, descriptor) ? -1 : real(descriptor, mode);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  REAL(mmap);
  if (descriptor >= 0 && strikes_open(FAULTS_MAP, descriptor)) return MAP_FAILED;
  return real(address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  REAL(mmap64);
  if (descriptor >= 0 && strikes_open(FAULTS_MAP, descriptor)) return MAP_FAILED;
  return real(address, length, protection, flags, descriptor, offset);
}
#endif
