import Foundation
import Testing

@testable import PreferencesImport

@Suite("reading sources")
struct ImportSourceTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func failure(_ path: String, sizeLimit: Int = 100) -> ImportError? {
    do { _ = try ImportSource.read(path, sizeLimit: sizeLimit) } catch { return error }
    return nil
  }

  @Test("a file is read whole and left as it was, whatever its name")
  func whole() throws {
    try withFolder { folder in
      let file = folder.appending(path: "あいうえお é.plist")
      let bytes = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
      try Data(bytes).write(to: file)
      let before = try FileManager.default.attributesOfItem(
        atPath: file.path(percentEncoded: false))
      #expect(try ImportSource.read(file.path(percentEncoded: false)) == bytes)
      let after = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
      #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    }
  }

  @Test("what is no readable file is named")
  func refused() throws {
    try withFolder { folder in
      let path = folder.path() + "/"
      #expect(failure(path)?.kind == .notAFile)
      #expect(failure(path)?.description == "\(path): expected a file, found a folder")
      #expect(failure(path + "none")?.kind == .missing)
      #expect(failure("")?.kind == .missing)
      #expect(failure("/dev/null")?.kind == .notAFile)
      #expect(mkfifo(path + "pipe", 0o600) == 0)
      #expect(failure(path + "pipe")?.kind == .notAFile)
      try Data(count: 101).write(to: folder.appending(path: "large"))
      #expect(
        failure(path + "large")?.description
          == "\(path)large: expected a file of at most 100 bytes, found a larger one")
      #expect(failure(path + "large", sizeLimit: 101) == nil)
    }
  }

  @Test(
    "a file without permission is named", .enabled(if: geteuid() != 0, "the superuser may read all")
  )
  func permission() throws {
    try withFolder { folder in
      let file = folder.appending(path: "secret")
      try Data([1]).write(to: file)
      #expect(chmod(file.path(), 0) == 0)
      #expect(failure(file.path())?.kind == .noPermission)
    }
  }
}
