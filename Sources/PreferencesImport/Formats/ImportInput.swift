/// The bytes of a file, and the trees in them, each parsed once, at first need.
final class ImportInput {
  let bytes: [UInt8]
  /// What holds the content.
  let container: FileFormat

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    container = FileFormat.detect(bytes)
  }

  /// The tree of a binary or XML property list; an error for anything else.
  private(set) lazy var propertyList = Result { () throws(ImportError) in
    switch container {
    case .binaryPropertyList: return try BinaryPropertyListReader.read(bytes)
    case .xml: return try XMLPropertyListReader.read(bytes)
    default: throw mismatch(expected: "a property list (binary or XML)")
    }
  }

  /// The tree of JSON text; an error for anything else.
  private(set) lazy var json = Result { () throws(ImportError) in
    guard container == .json else { throw mismatch(expected: "JSON") }
    return try JSONDomain.parse(bytes)
  }

  /// The object graph of a property list that is one; nil for anything else.
  private(set) lazy var keyedArchive = (try? propertyList.get()).flatMap(KeyedArchive.init)

  /// The values of a typedstream; an error for anything else.
  private(set) lazy var typedStream = Result { () throws(ImportError) in
    try TypedStreamReader.read(bytes)
  }

  /// The error that says what the file is instead.
  func mismatch(expected: String) -> ImportError {
    ImportError(.unknownFormat, expected: expected, found: container.description)
  }
}
