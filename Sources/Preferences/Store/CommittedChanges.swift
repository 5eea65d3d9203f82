/// What a transaction of this store has written.
struct CommittedChanges {
  /// The names, also of keys that leave nothing in the log.
  var names: [PreferenceName] = []
  /// The numbers in the log; nil when nothing was logged.
  var sequences: ClosedRange<Int64>?
  /// Whether these names are all: no trigger of somebody's has changed other rows along with them.
  var isAll = true
}
