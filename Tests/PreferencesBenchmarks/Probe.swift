import Foundation
import Preferences
import SQLiteCore

/// What can only be measured in a fresh process: `--probe WHAT …` prints one number.
enum Probe {
  /// Runs this program again and gives its number.
  static func figure(_ arguments: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--probe"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BareDatabase.Failure(code: 0, message: "no figure from \(arguments): \(text)")
    }
    return number
  }

  static func run(_ arguments: [String]) throws -> Never {
    let (what, place) = (arguments[0], arguments[1])
    let before = what.hasPrefix("memory") ? privateMemory : nanoseconds
    switch what {
    case "open-store":
      let key = PreferenceStore.Key(Sample.name(48), in: Sample.namespace, default: "")
      keep(try PreferenceStore(path: place).get(key))
    case "open-defaults":
      keep(UserDefaults(suiteName: place)?.string(forKey: Sample.name(48)) ?? "")
    case "fill-defaults":
      let defaults = UserDefaults(suiteName: place)
      for (name, value) in Sample.values(Int(arguments[2]) ?? 0) {
        defaults?.set(value, forKey: name)
      }
      defaults?.synchronize()
    case "memory-store":
      let store = try PreferenceStore(path: place)
      for (name, _) in Sample.values(10_000) {
        keep(try store.storedValue(named: "\(Sample.namespace).\"\(name)\""))
      }
      print(privateMemory - before)
      exit(0)
    default:
      let defaults = UserDefaults(suiteName: place)
      for (name, _) in Sample.values(10_000) where defaults?.object(forKey: name) == nil {
        print("nothing under \(name)")
      }
      print(privateMemory - before)
      exit(0)
    }
    print(nanoseconds - before)
    exit(0)
  }

  private static var nanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Bytes that only this process holds.
  private static var privateMemory: Double {
    guard let text = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else {
      return 0
    }
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_Dirty") }
      .compactMap { Double($0.split(separator: " ")[1]) }.reduce(0, +) * 1024
  }
}

extension Sample {
  /// The names and values of a store of that many keys.
  static func values(_ keys: Int) -> [(String, Any)] {
    (0..<keys).map { number in
      switch number % 4 {
      case 0: (name(number), text(number))
      case 1: (name(number), number)
      case 2: (name(number), Double(number) / 7)
      default: (name(number), [1, 0.5, 0.25, 1])
      }
    }
  }
}

/// O2: a fresh process opens and reads one value.
func coldOpenBenchmark(_ sample: Sample) throws -> [Group] {
  try [(100, 0.75), (10_000, 0.07)].map { keys, target in
    let suite = "com.example.open\(keys)"
    _ = try Probe.figure(["fill-defaults", suite, "\(keys)"])
    let path = try sample.store(keys: keys)
    return Group(
      name: "O2 open and read, \(keys) keys", waits: true,
      cases: [
        Case(name: "UserDefaults", figure: { try Probe.figure(["open-defaults", suite]) }),
        Case(
          name: "the store", target: target,
          figure: { try Probe.figure(["open-store", path]) }),
      ])
  }
}

/// Memory and disk of ten thousand keys.
func footprintBenchmark(_ sample: Sample) throws -> [Group] {
  let suite = "com.example.open10000"
  _ = try Probe.figure(["fill-defaults", suite, "10000"])
  let path = try sample.store(keys: 10_000)
  let bare = try sample.storeWithoutHistory(keys: 10_000)
  let payload = Sample.values(10_000).reduce(0) { sum, entry in
    sum + entry.0.utf8.count + ((entry.1 as? String)?.utf8.count ?? (entry.1 is [Double] ? 32 : 8))
  }
  return [
    Group(
      name: "memory, 10,000 keys", waits: true,
      cases: [
        Case(name: "UserDefaults", figure: { try Probe.figure(["memory-defaults", suite]) }),
        Case(name: "the store", target: 0.5, figure: { try Probe.figure(["memory-store", path]) }),
      ]),
    Group(
      name: "file, 10,000 keys without history", waits: true,
      cases: [
        Case(name: "payload", figure: { Double(payload) }),
        Case(name: "the store", target: 1.35, figure: { try Sample.bytes(of: bare) }),
      ]),
  ]
}
