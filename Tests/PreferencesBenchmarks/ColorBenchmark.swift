import Foundation
import Preferences

/// A colour written in a store of 10,000, compared with a text of 20 bytes.
func colorWriteBenchmark(_ sample: Sample) throws -> Group {
  let keys = 10_000
  var options = StoreOptions()
  options.durability = .normal
  var turn = 0
  func writes<Value>(
    _ name: String, target: Double? = nil, slot: Int, default value: Value,
    codec: PreferenceCodec<Value>, _ next: @escaping (Int) -> Value
  ) throws -> Case {
    let store = try PreferenceStore(path: try sample.store(keys: keys), options: options)
    // A slot that no sample value is in is a key that has this type from the first round on.
    let typed = stride(from: slot, to: keys, by: 4).map {
      PreferenceStore.Key(Sample.name($0), in: Sample.namespace, codec: codec, default: value)
    }
    return Case(name: name, target: target) { times in
      for _ in 0..<times {
        turn += 1
        try store.set(next(turn), for: typed[turn % typed.count])
      }
    }
  }
  func part(_ turn: Int) -> Double { Double(turn % 100_003) / 100_003 }
  return Group(
    name: "write a colour",
    cases: [
      try writes("text", slot: 0, default: "", codec: String.preferenceCodec) {
        Sample.text(keys + $0)
      },
      try writes(
        "sRGB, four columns", target: 1.2, slot: 3, default: .white,
        codec: PreferenceColor.preferenceCodec
      ) { PreferenceColor(red: part($0), green: 0.5, blue: 0.25) },
      try writes(
        "Display P3, JSON", slot: 3, default: .white, codec: PreferenceColor.preferenceCodec
      ) { PreferenceColor(.displayP3, red: part($0), green: 0.5, blue: 0.25) },
    ])
}

/// A colour read from a store of 10,000, compared with an integer.
func colorReadBenchmark(_ sample: Sample) throws -> Group {
  let keys = 10_000
  let path = try sample.store(keys: keys)
  let colors = stride(from: 3, to: keys, by: 4).map {
    PreferenceStore.Key(Sample.name($0), in: Sample.namespace, default: PreferenceColor.white)
  }
  let integers = stride(from: 1, to: keys, by: 4).map {
    PreferenceStore.Key(Sample.name($0), in: Sample.namespace, default: 0)
  }
  // Past the cache: what decoding costs.
  var options = StoreOptions()
  options.cacheLimit = 0
  let store = try PreferenceStore(path: path, options: options)
  try store.transaction { transaction in
    for (number, key) in colors.enumerated() {
      transaction[key] = PreferenceColor(red: Double(number) / 5000, green: 0.5, blue: 0.25)
    }
  }
  var turn = 0
  var sum = 0.0
  return Group(
    name: "read a colour",
    cases: [
      Case(name: "an integer") { times in
        for _ in 0..<times {
          turn += 1
          sum += Double(try store.get(integers[turn % integers.count]))
        }
        keep("\(sum)")
      },
      Case(name: "sRGB, four columns", target: 1.1) { times in
        for _ in 0..<times {
          turn += 1
          sum += try store.get(colors[turn % colors.count]).red
        }
        keep("\(sum)")
      },
    ])
}

/// A million random colours from one space to another, compared with the six powers that the curves
/// of the two cost in C.
func conversionBenchmark(_ sample: Sample) -> Group {
  var generator = SystemRandomNumberGenerator()
  func colors(_ space: PreferenceColor.Space) -> [PreferenceColor] {
    (0..<1_000_000).map { _ in
      func part() -> Double { .random(in: 0...1, using: &generator) }
      return PreferenceColor(space, red: part(), green: part(), blue: part())
    }
  }
  func conversion(
    _ source: PreferenceColor.Space, _ target: PreferenceColor.Space
  ) -> Case {
    let colors = colors(source)
    return Case(name: "\(source.rawValue) to \(target.rawValue)", target: 1.4) { times in
      var sum = 0.0
      for turn in 0..<times { sum += colors[turn % colors.count].converted(to: target).green }
      keep("\(sum)")
    }
  }
  let numbers = (0..<3_000_000).map { _ in Double.random(in: 0.05...1, using: &generator) }
  let powers = Case(name: "six powers in C") { times in
    var sum = 0.0
    for turn in 0..<times {
      let start = turn % 1_000_000 * 3
      for number in numbers[start..<start + 3] { sum += pow(pow(number, 2.4), 1 / 2.4) }
    }
    keep("\(sum)")
  }
  return Group(
    name: "convert a colour",
    cases: [
      powers, conversion(.sRGB, .displayP3), conversion(.displayP3, .sRGB),
      conversion(.sRGB, .linearSRGB), conversion(.linearSRGB, .displayP3),
      conversion(.displayP3, .gray),
    ])
}
