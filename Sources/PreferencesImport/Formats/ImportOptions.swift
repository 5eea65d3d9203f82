/// How a file is to be imported.
public struct ImportOptions: Sendable {
  /// The colour space of numbers whose file names none.
  public enum AssumedColorSpace: String, Sendable, CaseIterable {
    /// sRGB: what most authors mean.
    case sRGB = "srgb"
    /// Generic RGB and Generic Gray with gamma 1.8: what the programs of macOS meant.
    case calibrated
  }

  /// Where the entries of a file go that names no namespaces.
  public var namespace: String
  /// Takes the whole file as one value under this key, whatever its top level is.
  public var key: String?
  /// What the file must be; nil: what its content says.
  public var format: ImportFormat?
  /// For colours without a space; nil: the custom of the format.
  public var assumedColorSpace: AssumedColorSpace?
  /// Leaves the colours of a property list in the form that they have there: archives as data or
  /// text, lists of a space and components as JSON. Otherwise they become colours.
  public var keepsArchives = false
  /// What entries are to become, by their keys; `KEY/MEMBER` takes a member of the JSON document
  /// that an entry holds, under the key `MEMBER`, as well.
  public var forms: [String: ImportForm] = [:]
  /// The path, for messages only.
  public var file: String?

  /// The options with their defaults.
  public init(namespace: String) { self.namespace = namespace }
}
