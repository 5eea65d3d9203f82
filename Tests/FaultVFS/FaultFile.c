// The VFS: the unix one with a question before each call.
#include <stdlib.h>
#include <string.h>

#include "FaultInternals.h"
#include "FaultVFS.h"

struct fault_file {
  sqlite3_file base;
  struct fault_inode *inode;  // 0 for temporary files
  char *folder;               // set while its name is to be synced with it, as os_unix.c does
  sqlite3_file *real;
};

static sqlite3_vfs *unix_vfs;
static int open_files;

#define FILE_OF(f) ((struct fault_file *)(f))
#define REAL(f) (FILE_OF(f)->real)
#define METHODS(f) (REAL(f)->pMethods)

static int fault_close(sqlite3_file *file) {
  int code = METHODS(file)->xClose(REAL(file));
  free(FILE_OF(file)->folder);
  open_files--;
  return code;
}

static int fault_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fault_strikes(FAULT_READ)) return fault_code(SQLITE_IOERR_READ);
  return METHODS(file)->xRead(REAL(file), bytes, count, offset);
}

static int fault_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int wasDead = fault_is_dead();
  int code = SQLITE_OK;
  if (fault_strikes(FAULT_WRITE)) {
    code = fault_code(SQLITE_IOERR_WRITE);
    if (wasDead || !fault_is_dead()) return code;
    count = fault_torn(count);
    if (count == 0) return code;
  }
  int written = METHODS(file)->xWrite(REAL(file), bytes, count, offset);
  if (written == SQLITE_OK && FILE_OF(file)->inode)
    fault_disk_write(FILE_OF(file)->inode, bytes, count, offset);
  return code == SQLITE_OK ? written : code;
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fault_strikes(FAULT_TRUNCATE)) return fault_code(SQLITE_IOERR_TRUNCATE);
  int code = METHODS(file)->xTruncate(REAL(file), size);
  if (code == SQLITE_OK && FILE_OF(file)->inode) fault_disk_truncate(FILE_OF(file)->inode, size);
  return code;
}

// The real disk is not waited for: what a sync means is in the model.
static int fault_sync(sqlite3_file *file, int flags) {
  (void)flags;
  struct fault_file *own = FILE_OF(file);
  if (fault_strikes(FAULT_SYNC)) return fault_code(SQLITE_IOERR_FSYNC);
  if (own->inode) fault_disk_sync(own->inode);
  if (own->folder) {
    fault_disk_sync_names(own->folder, (int)strlen(own->folder));
    free(own->folder);
    own->folder = 0;
  }
  return SQLITE_OK;
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fault_strikes(FAULT_SIZE)) return fault_code(SQLITE_IOERR_FSTAT);
  return METHODS(file)->xFileSize(REAL(file), size);
}

static int fault_lock(sqlite3_file *file, int level) {
  if (fault_strikes(FAULT_LOCK)) return fault_code(SQLITE_IOERR_LOCK);
  return METHODS(file)->xLock(REAL(file), level);
}

static int fault_unlock(sqlite3_file *file, int level) {
  return METHODS(file)->xUnlock(REAL(file), level);
}

static int fault_reserved(sqlite3_file *file, int *isReserved) {
  if (fault_strikes(FAULT_LOCK)) return fault_code(SQLITE_IOERR_CHECKRESERVEDLOCK);
  return METHODS(file)->xCheckReservedLock(REAL(file), isReserved);
}

static int fault_control(sqlite3_file *file, int operation, void *argument) {
  return METHODS(file)->xFileControl(REAL(file), operation, argument);
}

static int fault_sector(sqlite3_file *file) { return METHODS(file)->xSectorSize(REAL(file)); }

static int fault_traits(sqlite3_file *file) {
  return METHODS(file)->xDeviceCharacteristics(REAL(file));
}

static int fault_shm_map(
    sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
  if (fault_strikes(FAULT_SHM_MAP)) {
    *memory = 0;
    return fault_code(SQLITE_IOERR_SHMMAP);
  }
  return METHODS(file)->xShmMap(REAL(file), region, size, extend, memory);
}

