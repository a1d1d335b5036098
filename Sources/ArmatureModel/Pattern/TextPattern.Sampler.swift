extension TextPattern {
  /// A generator of texts that match a pattern. It walks the syntax tree.
  ///
  /// A walk chooses branches, numbers of repetitions, and a scalar of each set. The minimum and the maximum number of
  /// scalars of each part are known, so a walk can aim at a given length.
  package struct Sampler: Sendable {
    private let root: Part
    private let sets: [Choices]

    /// Creates a sampler. Fails for an invalid pattern.
    package init?(_ source: String) {
      do throws(SyntaxError) {
        var parser = try Parser(source)
        root = Part(try parser.parse())
        sets = parser.sets.all.map(Choices.init)
      } catch {
        return nil
      }
    }

    /// The minimum number of scalars in a matching text.
    package var minimum: Int { root.minimum }
    /// The maximum number of scalars in a matching text; `nil` if the number is not limited.
    package var maximum: Int? { root.maximum == Part.endless ? nil : root.maximum }

    /// Returns a matching text with approximately the given number of scalars.
    ///
    /// - Parameter length: The desired number of scalars. The walk chooses branches and repetitions that achieve it if
    ///   possible.
    package func text(
      length: ClosedRange<Int>, _ random: inout some RandomNumberGenerator
    ) -> String {
      var text = String.UnicodeScalarView()
      _ = append(root, length, to: &text, &random)
      return String(text)
    }

    /// Appends a text for a part, and returns its number of scalars.
    private func append(
      _ part: Part, _ length: ClosedRange<Int>, to text: inout String.UnicodeScalarView,
      _ random: inout some RandomNumberGenerator
    ) -> Int {
      switch part.kind {
      case .empty: return 0
      case .set(let set):
        guard let scalar = sets[set].pick(&random) else { return 0 }
        text.append(scalar)
        return 1
      case .alternatives(let branches):
        let fitting = branches.filter {
          $0.minimum <= length.upperBound && $0.maximum >= length.lowerBound
        }
        let choices = fitting.isEmpty ? branches : fitting
        return append(choices[random.index(choices.count)], length, to: &text, &random)
      case .sequence(let parts): return append(parts, parts.count, length, to: &text, &random)
      case .repetition(let body, let atLeast, let atMost):
        let count = repetitions(of: body[0], atLeast, atMost, length, &random)
        return append(body, count, length, to: &text, &random)
      }
    }

    /// Appends several parts, or one part several times. Each gets a share of the length.
    ///
    /// One function covers both cases, because a generic function took twice the time of everything else.
    private func append(
      _ parts: [Part], _ count: Int, _ length: ClosedRange<Int>,
      to text: inout String.UnicodeScalarView, _ random: inout some RandomNumberGenerator
    ) -> Int {
      // The minimum and the maximum number of scalars of the remaining parts.
      var needed = 0
      var room = 0
      for index in 0..<count {
        let part = parts[parts.count == 1 ? 0 : index]
        needed += part.minimum
        room += part.maximum
      }
      var used = 0
      for index in 0..<count {
        let part = parts[parts.count == 1 ? 0 : index]
        needed -= part.minimum
        room -= part.maximum
        let least = max(part.minimum, length.lowerBound - used - room)
        let most = max(least, min(part.maximum, length.upperBound - used - needed))
        used += append(part, least...most, to: &text, &random)
      }
      return used
    }

    private func repetitions(
      of body: Part, _ atLeast: Int, _ atMost: Int?, _ length: ClosedRange<Int>,
      _ random: inout some RandomNumberGenerator
    ) -> Int {
      let most = min(atMost ?? Part.endless, length.upperBound / max(1, body.minimum))
      let least = body.maximum == 0 ? 0 : (length.lowerBound + body.maximum - 1) / body.maximum
      let low = max(atLeast, min(least, most))
      let high = max(low, min(most, low + 8))
      return low + random.index(high - low + 1)
    }
  }
}

