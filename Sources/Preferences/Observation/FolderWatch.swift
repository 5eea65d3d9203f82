#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Wakes a thread when files of a folder change (https://man7.org/linux/man-pages/man7/inotify.7.html).
  ///
  /// It looks at the folder and at names, and opens no file: closing one that SQLite has open would
  /// drop SQLite's locks.
  final class FolderWatch: Sendable {
    private let notifier: Int32
    /// A pipe: what is written to its end wakes whoever waits at its beginning.
    private let stopper: (beginning: Int32, end: Int32)
    private let names: Set<String>

    /// What ended a wait.
    enum Wake {
      /// One of the files was written, made, renamed or removed, or events were lost.
      case files
      /// The folder itself is gone, or has another name.
      case folderGone
      case timeout
      case stopped
    }

    /// - Returns: nil where the folder does not exist, or the system has no watches left.
    init?(folder: String, names: Set<String>) {
      self.names = names
      notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      stopper = (ends[0], ends[1])
      for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let events =
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF
      guard notifier >= 0, stopper.beginning >= 0,
        inotify_add_watch(notifier, folder, UInt32(events)) >= 0
      else { return nil }  // everything is initialized, so deinit runs and closes
    }

    deinit {
      for descriptor in [notifier, stopper.beginning, stopper.end] where descriptor >= 0 {
        close(descriptor)
      }
    }

    /// Ends the wait of the other thread, and all later ones.
    func stop() {
      var byte: UInt8 = 1
      _ = write(stopper.end, &byte, 1)
    }

    /// Waits; -1 milliseconds wait for ever. Events of other files do not lengthen the wait.
    func wait(milliseconds: Int32) -> Wake {
      let end = SystemCalls.coarseTime + Int64(milliseconds)
      var descriptors = [
        pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopper.beginning, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        let rest = milliseconds < 0 ? -1 : max(0, end - SystemCalls.coarseTime)
        let count = poll(&descriptors, 2, Int32(clamping: rest))
        if descriptors[1].revents != 0 { return .stopped }
        if count == 0 { return .timeout }
        if count < 0, errno != EINTR { return .timeout }
        if count > 0, let wake = drain() { return wake }
      }
    }

    /// Reads all events that have come; nil when none is about our files.
    private func drain() -> Wake? {
      var wake: Wake?
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(notifier, &buffer, buffer.count)
        guard count > 0 else { return wake }
        for event in Self.events(buffer[..<count]) {
          if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) | event.mask & UInt32(IN_IGNORED)
            != 0
          {
            return .folderGone
          }
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || names.contains(event.name) { wake = .files }
        }
      }
    }

    /// `struct inotify_event`: wd, mask, cookie and length, then the name, padded with NULs.
    private static func events(_ bytes: ArraySlice<UInt8>) -> [(mask: UInt32, name: String)] {
      var rest = bytes
      var events: [(mask: UInt32, name: String)] = []
      while rest.count >= 16 {
        let words = rest.prefix(16).withUnsafeBytes { bytes in
          (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        rest = rest.dropFirst(16)
        let name = rest.prefix(Int(words[3])).prefix { $0 != 0 }
        rest = rest.dropFirst(Int(words[3]))
        events.append((words[1], String(decoding: name, as: UTF8.self)))
      }
      return events
    }
  }
#endif
