/// Tells on standard error how far a long work has come.
///
/// Only on a terminal, or when asked for; there it is one line that is written over.
struct Progress {
  private let console: Console
  private let title: String
  private let isShown: Bool
  private var last: ContinuousClock.Instant?
  private var hasLine = false

  init(_ title: String, on console: Console, always: Bool = false) {
    self.title = title
    self.console = console
    isShown = always || (console.isWatched && !console.isQuiet)
  }

  /// So many are done of so many; shown ten times a second at most.
  mutating func update(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    guard isShown, done == total || last.map({ now - $0 >= .milliseconds(100) }) ?? true else {
      return
    }
    last = now
    let text = "\(title): \(done) of \(total)"
    console.diagnose(console.isWatched ? "\r\u{1b}[K\(text)" : "\(text)\n")
    hasLine = console.isWatched
  }

  /// Takes the line away.
  mutating func finish() {
    if hasLine { console.diagnose("\r\u{1b}[K") }
    hasLine = false
  }
}
