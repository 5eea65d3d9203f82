// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Unused results of a typed API and implicit existentials are where settings code goes wrong
// silently, so every target is built in Swift 6 mode with the stricter upcoming features.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Preferences",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Preferences", targets: ["Preferences"]),
    .library(name: "PreferencesImport", targets: ["PreferencesImport"]),
    .library(name: "PreferencesTesting", targets: ["PreferencesTesting"]),
    .executable(name: "prefs", targets: ["prefs"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "SQLiteCore", dependencies: ["CSQLite"], swiftSettings: settings),
    .target(name: "SchemaMigrations", dependencies: ["SQLiteCore"], swiftSettings: settings),
    .target(
      name: "PreferencesSchema",
      dependencies: ["SchemaMigrations"],
      path: "migrations",
      resources: [
        .embedInCode("V0001__create_preferences.sql"),
        .embedInCode("V0001__create_preferences.down.sql"),
        .embedInCode("V0002__color_text.sql"),
        .embedInCode("V0002__color_text.down.sql"),
        .embedInCode("V0003__undo.sql"),
        .embedInCode("V0003__undo.down.sql"),
        .embedInCode("V0004__lighter_update.sql"),
        .embedInCode("V0004__lighter_update.down.sql"),
      ],
      swiftSettings: settings),
    .target(
      name: "Preferences",
      dependencies: ["SQLiteCore", "SchemaMigrations", "PreferencesSchema"],
      swiftSettings: settings),
    .target(
      name: "PreferencesImport", dependencies: ["Preferences", "SQLiteCore"],
      swiftSettings: settings),
    .target(name: "PreferencesTesting", dependencies: ["Preferences"], swiftSettings: settings),
    .executableTarget(
      name: "prefs",
      dependencies: [
        "Preferences", "PreferencesImport", "SchemaMigrations", "PreferencesSchema", "SQLiteCore",
      ],
      swiftSettings: settings),
    // For tests only; no product has them.
    .target(name: "SQLiteTestShim", dependencies: ["CSQLite"], path: "Tests/SQLiteTestShim"),
    .target(name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS"),
    .target(
      name: "TestSupport", dependencies: ["Preferences", "SQLiteCore"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "StoreTestHelper",
      dependencies: [
        "Preferences", "SchemaMigrations", "PreferencesSchema", "SQLiteCore", "SQLiteTestShim",
        "TestSupport", "CSQLite", "FaultVFS",
      ],
      path: "Tests/StoreTestHelper",
      swiftSettings: settings),
    .executableTarget(
      name: "PreferencesBenchmarks",
      dependencies: ["Preferences", "SQLiteCore", "CSQLite", "SQLiteTestShim", "TestSupport"],
      path: "Tests/PreferencesBenchmarks",
      swiftSettings: settings),
    .testTarget(
      name: "SQLiteCoreTests",
      dependencies: ["SQLiteCore", "CSQLite", "SQLiteTestShim", "TestSupport", "StoreTestHelper"],
      swiftSettings: settings),
    .testTarget(
      name: "SchemaMigrationsTests",
      dependencies: [
        "SchemaMigrations", "PreferencesSchema", "SQLiteCore", "TestSupport", "StoreTestHelper",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PreferencesTests",
      dependencies: [
        "Preferences", "PreferencesTesting", "PreferencesSchema", "SQLiteCore", "TestSupport",
        "StoreTestHelper",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: ["Preferences", "SQLiteCore", "TestSupport", "StoreTestHelper"],
      swiftSettings: settings),
    .testTarget(
      name: "PreferencesImportTests",
      dependencies: ["PreferencesImport", "Preferences", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PrefsCommandTests",
      dependencies: ["prefs", "Preferences", "PreferencesSchema", "TestSupport"],
      swiftSettings: settings),
  ]
)

// MARK: - Roaming

for target in package.targets {
  switch target.name {
  case "prefs": target.dependencies.append("PreferencesSync")
  case "PrefsCommandTests": target.dependencies.append("SyncConformance")
  default: break
  }
}

// PreferencesSync needs nothing but the library. PreferencesPostgres needs libpq; where that is not
// installed it is left out, and the rest builds and tests as ever. PREFERENCES_POSTGRES=1 or =0
// decides instead of looking.
package.targets += [
  .target(
    name: "PreferencesSync",
    dependencies: ["Preferences", "SQLiteCore", "SchemaMigrations"],
    resources: [
      .embedInCode("Migrations/V0001__create_sync.sql"),
      .embedInCode("Migrations/V0001__create_sync.down.sql"),
    ],
    swiftSettings: settings),
  // For tests only; no product has them.
  .target(
    name: "SyncConformance",
    dependencies: ["PreferencesSync", "Preferences", "SQLiteCore", "TestSupport"],
    path: "Tests/SyncConformance", swiftSettings: settings),
  .executableTarget(
    name: "SyncTestHelper",
    dependencies: ["SyncConformance", "PreferencesSync", "Preferences", "SQLiteCore"],
    path: "Tests/SyncTestHelper", swiftSettings: settings),
  .executableTarget(
    name: "SyncBenchmark",
    dependencies: ["SyncConformance", "PreferencesSync", "Preferences", "TestSupport"],
    path: "Tests/SyncBenchmark", swiftSettings: settings),
  .testTarget(
    name: "PreferencesSyncTests",
    dependencies: [
      "PreferencesSync", "Preferences", "SQLiteCore", "SyncConformance", "SyncTestHelper",
      "TestSupport",
    ],
    swiftSettings: settings),
]
package.products += [.library(name: "PreferencesSync", targets: ["PreferencesSync"])]

/// Whether pkg-config would find libpq; looked for as it does, since a manifest may start no programs.
let hasPostgres: Bool = {
  if let choice = Context.environment["PREFERENCES_POSTGRES"] { return choice == "1" }
  let standard = [
    "/usr/lib/x86_64-linux-gnu/pkgconfig", "/usr/lib/aarch64-linux-gnu/pkgconfig",
    "/usr/lib64/pkgconfig", "/usr/lib/pkgconfig", "/usr/share/pkgconfig",
    "/usr/local/lib/pkgconfig", "/opt/homebrew/opt/libpq/lib/pkgconfig",
    "/usr/local/opt/libpq/lib/pkgconfig",
  ]
  func folders(_ variable: String) -> [String]? {
    Context.environment[variable].map { $0.split(separator: ":").map(String.init) }
  }
  let all = (folders("PKG_CONFIG_PATH") ?? []) + (folders("PKG_CONFIG_LIBDIR") ?? standard)
  return all.contains { FileManager.default.fileExists(atPath: "\($0)/libpq.pc") }
}()

if hasPostgres {
  package.targets += [
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "PreferencesPostgres",
      dependencies: ["CPostgres", "PreferencesSync", "Preferences", "SchemaMigrations"],
      resources: [
        .embedInCode("Migrations/V0001__create_preferences.sql"),
        .embedInCode("Migrations/V0001__create_preferences.down.sql"),
      ],
      swiftSettings: settings),
  ]
  package.products += [.library(name: "PreferencesPostgres", targets: ["PreferencesPostgres"])]
  // Those that can do more with it.
  let users = [
    "prefs", "SyncConformance", "SyncTestHelper", "SyncBenchmark", "PreferencesSyncTests",
    "PrefsCommandTests",
  ]
  for target in package.targets where users.contains(target.name) {
    target.dependencies.append("PreferencesPostgres")
    target.swiftSettings?.append(.define("PREFERENCES_POSTGRES"))
  }
}

// Needs `-sanitize=fuzzer`, which brings the main loop: only `./dev fuzz` builds it.
if Context.environment["PREFERENCES_FUZZER"] != nil {
  package.targets.append(
    .executableTarget(
      name: "PreferencesFuzzer",
      dependencies: [
        "Preferences", "PreferencesImport", "PreferencesSchema", "SchemaMigrations", "SQLiteCore",
      ],
      path: "Tests/PreferencesFuzzer",
      swiftSettings: settings))
}
