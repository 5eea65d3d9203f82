#include <signal.h>

#include "FaultInternals.h"
#include "FaultVFS.h"

static struct {
  int classes, style, code;
  long at, count, fired;
  int dead;
  unsigned long long random;
} plan;

static long long shift;

void fault_shift_clock(long long milliseconds) { shift = milliseconds; }

long long fault_clock_shift(void) { return shift; }

void fault_begin(unsigned long long seed) {
  plan.classes = 0;
  plan.dead = 0;
  plan.random = seed;
  fault_disk_reset();
}

void fault_arm(int classes, long at, int style, int code) {
  plan.classes = classes;
  plan.at = at;
  plan.style = style;
  plan.code = code;
  plan.count = plan.fired = 0;
}

long fault_disarm(void) {
  plan.classes = 0;
  return plan.count;
}

long fault_count(void) { return plan.fired; }

void fault_revive(void) {
  plan.classes = 0;
  plan.dead = 0;
}

void fault_lose_power(void) { fault_disk_lose_power(); }

int fault_strikes(int class) {
  if (plan.dead && class != FAULT_MEMORY) return 1;
  if (!(plan.classes & class)) return 0;
  plan.count++;
  if (plan.count < plan.at || (plan.count > plan.at && plan.style != FAULT_FROM_THEN_ON)) return 0;
  plan.fired++;
  if (plan.style == FAULT_FREEZE) {
    raise(SIGSTOP);
    return 0;
  }
  plan.dead = plan.style == FAULT_CRASH;
  return 1;
}

int fault_code(int own) { return plan.code && !plan.dead ? plan.code : own; }

int fault_is_dead(void) { return plan.dead; }

int fault_torn(int count) {
  int sectors = count / 512;
  return sectors > 0 ? (int)(fault_random() % (unsigned)(sectors + 1)) * 512 : 0;
}

// SplitMix64.
unsigned long long fault_random(void) {
  unsigned long long z = plan.random += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

int fault_install(void) {
  int code = fault_install_allocator();
  if (code != SQLITE_OK) return code;
  code = fault_install_vfs();
  return code == SQLITE_OK ? fault_install_probe() : code;
}
