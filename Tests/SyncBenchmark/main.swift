// What roaming costs, on a PostgreSQL of its own on loopback with fsync on, beside a bare libpq loop on
// the same server.

import Foundation
import SyncConformance

#if PREFERENCES_POSTGRES
  var code: Int32 = 0
  // The server and the files go with the object, so it must be gone before the end.
  do {
    let bench = try SyncBenchmark()
    print("bench sync: PostgreSQL on loopback, fsync on; 32 devices are 32 connections")
    try await bench.memory()
    try await bench.latency(count: 500)
    try await bench.throughput(devices: 32, seconds: 5)
    try await bench.drain(edits: 10_000)
    try await bench.sizes()
    if bench.misses.value > 0, CommandLine.arguments.contains("--check") { code = 1 }
  } catch {
    print("benchmark failed: \(error)")
    code = 70
  }
  exit(code)
#else
  print("bench sync: built without libpq, nothing to measure")
#endif
