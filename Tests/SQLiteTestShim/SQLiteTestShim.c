#define _GNU_SOURCE
#include "SQLiteTestShim.h"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#endif

static struct {
  const sqlite3_io_methods *plain;
  sqlite3_io_methods hooked;
  void (*run)(void *);
  void *context;
} race;

static sqlite3_file *main_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file && file->pMethods ? file : 0;
}

static int racing_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
  void (*run)(void *) = race.run;
  race.run = 0;
  if (run) run(race.context);
  return race.plain->xUnfetch(file, offset, page);
}

void shim_race_in_checkpoint(sqlite3 *db, void (*run)(void *), void *context) {
  sqlite3_file *file = main_file(db);
  if (!file || file->pMethods->iVersion < 3) return;
  race.plain = file->pMethods;
  race.hooked = *race.plain;
  race.hooked.xUnfetch = racing_unfetch;
  race.run = run;
  race.context = context;
  file->pMethods = &race.hooked;
}

int shim_end_race(sqlite3 *db) {
  sqlite3_file *file = main_file(db);
  if (!file || file->pMethods != &race.hooked) return 0;
  file->pMethods = race.plain;
  int hasRun = race.run == 0;
  race.run = 0;
  return hasRun;
}

int shim_wal_index(sqlite3 *db, unsigned *backfilled, unsigned *frames) {
  sqlite3_file *file = main_file(db);
  void volatile *region = 0;
  if (!file || file->pMethods->iVersion < 2) return 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return 0;
  // https://sqlite.org/walformat.html#the_wal_index_file_format: mxFrame and nBackfill.
  *frames = ((unsigned volatile *)region)[4];
  *backfilled = ((unsigned volatile *)region)[24];
  return 1;
}

int shim_fork(int (*body)(void *), void *context) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) _exit(body(context));
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

#ifdef __linux__
static cpu_set_t all_processors;
static int knows_all_processors = 0;
#endif

int shim_use_all_processors(void) {
#ifdef __linux__
  if (knows_all_processors)
    return sched_setaffinity(0, sizeof all_processors, &all_processors) == 0;
#endif
  return 0;
}

int shim_use_one_processor(void) {
#ifdef __linux__
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 0;
  if (!knows_all_processors) all_processors = allowed;
  knows_all_processors = 1;
  CPU_ZERO(&one);
  for (int processor = 0; processor < CPU_SETSIZE; processor++)
    if (CPU_ISSET(processor, &allowed)) {
      CPU_SET(processor, &one);
      return sched_setaffinity(0, sizeof one, &one) == 0;
    }
#endif
  return 0;
}

#ifdef __linux__
void shim_futex_wait(int *word, int value) {
  syscall(SYS_futex, word, FUTEX_WAIT, value, 0, 0, 0);
}

void shim_futex_wake(int *word) { syscall(SYS_futex, word, FUTEX_WAKE, 1, 0, 0, 0); }
#else
void shim_futex_wait(int *word, int value) { while (*(volatile int *)word == value) usleep(10); }

void shim_futex_wake(int *word) { (void)word; }
#endif
