// The library's own calls of the system that matter to the disk: defined here, they take the place
// of the C library's in the program that links them. Others go through. The thread sanitizer has its own.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__linux__) && !defined(HAS_SANITIZER)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "FaultInternals.h"
#include "FaultVFS.h"

int fsync(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0) path[length] = 0;
  struct stat status;
  int isFolder = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  struct fault_inode *inode = length > 0 ? fault_disk_find(path) : 0;
  if (inode || isFolder) {
    if (fault_strikes(FAULT_SYNC)) {
      errno = EIO;
      return -1;
    }
    if (inode) fault_disk_sync(inode);
    if (isFolder) fault_disk_sync_names(path, (int)length);
    return 0;
  }
  static int (*plain)(int);
  if (!plain) plain = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return plain(descriptor);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*plain)(clockid_t, struct timespec *);
  if (!plain) plain = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = plain(clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += fault_clock_shift() / 1000;
  return result;
}

int rename(const char *from, const char *to) {
  if (fault_disk_find(from) && fault_strikes(FAULT_RENAME)) {
    errno = EIO;
    return -1;
  }
  static int (*plain)(const char *, const char *);
  if (!plain) plain = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  if (fault_disk_find(from)) fault_disk_see(to);
  int result = plain(from, to);
  if (result == 0) fault_disk_rename(from, to);
  return result;
}

int unlink(const char *path) {
  if (fault_is_dead() && fault_disk_find(path)) {
    errno = EIO;
    return -1;
  }
  static int (*plain)(const char *);
  if (!plain) plain = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
  int result = plain(path);
  if (result == 0) fault_disk_delete(path);
  return result;
}
#endif
