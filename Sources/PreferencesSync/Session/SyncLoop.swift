internal import Preferences

/// What a started sync does until it is cancelled: a round at each change here, at each hint, and now
/// and then.
struct SyncLoop: Sendable {
  let engine: any SyncEngine
  let device: SyncDevice
  let board: StatusBoard
  let turn: Turnstile
  let options: SyncOptions

  private enum Wake { case change, server }

  func run() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(2))
    await withTaskGroup(of: Void.self) { group in
      let changes = device.store.changes()
      group.addTask { await watch(changes) { wake.yield(.change) } }
      if options.usesHints { group.addTask { await listen { wake.yield(.server) } } }
      group.addTask {
        while !Task.isCancelled {
          try? await Task.sleep(for: options.pollInterval)
          wake.yield(.server)
        }
      }
      await rounds(wakes)
      wake.finish()
      group.cancelAll()
    }
  }

  private func rounds(_ wakes: AsyncStream<Wake>) async {
    var backoff = Backoff()
    var iterator = wakes.makeAsyncIterator()
    while !Task.isCancelled {
      if await round() {
        backoff.reset()
        _ = await iterator.next(isolation: nil)
      } else {
        await pause(backoff.next())
      }
    }
  }

  /// Waits; edits are queued meanwhile as they come, so that their times are known well.
  private func pause(_ time: Duration) async {
    let end = ContinuousClock.now + time
    while !Task.isCancelled, ContinuousClock.now < end {
      try? await Task.sleep(for: min(.milliseconds(500), end - .now))
      if let pending = try? device.collect() { board.change { $0.pending = pending } }
    }
  }

  /// - Returns: whether the round was completed.
  private func round() async -> Bool {
    let before = board.status.activity
    board.change { $0.activity = .syncing }
    do throws(SyncError) {
      try await turn.alone { () throws(SyncError) in try await device.round(engine) }
      let pending = try device.collect()
      board.change { status in
        status.activity = .idle
        status.pending = pending
        status.lastSync = SyncClock.system.now().wall
        status.error = nil
      }
      return true
    } catch {
      device.forgetGreeting()
      let pending = try? device.collect()
      board.change { status in
        status.pending = pending ?? status.pending
        status.error = error
        if case .offline = error {
          let now = SyncClock.system.now().wall
          if case .offline = before {
            status.activity = before
          } else {
            status.activity = .offline(since: status.lastSync ?? now)
          }
        } else {
          status.activity = .failed(error)
        }
      }
      return false
    }
  }

  private func watch(_ changes: PreferenceChanges, _ wake: @Sendable () -> Void) async {
    var iterator = changes.makeAsyncIterator()
    while !Task.isCancelled {
      do throws(PreferenceError) {
        guard try await iterator.next(isolation: nil) != nil else { return }
        wake()
      } catch {
        try? await Task.sleep(for: .milliseconds(100))
        wake()
      }
    }
  }

  private func listen(_ wake: @Sendable () -> Void) async {
    while !Task.isCancelled {
      do throws(SyncError) {
        try await engine.waitForHint()
        wake()
      } catch {
        // A round finds out what it is, and connects again, each time after a longer wait: one of here
        // would get in its way, and come at any time.
        let last = board.status.lastSync
        wake()
        try? await Task.sleep(for: .seconds(1))
        for await status in board.statuses where status.lastSync != last { break }
      }
    }
  }
}
