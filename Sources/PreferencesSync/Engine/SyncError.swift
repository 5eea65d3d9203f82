public import Preferences

/// What can keep a device from syncing. None of it loses anything: edits stay queued.
public enum SyncError: Error, Hashable, Sendable {
  /// The server cannot be reached, or its answer was lost: tried again later.
  case offline(String)
  /// The server refuses: wrong password, unknown role, a certificate that cannot be trusted.
  case refused(String)
  /// The server's database has no tables for preferences, or newer ones than this library knows.
  case schema(String)
  /// The server has no room: its disk is full.
  case full(String)
  /// An answer that is none.
  case invalidAnswer(String)
  /// No account is signed in on this store.
  case notSignedIn
  /// What was asked for cannot be done.
  case invalidRequest(String)
  /// The store cannot be read or written.
  case store(PreferenceError)
}

extension SyncError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .offline(let reason): "the server cannot be reached: \(reason)"
    case .refused(let reason): "the server refuses: \(reason)"
    case .schema(let reason), .invalidRequest(let reason): reason
    case .full(let reason): "the server has no room: \(reason)"
    case .invalidAnswer(let reason): "the server's answer is not understood: \(reason)"
    case .notSignedIn: "no account is signed in"
    case .store(let error): error.description
    }
  }
}
