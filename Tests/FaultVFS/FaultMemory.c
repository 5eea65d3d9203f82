// Allocations of SQLite that can fail, and a list of its open connections.
#include <string.h>

#include "FaultInternals.h"
#include "FaultVFS.h"

static sqlite3_mem_methods plain;

static void *fault_malloc(int count) {
  return fault_strikes(FAULT_MEMORY) ? 0 : plain.xMalloc(count);
}

static void *fault_realloc(void *memory, int count) {
  return fault_strikes(FAULT_MEMORY) ? 0 : plain.xRealloc(memory, count);
}

int fault_install_allocator(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain);
  if (code != SQLITE_OK) return code;
  static sqlite3_mem_methods failing;
  failing = plain;
  failing.xMalloc = fault_malloc;
  failing.xRealloc = fault_realloc;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  if (code != SQLITE_OK) return code;
  // Else most allocations would not come by.
  return sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

enum { MOST = 64 };
static sqlite3 *connections[MOST];

/// Called when a connection is freed: SQLite destroys its functions then.
static void closed(void *slot) { *(sqlite3 **)slot = 0; }

static void nothing(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  sqlite3_result_null(context);
}

static int opened(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
  (void)message, (void)api;
  for (int i = 0; i < MOST; i++) {
    if (connections[i]) continue;
    connections[i] = db;
    return sqlite3_create_function_v2(
        db, "fault_probe", 0, SQLITE_UTF8, &connections[i], nothing, 0, 0, closed);
  }
  return SQLITE_ERROR;
}

int fault_install_probe(void) { return sqlite3_auto_extension((void (*)(void))opened); }

int fault_open_connections(void) {
  int count = 0;
  for (int i = 0; i < MOST; i++) count += connections[i] != 0;
  return count;
}

int fault_busy_statements(void) {
  int count = 0;
  for (int i = 0; i < MOST; i++) {
    if (!connections[i]) continue;
    sqlite3_stmt *statement = 0;
    while ((statement = sqlite3_next_stmt(connections[i], statement)))
      count += sqlite3_stmt_busy(statement) != 0;
  }
  return count;
}
