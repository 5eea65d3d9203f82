// What tests need and Swift cannot do: SQLite's file methods, and fork().
#ifndef SQLITE_TEST_SHIM_H
#define SQLITE_TEST_SHIM_H

struct sqlite3;

/// Makes the next checkpoint of `db` call `run(context)` once, at the point where the WAL-reset bug
/// bites: after the checkpoint has copied the header of the wal-index, before it looks at the rest.
///
/// SQLite calls xUnfetch there, provided that the connection's own copy of the header was out of
/// date, that is when another connection has committed since `db` last looked. One race at a time.
void shim_race_in_checkpoint(struct sqlite3 *db, void (*run)(void *context), void *context);

/// Takes the hook out again; 1 when it has run.
int shim_end_race(struct sqlite3 *db);

/// The wal-index: frames that a checkpoint claims to have copied, and frames in the log. A claim
/// above the frames in the log is the bug's trace. 0 when there is no index to look at.
int shim_wal_index(struct sqlite3 *db, unsigned *backfilled, unsigned *frames);

/// Forks; the child runs `body(context)` and exits with what it returns. Gives back the child's exit
/// status, -1 when there was no child or a signal ended it.
int shim_fork(int (*body)(void *context), void *context);

/// Binds the process to its first processor, so that it races for it with others that do the same.
/// 0 where the system cannot do it.
int shim_use_one_processor(void);

/// Takes that back.
int shim_use_all_processors(void);

/// Sleeps while the word, which processes may share, has a value; and wakes who sleeps there (futex(2)).
void shim_futex_wait(int *word, int value);
void shim_futex_wake(int *word);

#endif
