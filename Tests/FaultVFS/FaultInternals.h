// What the parts of the failing disk share.
#ifndef FAULT_INTERNALS_H
#define FAULT_INTERNALS_H

#include <sqlite3.h>

/// Counts a call; 1 when it has to fail.
int fault_strikes(int class);
/// The code of a failing call whose own is `own`.
int fault_code(int own);
/// Whether the crash has come.
int fault_is_dead(void);
/// How much of a write of `count` bytes is still done when the crash comes in the middle.
int fault_torn(int count);
unsigned long long fault_random(void);
/// Milliseconds that the wall clock is ahead.
long long fault_clock_shift(void);

/// The parts of `fault_install`.
int fault_install_allocator(void);
int fault_install_vfs(void);
int fault_install_probe(void);

/// The model of what is on disk: see FaultDisk.c.
struct fault_inode;
void fault_disk_reset(void);
/// The file of a path, looked at before it is opened for the first time.
void fault_disk_see(const char *path);
/// The file of a path after it was opened; makes an entry when it is new.
struct fault_inode *fault_disk_opened(const char *path);
void fault_disk_write(struct fault_inode *inode, const void *bytes, int count, sqlite3_int64 offset);
void fault_disk_truncate(struct fault_inode *inode, sqlite3_int64 size);
void fault_disk_sync(struct fault_inode *inode);
void fault_disk_delete(const char *path);
/// 0 when neither name is known.
int fault_disk_rename(const char *from, const char *to);
/// The names in a folder are on disk.
void fault_disk_sync_names(const char *folder, int length);
/// The file of a path, if it is known.
struct fault_inode *fault_disk_find(const char *path);
void fault_disk_lose_power(void);

#endif
