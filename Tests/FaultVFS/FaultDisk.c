// What would be left after a power failure: for each file its bytes at its last sync and the writes
// since then, for each name the files that it may stand for.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "FaultInternals.h"
#include "FaultVFS.h"

enum { SECTOR = 512 };

/// A write; or, without bytes, a truncation to `offset`.
struct change {
  sqlite3_int64 offset;
  int count;
  unsigned char *bytes;
};

struct fault_inode {
  unsigned char *bytes;
  sqlite3_int64 size;
  struct change *changes;
  int count, capacity;
  struct fault_inode *next;
};

/// A name. The first candidate is on disk for certain, the last one is what it is now; 0: no file.
struct entry {
  char *path;
  struct fault_inode **candidates;
  int count;
  struct entry *next;
};

static struct fault_inode *inodes;
static struct entry *entries;

static void forget_changes(struct fault_inode *inode) {
  for (int i = 0; i < inode->count; i++) free(inode->changes[i].bytes);
  inode->count = 0;
}

void fault_disk_reset(void) {
  while (inodes) {
    struct fault_inode *inode = inodes;
    inodes = inode->next;
    forget_changes(inode);
    free(inode->changes);
    free(inode->bytes);
    free(inode);
  }
  while (entries) {
    struct entry *entry = entries;
    entries = entry->next;
    free(entry->candidates);
    free(entry->path);
    free(entry);
  }
}

static struct fault_inode *new_inode(void) {
  struct fault_inode *inode = calloc(1, sizeof *inode);
  inode->next = inodes;
  return inodes = inode;
}

static struct entry *find(const char *path) {
  for (struct entry *entry = entries; entry; entry = entry->next)
    if (strcmp(entry->path, path) == 0) return entry;
  return 0;
}

static void name(struct entry *entry, struct fault_inode *inode) {
  entry->candidates =
      realloc(entry->candidates, sizeof *entry->candidates * (size_t)(entry->count + 1));
  entry->candidates[entry->count++] = inode;
}

static struct fault_inode *current(const struct entry *entry) {
  return entry->candidates[entry->count - 1];
}

static struct entry *find_or_make(const char *path) {
  struct entry *entry = find(path);
  if (entry) return entry;
  entry = calloc(1, sizeof *entry);
  entry->path = strdup(path);
  entry->next = entries;
  entries = entry;
  // No descriptor of ours may be closed while SQLite has the file open; it has not yet.
  FILE *file = fopen(path, "rb");
  name(entry, 0);
  if (!file) return entry;
  struct fault_inode *inode = new_inode();
  fseek(file, 0, SEEK_END);
  inode->size = ftell(file);
  rewind(file);
  inode->bytes = malloc((size_t)inode->size + 1);
  if (fread(inode->bytes, 1, (size_t)inode->size, file) != (size_t)inode->size) abort();
  fclose(file);
  // A file with something in it is old; an empty one may just have been made.
  if (inode->size > 0) entry->count = 0;
  name(entry, inode);
  return entry;
}

void fault_disk_see(const char *path) { find_or_make(path); }

struct fault_inode *fault_disk_opened(const char *path) {
  struct entry *entry = find_or_make(path);
  if (!current(entry)) name(entry, new_inode());
  return current(entry);
}

struct fault_inode *fault_disk_find(const char *path) {
  struct entry *entry = find(path);
  return entry ? current(entry) : 0;
}

static void note(struct fault_inode *inode, struct change change) {
  if (inode->count == inode->capacity) {
    inode->capacity = inode->capacity ? 2 * inode->capacity : 64;
    inode->changes = realloc(inode->changes, sizeof change * (size_t)inode->capacity);
  }
  inode->changes[inode->count++] = change;
}

void fault_disk_write(
    struct fault_inode *inode, const void *bytes, int count, sqlite3_int64 offset) {
  struct change change = {offset, count, malloc((size_t)count)};
  memcpy(change.bytes, bytes, (size_t)count);
  note(inode, change);
}

void fault_disk_truncate(struct fault_inode *inode, sqlite3_int64 size) {
  note(inode, (struct change){size, 0, 0});
}

/// Puts a part of a write into the bytes; what lies between the old end and it is `filler` or noise.
static void put(
    struct fault_inode *inode, sqlite3_int64 offset, int count, const unsigned char *bytes,
    int isNoisy) {
  if (offset + count > inode->size) {
    inode->bytes = realloc(inode->bytes, (size_t)(offset + count));
    for (sqlite3_int64 i = inode->size; i < offset; i++)
      inode->bytes[i] = isNoisy ? (unsigned char)fault_random() : 0;
    inode->size = offset + count;
  }
  memcpy(inode->bytes + offset, bytes, (size_t)count);
}

static void truncate_to(struct fault_inode *inode, sqlite3_int64 size) {
  if (size < inode->size) inode->size = size;
}

void fault_disk_sync(struct fault_inode *inode) {
  for (int i = 0; i < inode->count; i++) {
    struct change *change = &inode->changes[i];
    if (change->bytes) {
      put(inode, change->offset, change->count, change->bytes, 0);
    } else {
      truncate_to(inode, change->offset);
    }
  }
  forget_changes(inode);
}

void fault_disk_delete(const char *path) {
  struct entry *entry = find(path);
  if (entry && current(entry)) name(entry, 0);
}

int fault_disk_rename(const char *from, const char *to) {
  struct entry *old = find(from);
  if (!old || !current(old)) return 0;
  name(find_or_make(to), current(old));
  name(old, 0);
  return 1;
}

void fault_disk_sync_names(const char *folder, int length) {
  for (struct entry *entry = entries; entry; entry = entry->next) {
    if (strncmp(entry->path, folder, (size_t)length) != 0 || entry->path[length] != '/') continue;
    if (strchr(entry->path + length + 1, '/')) continue;
    entry->candidates[0] = current(entry);
    entry->count = 1;
  }
}

/// Lets a random part of the changes reach the disk: of each write any sectors, in order, since the
/// last of two writes to one sector may be the one that was lost.
static void lose(struct fault_inode *inode) {
  static const int shares[] = {0, 10, 50, 90, 100};
  int share = shares[fault_random() % 5];
  int isNoisy = fault_random() % 2 == 0;
  for (int i = 0; i < inode->count; i++) {
    struct change *change = &inode->changes[i];
    if (!change->bytes) {
      if (fault_random() % 100 < (unsigned)share) truncate_to(inode, change->offset);
      continue;
    }
    for (int done = 0; done < change->count;) {
      int part = SECTOR - (int)((change->offset + done) % SECTOR);
      if (part > change->count - done) part = change->count - done;
      if (fault_random() % 100 < (unsigned)share)
        put(inode, change->offset + done, part, change->bytes + done, isNoisy);
      done += part;
    }
  }
  forget_changes(inode);
}

void fault_disk_lose_power(void) {
  for (struct fault_inode *inode = inodes; inode; inode = inode->next) lose(inode);
  for (struct entry *entry = entries; entry; entry = entry->next) {
    struct fault_inode *left = entry->candidates[fault_random() % (unsigned)entry->count];
    unlink(entry->path);
    char shared[4096];
    snprintf(shared, sizeof shared, "%s-shm", entry->path);
    unlink(shared);
    if (!left) continue;
    int descriptor = open(entry->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (descriptor < 0) abort();
    if (write(descriptor, left->bytes, (size_t)left->size) != left->size) abort();
    close(descriptor);
  }
  fault_disk_reset();
}
