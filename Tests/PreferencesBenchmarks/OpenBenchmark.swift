import CSQLite
import Preferences
import SQLiteCore

/// Opening a store of 100 keys, reading one value, closing.
func openBenchmark(_ sample: Sample) throws -> Group {
  let name = Sample.name(48)
  let namespace = Sample.namespace.characters
  let bareName = name.characters
  let barePath = try sample.store(keys: 100)
  let plain = Case(name: "C") { times in
    for _ in 0..<times {
      let bare = try BareDatabase(path: barePath)
      let read = try bare.prepare(pointRead)
      defer { sqlite3_finalize(read) }
      bindStatic(read, 1, namespace)
      bindStatic(read, 2, bareName)
      guard sqlite3_step(read) == SQLITE_ROW, let text = sqlite3_column_text(read, 1) else {
        throw bare.failure(sqlite3_errcode(bare.handle))
      }
      keep(String(cString: text))
    }
  }

  let path = try sample.store(keys: 100)
  let wrapper = Case(name: "the wrapper", target: 1.3) { times in
    for _ in 0..<times {
      let connection = try Connection(path: path, access: .readWrite)
      keep(
        try connection.withStatement(
          """
          SELECT type, value, red, green, blue, alpha FROM preference
          WHERE namespace = ?1 AND key = ?2
          """
        ) { (statement) throws(SQLiteError) in
          try statement.bind(Sample.namespace, at: 1)
          try statement.bind(name, at: 2)
          return try statement.step() ? try statement.text(at: 1) : ""
        })
    }
  }

  let storePath = try sample.store(keys: 100)
  let key = PreferenceStore.Key(name, in: Sample.namespace, default: "")
  let library = Case(name: "the store", target: 1.3) { times in
    for _ in 0..<times { keep(try PreferenceStore(path: storePath).get(key)) }
  }
  return Group(name: "O1 open, read, close", cases: [plain, wrapper, library])
}
