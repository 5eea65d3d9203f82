// A disk that fails on demand, under SQLite: every call of its unix VFS can be made to fail, to be
// the last one before a crash, or to stop the process; and a power failure takes back what was not
// synced. For processes of their own: it becomes the default VFS. One thread at a time.
#ifndef FAULT_VFS_H
#define FAULT_VFS_H

/// What can fail. Unlocking and closing cannot.
enum {
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 4,
  FAULT_TRUNCATE = 8,
  FAULT_SYNC = 16,
  FAULT_SIZE = 32,
  FAULT_LOCK = 64,
  FAULT_SHM_MAP = 128,
  FAULT_SHM_LOCK = 256,
  FAULT_DELETE = 512,
  FAULT_ACCESS = 1024,
  /// The library's own rename(2).
  FAULT_RENAME = 2048,
  /// The lock of the one that writes to a write-ahead log.
  FAULT_WRITER_LOCK = 4096,
  /// An allocation of SQLite.
  FAULT_MEMORY = 8192,
};

/// All classes that concern files.
enum { FAULT_FILES = FAULT_MEMORY - 1 };

/// How it fails.
enum {
  /// The call fails, the next one works again.
  FAULT_ONCE = 1,
  /// From this call on all of its classes fail.
  FAULT_FROM_THEN_ON = 2,
  /// Nothing reaches a file any more, a write perhaps in part; until `fault_revive`.
  FAULT_CRASH = 3,
  /// The process stops itself (SIGSTOP) before the call.
  FAULT_FREEZE = 4,
};

/// Puts the failing VFS and allocator under SQLite. Once, before SQLite is used.
///
/// Returns: 0, or SQLite's result code.
int fault_install(void);

/// Begins a scenario: what is in the files now is on disk. Nothing may be open.
void fault_begin(unsigned long long seed);

/// Makes the `at`-th call (from 1) of the given classes fail, with `code`, or with each call's own
/// when that is 0.
void fault_arm(int classes, long at, int style, int code);

/// No more faults.
///
/// Returns: how many calls of the classes there were since `fault_arm`.
long fault_disarm(void);

/// How many calls have failed since `fault_arm`.
long fault_count(void);

/// The end of a crash: files can be used again. Nothing may be open.
void fault_revive(void);

/// Power failure: of what was written since the last sync of each file, a random part is left, in
/// sectors of 512 bytes; of names that were made or removed since the folder's last sync as well.
/// Nothing may be open.
void fault_lose_power(void);

/// Sets the wall clock of the process, SQLite's included, forward by so many milliseconds, or back.
void fault_shift_clock(long long milliseconds);

/// Files that SQLite has open: more than none after the last connection has gone is a leak.
int fault_open_files(void);

/// Connections that are open; one with a statement that nobody has finalised stays open for ever.
int fault_open_connections(void);

/// Statements of all connections that stand at a row, and so pin a snapshot.
int fault_busy_statements(void);

#endif
