import TestSupport
import Testing

@testable import Armature
@testable import ArmatureModel

/// Orders of texts with options, compared with a simple sort of the folded texts.
@Suite struct TextOrderTests {
  private static let parts = [
    "a", "A", "b", "Z", "z", "ä", "Ä", "a\u{308}", "Σ", "ς", "ß", "ẞ", "İ", "ı", "K", "k", "ſ",
    "日本",
    "Д", "д", "𐐀", "𐐨", "1", "01", "10", "9", " ", "", "the same beginning ", "\u{0}",
  ]

  @Test(arguments: 0..<40) func `texts are in the order of their folded bytes`(
    _ seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let model = try ManagedObjectModel("Texts") {
      Entity("Text") { Attribute("text", String?.self) }
    }
    let context = ManagedObjectContext(model: model)
    let beginning = seed % 3 == 0 ? "Common " : ""
    // In some histories, more texts than are sorted by comparison.
    for _ in 0..<(seed % 4 == 0 ? 700 : 1 + random.below(40)) {
      let object = try context.insert("Text")
      if random.oneIn(8) { continue }
      let text = (0..<random.below(5)).map { _ in random.pick(Self.parts) }.joined()
      object.text = (random.bool() ? beginning : beginning.uppercased()) + text
    }
    let objects = context.registeredObjects
    for options: FetchPredicate.Options in [
      [], .caseInsensitive, .diacriticInsensitive, .numeric,
      [.caseInsensitive, .diacriticInsensitive],
      [.caseInsensitive, .numeric], [.caseInsensitive, .diacriticInsensitive, .numeric],
    ] {
      let keys = objects.map { object in
        (object["text"].map { Array("\($0.text)".folded(options).utf8) }, object)
      }
      let expected = keys.enumerated().sorted { left, right in
        switch (left.element.0, right.element.0) {
        case (nil, nil): left.offset < right.offset
        case (nil, _): true
        case (_, nil): false
        case (let a?, let b?): a == b ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
        }
      }
      .map(\.element.1)
      let rising = try context.fetch("Text", orderedBy: [.ascending("text", options: options)])
      #expect(rising == expected, "\(options)")
      let first = try context.fetch(
        FetchRequest("Text", orderedBy: [.ascending("text", options: options)], limit: 5))
      #expect(first == Array(expected.prefix(5)))
    }
  }

  /// Texts with long common prefixes that end early or in zeros.
  @Test(arguments: [1, 40, 600], [false, true]) func `texts that begin alike are in order`(
    _ count: Int, _ isAscending: Bool
  ) throws {
    var random = SplitMix64(seed: UInt64(count))
    let model = try ManagedObjectModel("Texts") {
      Entity("Text") {
        Attribute("text", String.self).default("")
        Attribute("number", Int.self).default(0)
      }
    }
    let context = ManagedObjectContext(model: model)
    for number in 0..<count {
      let object = try context.insert("Text")
      object.text =
        switch number % 5 {
        case 0: String(repeating: "a", count: number)
        case 1: "a" + String(repeating: "\u{0}", count: random.below(30))
        case 2:
          "one long beginning for all of them, "
            + "\(random.below(2)) and another, \(random.below(9))"
        case 3: "one long beginning for all of them, 0 and another, "
        default: String(repeating: "ab", count: 40) + String(random.below(20))
        }
      object.number = random.below(3)
    }
    let objects = context.registeredObjects
    let order = isAscending ? FetchOrder.ascending("text") : .descending("text")
    let fetched = try context.fetch("Text", orderedBy: [order, .ascending("number")])
    let expected = objects.enumerated().sorted { left, right in
      let (a, b) = (
        Array(left.element["text"]?.text.utf8 ?? "".utf8),
        Array(right.element["text"]?.text.utf8 ?? "".utf8)
      )
      if a != b { return a.lexicographicallyPrecedes(b) == isAscending }
      let (m, n): (Int, Int) = (left.element.number ?? 0, right.element.number ?? 0)
      return m == n ? left.offset < right.offset : m < n
    }
    .map(\.element)
    #expect(fetched == expected)
  }

  @Test(arguments: 0..<200) func `folding behind other texts adds what folding yields`(
    _ seed: Int
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = (0..<random.below(30)).map { _ in random.pick(Self.parts) }.joined()
    for raw in 0..<8 {
      var options: FetchPredicate.Options = []
      if raw & 1 != 0 { options.insert(.caseInsensitive) }
      if raw & 2 != 0 { options.insert(.diacriticInsensitive) }
      if raw & 4 != 0 { options.insert(.numeric) }
      var bytes: ContiguousArray<UInt8> = [1, 0x41]
      text.fold(options, behind: &bytes)
      #expect(Array(bytes) == [1, 0x41] + Array(text.folded(options).utf8))
    }
  }
}

extension AttributeValue {
  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
