import Foundation
import Testing

/// The table in Tests/README.md promises tests; here they are looked for.
@Suite("The table of faults that other stores have had")
struct FaultTableTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("every row names tests that exist, and every fault is there")
  func rows() throws {
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    var source = ""
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { source += try String(contentsOf: file, encoding: .utf8) }
    }
    let page = try String(contentsOf: Self.tests.appending(path: "README.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| B") }
    var faults: Set<Substring> = []
    for row in rows {
      let cells = row.split(separator: "|")
      guard cells.count == 3 else {
        Issue.record("\(row)")
        continue
      }
      let numbers = cells[0].split { " ,".contains($0) }
      #expect(faults.isDisjoint(with: numbers), "twice: \(cells[0])")
      faults.formUnion(numbers)
      let quoted = cells[2].split(separator: "\"", omittingEmptySubsequences: false)
      for (index, name) in quoted.enumerated() where index % 2 == 1 {
        #expect(source.contains("\"\(name)\""), "\(cells[0]): no test \"\(name)\"")
      }
    }
    let known = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/reference/bug-reports.md")
    guard let reports = try? String(contentsOf: known, encoding: .utf8) else { return }
    let all = reports.split(separator: "\n").filter { $0.hasPrefix("| B") }
      .compactMap { $0.split { " |".contains($0) }.first }
    #expect(all.count > 50 && Set(all) == faults)
  }
}