static int fault_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  // https://sqlite.org/walformat.html#wal_locks: WAL_WRITE_LOCK is the first.
  int isWriter = offset == 0 && (flags & SQLITE_SHM_EXCLUSIVE);
  if ((flags & SQLITE_SHM_LOCK) && fault_strikes(isWriter ? FAULT_WRITER_LOCK : FAULT_SHM_LOCK))
    return fault_code(SQLITE_IOERR_SHMLOCK);
  return METHODS(file)->xShmLock(REAL(file), offset, count, flags);
}

static void fault_shm_barrier(sqlite3_file *file) { METHODS(file)->xShmBarrier(REAL(file)); }

static int fault_shm_unmap(sqlite3_file *file, int delete) {
  return METHODS(file)->xShmUnmap(REAL(file), delete && !fault_is_dead());
}

static int fault_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **page) {
  return METHODS(file)->xFetch(REAL(file), offset, count, page);
}

static int fault_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
  return METHODS(file)->xUnfetch(REAL(file), offset, page);
}

static const sqlite3_io_methods fault_methods = {
    3,
    fault_close,
    fault_read,
    fault_write,
    fault_truncate,
    fault_sync,
    fault_size,
    fault_lock,
    fault_unlock,
    fault_reserved,
    fault_control,
    fault_sector,
    fault_traits,
    fault_shm_map,
    fault_shm_lock,
    fault_shm_barrier,
    fault_shm_unmap,
    fault_fetch,
    fault_unfetch,
};

static const int lasting =
    SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
static const int journals =
    SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;

static int fault_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *outFlags) {
  (void)vfs;
  struct fault_file *own = FILE_OF(file);
  memset(own, 0, sizeof *own);
  if (fault_strikes(FAULT_OPEN)) return fault_code(SQLITE_CANTOPEN);
  own->real = (sqlite3_file *)(own + 1);
  int isLasting = path && (flags & lasting);
  if (isLasting) fault_disk_see(path);
  int code = unix_vfs->xOpen(unix_vfs, path, own->real, flags, outFlags);
  if (code != SQLITE_OK) {
    if (own->real->pMethods) own->real->pMethods->xClose(own->real);
    return code;
  }
  if (isLasting) own->inode = fault_disk_opened(path);
  const char *end = path ? strrchr(path, '/') : 0;
  if (end && (flags & journals) && (flags & SQLITE_OPEN_CREATE))
    own->folder = strndup(path, (size_t)(end - path));
  open_files++;
  file->pMethods = &fault_methods;
  return SQLITE_OK;
}

static int fault_delete(sqlite3_vfs *vfs, const char *path, int syncsFolder) {
  (void)vfs;
  if (fault_strikes(FAULT_DELETE)) return fault_code(SQLITE_IOERR_DELETE);
  // The folder's own sync is in the model.
  int code = unix_vfs->xDelete(unix_vfs, path, 0);
  if (code != SQLITE_OK) return code;
  fault_disk_delete(path);
  const char *end = strrchr(path, '/');
  if (syncsFolder && end) {
    if (fault_strikes(FAULT_SYNC)) return fault_code(SQLITE_IOERR_DIR_FSYNC);
    fault_disk_sync_names(path, (int)(end - path));
  }
  return SQLITE_OK;
}

static int fault_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  if (fault_strikes(FAULT_ACCESS)) return fault_code(SQLITE_IOERR_ACCESS);
  return unix_vfs->xAccess(unix_vfs, path, flags, result);
}

// In milliseconds since noon of 24 November 4714 BC.
static int fault_time(sqlite3_vfs *vfs, sqlite3_int64 *now) {
  (void)vfs;
  int code = unix_vfs->xCurrentTimeInt64(unix_vfs, now);
  *now += fault_clock_shift();
  return code;
}

int fault_install_vfs(void) {
  static sqlite3_vfs vfs;
  unix_vfs = sqlite3_vfs_find("unix");
  if (!unix_vfs) return SQLITE_ERROR;
  vfs = *unix_vfs;
  vfs.zName = "fault";
  vfs.szOsFile = (int)sizeof(struct fault_file) + unix_vfs->szOsFile;
  vfs.pNext = 0;
  vfs.xOpen = fault_open;
  vfs.xDelete = fault_delete;
  vfs.xAccess = fault_access;
  vfs.xCurrentTimeInt64 = fault_time;
  return sqlite3_vfs_register(&vfs, 1);
}

int fault_open_files(void) { return open_files; }
