import Preferences

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder of an asset catalogue.
struct Folder {
  /// What a name in a folder stands for; links are not followed.
  enum EntryType {
    case folder
    case link
    case other
  }

  /// The file that describes a set or a group.
  static let contents = "Contents.json"
  /// Far more than any description of colours takes.
  private static let sizeLimit = 1 << 20

  private let path: String
  /// The last part of the path.
  let name: String

  /// The folder that a path names, through links if need be.
  ///
  /// - Throws: ``ImportError`` for a path that names none.
  init(resolving path: String) throws(ImportError) {
    guard let real = realpath(path, nil) else { throw ImportSource.failure(errno) }
    defer { free(real) }
    self.init(path: String(cString: real))
    guard type == .folder else {
      throw ImportError(.notAFile, expected: "a folder", found: "a file")
    }
  }

  private init(path: String) {
    self.path = path
    name = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name without its extension.
  var stem: String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// What the path stands for.
  var type: EntryType {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  func appending(_ name: String) -> Folder { Folder(path: "\(path)/\(name)") }

  /// Whether the folder describes itself.
  var hasContents: Bool {
    var status = stat()
    return lstat("\(path)/\(Self.contents)", &status) == 0
  }

  /// Whether Xcode puts the folder's name before those of its assets.
  var providesNamespace: Bool {
    get throws(ImportError) {
      guard hasContents else { return false }
      return try json()["properties"]?["provides-namespace"]?.bool == true
    }
  }

  /// What `Contents.json` says.
  func json() throws(ImportError) -> JSONValue {
    let file = "\(path)/\(Self.contents)"
    let bytes = try ImportSource.read(file, sizeLimit: Self.sizeLimit, followsLinks: false)
    let input = ImportInput(bytes)
    return try input.json.get()
  }

  /// The names in the folder, in the order of their bytes.
  func names(limit: Int) throws(ImportError) -> [String] {
    guard let stream = opendir(path) else { throw ImportSource.failure(errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      names.append(name)
      guard names.count <= limit else {
        throw ImportError(
          .tooLarge, expected: "at most \(CatalogWalk.maximumCount) files and folders",
          found: "more")
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
