/// Outcomes as a table for people and as JSON for programs.
struct Report {
  let outcomes: [Outcome]
  let rounds: Int
  let sqliteVersion: String

  var misses: Int { outcomes.count { $0.isMiss } }

  /// Ratios first; times only tell what they are ratios of.
  var table: String {
    var rows = [["", "ratio", "quartiles", "target", "", "per call", "baseline", ""]]
    for outcome in outcomes {
      rows.append([
        "\(outcome.group): \(outcome.name)", Self.text(outcome.ratio),
        "\(Self.text(outcome.spread.lowerBound))-\(Self.text(outcome.spread.upperBound))",
        outcome.target.map { Self.text($0) } ?? "-",
        outcome.target == nil ? "" : outcome.isMiss ? "MISS" : "ok",
        Self.duration(outcome.time), Self.duration(outcome.baselineTime), outcome.baseline,
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        // Words to the left, numbers to the right.
        return column == 0 || column == row.count - 1
          ? row[column] + padding : padding + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  var json: String {
    let lines = outcomes.map { outcome in
      """
      {"group": "\(outcome.group)", "case": "\(outcome.name)", "baseline": "\(outcome.baseline)", \
      "ratio": \(Self.text(outcome.ratio)), "lower": \(Self.text(outcome.spread.lowerBound)), \
      "upper": \(Self.text(outcome.spread.upperBound)), \
      "target": \(outcome.target.map { Self.text($0) } ?? "null"), "ok": \(!outcome.isMiss), \
      "nanoseconds": \(Int(outcome.time)), "baselineNanoseconds": \(Int(outcome.baselineTime))}
      """
    }
    return """
      {"sqlite": "\(sqliteVersion)", "rounds": \(rounds), "results": [
        \(lines.joined(separator: ",\n  "))
      ]}

      """
  }

  /// Two decimals, without Foundation's formatting.
  private static func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func duration(_ nanoseconds: Double) -> String {
    nanoseconds < 1000 ? "\(Int(nanoseconds)) ns" : "\(text(nanoseconds / 1000)) us"
  }
}
