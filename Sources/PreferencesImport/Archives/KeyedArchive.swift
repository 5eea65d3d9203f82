/// What NSKeyedArchiver writes: objects that refer to each other by number.
///
/// Nothing is followed but on request, one step at a time, so a reference out of bounds is nil and a
/// cycle costs nothing.
struct KeyedArchive {
  private let objects: [PropertyList]
  /// The archived objects by name: `root`, where there is one.
  let top: PropertyList

  /// Nil for a property list that is no archive.
  init?(_ list: PropertyList) {
    guard list.isKeyedArchive, let objects = list["$objects"]?.array, let top = list["$top"] else {
      return nil
    }
    self.objects = objects
    self.top = top
  }

  /// The one archived object.
  var root: PropertyList? { object(top["root"]) }

  /// What a reference stands for, or the value itself where it is none; nil for the null object.
  func object(_ value: PropertyList?) -> PropertyList? {
    guard case .uid(let number) = value else { return value }
    guard number > 0, let index = Int(exactly: number), index < objects.count else { return nil }
    switch objects[index] {
    case .uid: return nil
    // Many references to one large dictionary would be slow to look through; no colour has one.
    case .dictionary(let members) where members.count > 64: return nil
    case let object: return object
    }
  }

  /// The names of an object's class and of its superclasses: subclasses have names of their own, so
  /// `$classname` alone does not tell what an object is.
  func classes(of object: PropertyList) -> [String] {
    let names = self.object(object["$class"])?["$classes"]?.array ?? []
    return names.prefix(32).compactMap(\.string)
  }

  /// The text of a string, as a value or as an object.
  func text(_ value: PropertyList?) -> String? {
    let object = object(value)
    return object?.string ?? object?["NS.string"]?.string
  }

  /// The bytes of data, as a value or as an object.
  func bytes(_ value: PropertyList?) -> [UInt8]? {
    guard let object = object(value) else { return nil }
    if case .data(let bytes) = object { return bytes }
    if case .data(let bytes) = object["NS.data"] { return bytes }
    return nil
  }

  /// The two arrays that a colour list consists of; nil for another archive.
  var colorList: (colors: [PropertyList], names: [PropertyList])? {
    guard let colors = elements(top["NSColors"]), let names = elements(top["NSKeys"]) else {
      return nil
    }
    return (colors, names)
  }

  /// The elements of an array object, as references.
  func elements(_ value: PropertyList?) -> [PropertyList]? {
    object(value)?["NS.objects"]?.array
  }
}
