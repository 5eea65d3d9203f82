// What of the SQLite C API Swift cannot call by itself: variadic functions and macros with casts.
// Everything here is `static inline`, so nothing is linked but libsqlite3.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_db_config for the options that take a flag and give the new setting back.
/// https://sqlite.org/c3ref/db_config.html
static inline int csqlite_db_config_flag(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

/// sqlite3_bind_text64 in UTF-8 with SQLITE_TRANSIENT, which Swift cannot spell: SQLite copies the bytes.
static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob64 with SQLITE_TRANSIENT: SQLite copies the bytes.
static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
