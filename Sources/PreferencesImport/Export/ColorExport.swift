public import Preferences

/// The colours of a namespace in a format for colours, and an account of what that does not say.
public struct ColorExport: Hashable, Sendable {
  /// A format for colours.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The folder of an asset catalogue with a colour set for each colour.
    case colorSet = "colorset"
    /// A GIMP palette: 8 bits of sRGB, one colour for all appearances.
    case gpl
    /// CSS custom properties, with media queries for the variants.
    case css
  }

  /// A file of the export.
  public struct File: Hashable, Sendable {
    /// Its path in the folder of an asset catalogue; a name alone for the other formats.
    public var path: String
    /// Its content.
    public var bytes: [UInt8]
  }

  /// What became of a row that is not written as it is.
  public struct Remark: Hashable, Sendable {
    /// What it is about.
    public enum Kind: String, Hashable, Sendable {
      /// Written, but not all of it.
      case changed
      /// A colour that the format cannot say.
      case leftOut
      /// Not a colour, and for that left out.
      case noColor
    }

    /// The row.
    public var name: PreferenceName
    /// What it is about.
    public var kind: Kind
    /// A sentence without the name.
    public var text: String
  }

  /// The files, in the order of their paths.
  public internal(set) var files: [File] = []
  /// What is not written as it is, in the order of the names.
  public internal(set) var remarks: [Remark] = []

  /// The colours of one namespace.
  ///
  /// - Parameter rows: Those of the whole store, so that references are followed; what is written
  ///   is the namespace alone.
  public init(_ rows: [ExportedPreference], namespace: String, as format: Format) {
    let colors = NamedColors(rows)
    var writer: any ColorWriter =
      switch format {
      case .colorSet: AssetCatalogWriter()
      case .gpl: GIMPPaletteWriter(namespace: namespace)
      case .css: CSSWriter(namespace: namespace)
      }
    for row in rows.sorted(by: { $0.name < $1.name }) where row.name.namespace == namespace {
      guard let color = row.value.color else {
        remarks.append(Remark(name: row.name, kind: .noColor, text: "it is no colour"))
        continue
      }
      let (resolved, notes) = colors.resolve(
        color, keepsPlatforms: writer.keepsReferences)
      do throws(ExportError) {
        guard let resolved else {
          throw ExportError(path: row.name.key, reason: "it is a reference without numbers")
        }
        let changes = notes + (try writer.add(resolved, named: row.name.key))
        remarks += changes.map { Remark(name: row.name, kind: .changed, text: $0) }
      } catch {
        remarks.append(Remark(name: row.name, kind: .leftOut, text: error.reason))
      }
    }
    files = writer.files
  }
}

/// Writes the colours of a namespace one after the other.
protocol ColorWriter {
  /// Whether the format can say a colour that a system knows by name.
  var keepsReferences: Bool { get }
  /// What was written so far.
  var files: [ColorExport.File] { get }
  /// Adds a colour without references to this store.
  ///
  /// - Returns: what of it is not written as it is.
  mutating func add(_ color: AdaptiveColor, named key: String) throws(ExportError) -> [String]
}
