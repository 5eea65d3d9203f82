public import Observation
internal import SQLiteCore
import Synchronization

/// The name of a key as the Observation framework tells keys apart.
///
/// Only when a read is tracked does the framework hash it, in order to remember it. So its hash says,
/// without any cost to other reads, that somebody tracks.
struct ObservedName: Hashable {
  var name: PreferenceName
  /// Whether it is used to tell of a change, not to read.
  var isTelling = false

  /// How many names the framework has remembered in this process.
  static let hashed = ProcessCount()

  func hash(into hasher: inout Hasher) {
    if !isTelling { Self.hashed.add() }
    hasher.combine(name)
  }

  static func == (a: Self, b: Self) -> Bool { a.name == b.name }
}

/// A number of the process that is read without a lock and without asking whether it is there yet.
struct ProcessCount: @unchecked Sendable {
  // Unchecked: never freed, and atomic.
  private let number = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)

  init() { number.initialize(to: Atomic(0)) }

  var now: Int { number.pointee.load(ordering: .relaxed) }

  func add() { number.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// The key paths of a key: of its name, and of names that it had before.
///
/// Unchecked, for a key path is Sendable when what it captures is; it cannot say so as a type without
/// becoming an existential, which the read path would feel.
@usableFromInline
final class ObservedPaths: @unchecked Sendable {
  private let own: KeyPath<PreferenceStore, Void>?
  /// The same for reads, which need no hold on what this object holds.
  let lent: Unmanaged<KeyPath<PreferenceStore, Void>>?
  let former: [KeyPath<PreferenceStore, Void>]
  /// Here, so that a read need not ask whether a global is there yet.
  let hashed = ObservedName.hashed

  init(_ names: [PreferenceName]) {
    let paths = names.map { \PreferenceStore.[observed: ObservedName(name: $0)] }
    own = paths.first
    lent = own.map(Unmanaged.passUnretained)
    former = Array(paths.dropFirst())
  }
}

/// A body of `withObservationTracking`, or of a SwiftUI view, that reads a key runs again when its
/// value has changed, and for no other key; wherever the change comes from.
extension PreferenceStore: Observable {
  /// What a key path names while a key is tracked.
  subscript(observed name: ObservedName) -> Void { () }

  /// Notes that a key is being read, for observation tracking.
  @usableFromInline
  func access(_ paths: ObservedPaths) {
    guard let own = paths.lent else { return }
    let before = paths.hashed.now
    own._withUnsafeGuaranteedRef { registrar.access(self, keyPath: $0) }
    for path in paths.former { registrar.access(self, keyPath: path) }
    // Perhaps for another store, in another thread at this moment: then this one looks in vain.
    if paths.hashed.now != before, !isTracked.load(ordering: .relaxed) {
      isTracked.store(true, ordering: .releasing)
      startFeed()
    }
  }

  /// Whether reads are being tracked, here or in another thread at this moment: asked with the path of
  /// no key. Saves those who know a name only now from making a key path for nothing.
  var isTracking: Bool {
    let before = pathOfNoKey.hashed.now
    pathOfNoKey.lent?._withUnsafeGuaranteedRef { registrar.access(self, keyPath: $0) }
    return pathOfNoKey.hashed.now != before
  }

  /// Tells the Observation framework that values have changed; outside all locks.
  func mutate(_ names: Set<PreferenceName>) {
    guard isTracked.load(ordering: .acquiring) else { return }
    for name in names {
      let path = \PreferenceStore.[observed: ObservedName(name: name, isTelling: true)]
      registrar.withMutation(of: self, keyPath: path) {}
    }
  }
}
