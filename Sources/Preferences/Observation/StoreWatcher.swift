internal import SQLiteCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that notices what other processes, and other stores of this one, write to a file.
///
/// The system's events are a hint, and come too early: a file is written before the commit in it can
/// be seen, with a disk to wait for in between. So after a hint it looks again and again, at growing
/// distances: one that waits for its disk for a second is noticed within the next. What it finds may
/// be an older commit than the one that the hint was for, so finding something does not end that.
/// Writers of this library ring a bell after their commit, which is a hint that comes at the right
/// time.
final class StoreWatcher: Sendable {
  /// Looks at the store; says whether there was something new. False for ever ends the thread.
  typealias Look = @Sendable () -> Outcome

  enum Outcome {
    case moved, still, storeGone
    /// A commit of the store itself, which was told of when it was made.
    case own
  }

  let folder: String
  private let names: Set<String>
  private let look: Look
  private struct Running {
    var isStopped = false
    #if os(Linux)
      var watch: FolderWatch?
    #endif
  }
  private let running = Lock(Running())

  /// How long to wait for the folder of a store that nobody has written yet, and between looks where
  /// the system gives no hints, in milliseconds.
  private static let slowPoll: Int32 = 250

  /// - Parameter path: absolute.
  init(path: String, look: @escaping Look) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let name = String(path[path.index(after: slash)...])
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    names = Set(["", "-wal", "-shm", "-journal"].map { name + $0 })
    self.look = look
  }

  func start() { DetachedThread.start { self.run() } }

  func stop() {
    running.withLock { running in
      running.isStopped = true
      #if os(Linux)
        running.watch?.stop()
      #endif
    }
  }

  private var isStopped: Bool { running.withLock { $0.isStopped } }

  private func run() {
    #if os(Linux)
      while !isStopped {
        guard let watch = FolderWatch(folder: folder, names: names) else {
          if !pollSlowly() { return }
          continue
        }
        running.withLock { $0.watch = watch }
        // What came between the last look and the watch has left no event.
        if !follow(watch) { return }
        running.withLock { $0.watch = nil }
      }
    #else
      while pollSlowly() {}
    #endif
  }

  /// Sleeps and looks once; false at the end.
  private func pollSlowly() -> Bool {
    usleep(UInt32(Self.slowPoll) * 1000)
    return !isStopped && look() != .storeGone
  }

  #if os(Linux)
    /// Looks whenever files change; true when the folder went away, false at the end.
    private func follow(_ watch: FolderWatch) -> Bool {
      var pause: Int32? = 0
      while !isStopped {
        switch watch.wait(milliseconds: pause ?? -1) {
        case .stopped: return false
        case .folderGone: return look() != .storeGone
        case .files: pause = 0
        case .timeout: break
        }
        switch lookClosely(isFirst: pause == 0) {
        case .storeGone: return false
        case .moved:
          pause = 1
          // Commits that follow each other at once are told together; half a millisecond at most.
          usleep(500)
        case .own:
          pause = 1
          // A store that writes a lot wakes its own watcher each time.
          usleep(3000)
        case .still: pause = Self.next(pause)
        }
      }
      return false
    }

    /// Right after a hint the commit mostly is a few microseconds away.
    private func lookClosely(isFirst: Bool) -> Outcome {
      for _ in 0..<(isFirst ? 8 : 1) {
        let outcome = look()
        if outcome != .still { return outcome }
      }
      return .still
    }

    /// 1, 2, 4 … milliseconds, some twenty looks in half an hour; then until the next hint.
    private static func next(_ pause: Int32?) -> Int32? {
      guard let pause, pause < 1 << 20 else { return nil }
      return max(1, pause * 2)
    }
  #endif
}