extension TextPattern.Sampler {
  /// A part of the syntax tree with its minimum and maximum number of scalars.
  private final class Part: Sendable {
    let kind: Kind
    let minimum: Int
    let maximum: Int

    /// A number of scalars that no text has, small enough for sums.
    static let endless = 1 << 40

    enum Kind: Sendable {
      case empty
      case set(Int)
      case sequence([Part])
      case alternatives([Part])
      /// An array with a single part.
      case repetition([Part], atLeast: Int, atMost: Int?)
    }

    init(_ node: TextPattern.Node) {
      switch node {
      case .empty, .edge: (kind, minimum, maximum) = (.empty, 0, 0)
      case .set(let set): (kind, minimum, maximum) = (.set(set), 1, 1)
      case .sequence(let nodes):
        let parts = nodes.map(Part.init)
        kind = .sequence(parts)
        minimum = parts.reduce(0) { $0 + $1.minimum }
        maximum = parts.reduce(0) { min(Self.endless, $0 + $1.maximum) }
      case .alternatives(let nodes):
        let parts = nodes.map(Part.init)
        kind = .alternatives(parts)
        minimum = parts.map(\.minimum).min() ?? 0
        maximum = parts.map(\.maximum).max() ?? 0
      case .repetition(let node, let atLeast, let atMost):
        let body = Part(node)
        kind = .repetition([body], atLeast: atLeast, atMost: atMost)
        minimum = Self.product(body.minimum, atLeast)
        maximum = Self.product(body.maximum, atMost ?? Self.endless)
      }
    }

    static func product(_ length: Int, _ count: Int) -> Int {
      let (product, isTooLarge) = length.multipliedReportingOverflow(by: count)
      return isTooLarge ? endless : min(endless, product)
    }
  }

  /// The choices for a scalar of a set. Printable ASCII is preferred.
  private struct Choices: Sendable {
    private let plain: [Unicode.Scalar]
    private let varied: [Unicode.Scalar]
    private let ranges: [ClosedRange<UInt32>]

    /// Scalars that programs often handle incorrectly. They have diacritics, belong to other scripts, or need two
    /// UTF-16 units.
    private static let notable: [Unicode.Scalar] = [
      "é", "ß", "İ", "ı", "ñ", "Ω", "ж", "א", "ع", "中", "か", "한", "\u{301}", "\u{200D}", "€", "😀",
      "\u{A0}", "…",
    ]

    init(_ set: TextPattern.ScalarSet) {
      plain = (0x20...0x7E).filter { set.contains($0) }.compactMap(Unicode.Scalar.init)
      varied = Self.notable.filter { set.contains($0.value) }
      // Text cannot contain half of a surrogate pair.
      ranges = set.ranges.filter { Unicode.Scalar($0.lowerBound) != nil }
    }

    /// Returns one of the scalars, or `nil` for an empty set such as `[^\s\S]`.
    func pick(_ random: inout some RandomNumberGenerator) -> Unicode.Scalar? {
      let choice = plain.isEmpty ? 63 : random.index(64)
      if choice < 60 || choice < 63 && varied.isEmpty { return plain[random.index(plain.count)] }
      if choice < 63 { return varied[random.index(varied.count)] }
      guard !ranges.isEmpty else { return nil }
      let range = ranges[random.index(ranges.count)]
      let value = range.lowerBound + UInt32(random.index(range.count))
      return Unicode.Scalar(value) ?? Unicode.Scalar(range.lowerBound)
    }
  }
}

extension RandomNumberGenerator {
  /// Returns a number from 0 to one less than the count. It is the same on all platforms.
  fileprivate mutating func index(_ count: Int) -> Int {
    // The high half of the product avoids a division, and its bias is less than one in a billion.
    Int(next().multipliedFullWidth(by: UInt64(max(1, count))).high)
  }
}
