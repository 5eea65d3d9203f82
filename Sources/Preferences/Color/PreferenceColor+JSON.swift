// The JSON of colours: what a `color_blob` holds, what a colour in a list or a struct is.
//
//   {"space":"display-p3","red":1.0,"green":0.3,"blue":0.7,"alpha":0.5}
//   {"reference":"Brand.accent","fallback":{…}}
//   {"any":{…},"dark":{…},"dark-high":{…}}
//
// The view `settings` makes color(display-p3 1.0 0.3 0.7 / 0.5) of the first by replacing the texts
// between the numbers, so names and order are part of the format. Read is what other code wrote too:
// no space or alpha, `opacity`, three or four numbers, any text of a colour.

extension PreferenceColor: PreferenceJSONConvertible {
  package func jsonForm() throws(JSONReason) -> JSONValue {
    var object: JSONObject = ["space": .string(space.rawValue)]
    if let reason = infiniteComponent { throw JSONReason(reason) }
    for (name, part) in [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)] {
      object[name] = JSONValue(part)
    }
    return .object(object)
  }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    switch jsonForm {
    case .string(let text):
      guard let color = try? PreferenceColor(text) else {
        throw JSONReason("expected the text of a colour")
      }
      self = color
    case .array(let elements):
      let numbers = elements.compactMap(\.double)
      guard numbers.count == elements.count, (3...4).contains(numbers.count) else {
        throw JSONReason("expected three or four numbers")
      }
      self.init(
        red: numbers[0], green: numbers[1], blue: numbers[2],
        alpha: numbers.count == 4 ? numbers[3] : 1)
    case .object(let object): try self.init(object)
    default: throw .expected("a colour", found: jsonForm)
    }
  }

  private init(_ object: JSONObject) throws(JSONReason) {
    func number(_ names: String..., otherwise: Double? = nil) throws(JSONReason) -> Double {
      for name in names {
        guard let value = object[name] else { continue }
        guard let number = value.double else {
          throw JSONReason("expected a number as \(name), found \(value.kind)")
        }
        return number
      }
      guard let otherwise else { throw JSONReason("a colour needs the number \(names[0])") }
      return otherwise
    }
    var space = Space.sRGB
    if let name = object["space"] {
      guard let known = name.string.flatMap(Space.init(rawValue:)) else {
        throw JSONReason("expected a known colour space")
      }
      space = known
    }
    self.init(
      space, red: try number("red"), green: try number("green"), blue: try number("blue"),
      alpha: try number("alpha", "opacity", otherwise: 1))
  }
}

extension AdaptiveColor: PreferenceJSONConvertible {
  package func jsonForm() throws(JSONReason) -> JSONValue {
    if sources.count == 1, let only = sources[.any] { return try only.jsonForm() }
    var object = JSONObject()
    for variant in Variant.allCases {
      object[variant.rawValue] = try sources[variant]?.jsonForm()
    }
    return .object(object)
  }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    var sources: [Variant: Source] = [:]
    for variant in Variant.allCases {
      if let member = jsonForm[variant.rawValue] {
        sources[variant] = try Source(jsonForm: member)
      }
    }
    if sources.isEmpty { sources[.any] = try Source(jsonForm: jsonForm) }
    self.init(checked: sources)
  }
}

extension AdaptiveColor.Source: PreferenceJSONConvertible {
  package func jsonForm() throws(JSONReason) -> JSONValue {
    switch self {
    case .color(let color): return try color.jsonForm()
    case .reference(let reference):
      var object: JSONObject = ["reference": .string(reference.name)]
      object["platform"] = reference.platform.map(JSONValue.string)
      object["fallback"] = try reference.fallback?.jsonForm()
      return .object(object)
    }
  }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let reference = jsonForm["reference"] else {
      self = .color(try PreferenceColor(jsonForm: jsonForm))
      return
    }
    guard let name = reference.string else { throw .expected("a name", found: reference) }
    self = .reference(
      ColorReference(
        name, platform: jsonForm["platform"]?.string,
        fallback: try jsonForm["fallback"].map(AdaptiveColor.init(jsonForm:))))
  }
}
