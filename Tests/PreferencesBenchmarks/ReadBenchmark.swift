import CSQLite
import Preferences
import SQLiteCore

/// One value by namespace and key, in a store of 10,000, as a `String`; past the cache.
func readBenchmark(_ sample: Sample) throws -> Group {
  let keys = 10_000
  let order = Sample.order(keys)
  let names = (0..<keys).map(Sample.name)
  var turn = 0
  func next() -> Int {
    turn = (turn + 1) % order.count
    return order[turn]
  }

  let bare = try BareDatabase(path: try sample.store(keys: keys))
  let read = try bare.prepare(pointRead)
  let namespace = Sample.namespace.characters
  let bareNames = names.map(\.characters)
  let plain = Case(name: "C") { times in
    for _ in 0..<times {
      bindStatic(read, 1, namespace)
      bindStatic(read, 2, bareNames[next()])
      guard sqlite3_step(read) == SQLITE_ROW, let text = sqlite3_column_text(read, 1) else {
        throw bare.failure(sqlite3_errcode(bare.handle))
      }
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(read, 1)))
      keep(String(decoding: bytes, as: UTF8.self))
      sqlite3_reset(read)
    }
  }

  let connection = try Connection(path: try sample.store(keys: keys), access: .readWrite)
  let wrapper = Case(name: "the wrapper", target: 1.3) { times in
    for _ in 0..<times {
      let name = names[next()]
      let text = try connection.withStatement(
        """
        SELECT type, value, red, green, blue, alpha FROM preference WHERE namespace = ?1 AND key = ?2
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Sample.namespace, at: 1)
        try statement.bind(name, at: 2)
        return try statement.step() ? try statement.text(at: 1) : ""
      }
      keep(text)
    }
  }

  var options = StoreOptions()
  options.cacheLimit = 0
  let store = try PreferenceStore(path: try sample.store(keys: keys), options: options)
  let typed = names.map { PreferenceStore.Key($0, in: Sample.namespace, default: "") }
  let library = Case(name: "the store", target: 1.3) { times in
    for _ in 0..<times { keep(try store.get(typed[next()])) }
  }
  return Group(name: "read a value", cases: [plain, wrapper, library])
}

/// The statement of the library: a value may be a colour, so a read asks for its four columns too.
let pointRead = """
  SELECT type, value, red, green, blue, alpha FROM preference WHERE namespace = ?1 AND key = ?2
  """

/// Uses a value, so that the compiler cannot leave out what made it.
@inline(never)
func keep(_ text: String) {
  if text.isEmpty { print("nothing read") }
}
