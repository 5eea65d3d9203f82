/// A GSettings schema as its XML declares it, nothing judged yet.
struct SettingsSchema {
  var id: String
  var path: String?
  var extends: String?
  var keys: [Key] = []
  /// Keys of the schema that it extends, with another default.
  var overrides: [Key] = []

  struct Key {
    var name: String
    var type: String?
    /// The id of an enumeration, whose values are nicks.
    var enumeration: String?
    /// The id of flags, whose values are lists of nicks.
    var flags: String?
    /// GVariant text.
    var defaultText: String?
    var summary: String?
    var details: String?
    var minimum: String?
    var maximum: String?
    var choices: [String] = []
    var aliases: [(value: String, target: String)] = []
  }
}
