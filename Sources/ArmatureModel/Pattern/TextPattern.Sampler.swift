extension TextPattern {
  /// Makes texts that a pattern matches, by walking its syntax tree.
  ///
  /// A walk chooses a branch, a number of repetitions and a scalar of each set. Every part knows how
  /// many scalars it has at least and at most, so that a length can be aimed at.
  package struct Sampler: Sendable {
    private let root: Part
    private let sets: [Choices]

    /// Makes a sampler; fails for what is no pattern.
    package init?(_ source: String) {
      do throws(SyntaxError) {
        var parser = try Parser(source)
        root = Part(try parser.parse())
        sets = parser.sets.all.map(Choices.init)
      } catch {
        return nil
      }
    }

    /// The fewest scalars of a text that matches.
    package var minimum: Int { root.minimum }
    /// The most scalars of a text that matches; `nil` for no limit.
    package var maximum: Int? { root.maximum == Part.endless ? nil : root.maximum }

    /// A text that matches, with about as many scalars as are asked for.
    ///
    /// - Parameter length: The number of scalars to aim at; repetitions without a bound and branches
    ///   are chosen so that it is met if they can.
    package func text(
      length: ClosedRange<Int>, _ random: inout some RandomNumberGenerator
    ) -> String {
      var text = String.UnicodeScalarView()
      _ = append(root, length, to: &text, &random)
      return String(text)
    }

    /// Appends a text of a part, and returns how many scalars it has.
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

    /// Appends parts one after another, or one so many times, each with its share of the length.
    ///
    /// Not generic over the two: that took twice the time of everything else.
    private func append(
      _ parts: [Part], _ count: Int, _ length: ClosedRange<Int>,
      to text: inout String.UnicodeScalarView, _ random: inout some RandomNumberGenerator
    ) -> Int {
      // What the parts that are still to come need at least, and can take at most.
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
  /// A part of the syntax tree with the numbers of scalars that it can have.
  private final class Part: Sendable {
    let kind: Kind
    let minimum: Int
    let maximum: Int

    /// More scalars than any text has, small enough for sums.
    static let endless = 1 << 40

    enum Kind: Sendable {
      case empty
      case set(Int)
      case sequence([Part])
      case alternatives([Part])
      /// One part, in an array.
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

  /// The scalars of a set: those that people read are chosen most of the time.
  private struct Choices: Sendable {
    private let plain: [Unicode.Scalar]
    private let varied: [Unicode.Scalar]
    private let ranges: [ClosedRange<UInt32>]

    /// Letters and signs that programs get wrong: with marks, of other scripts, of two UTF-16 units.
    private static let notable: [Unicode.Scalar] = [
      "é", "ß", "İ", "ı", "ñ", "Ω", "ж", "א", "ع", "中", "か", "한", "\u{301}", "\u{200D}", "€", "😀",
      "\u{A0}", "…",
    ]

    init(_ set: TextPattern.ScalarSet) {
      plain = (0x20...0x7E).filter { set.contains($0) }.compactMap(Unicode.Scalar.init)
      varied = Self.notable.filter { set.contains($0.value) }
      // Half of a surrogate pair is in no text.
      ranges = set.ranges.filter { Unicode.Scalar($0.lowerBound) != nil }
    }

    /// One of the scalars; `nil` if there is none, as in `[^\s\S]`.
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
  /// A number from 0 to one less than the count, which is the same on every platform.
  fileprivate mutating func index(_ count: Int) -> Int {
    // The high half of the product: no division, and a bias of less than one in a billion.
    Int(next().multipliedFullWidth(by: UInt64(max(1, count))).high)
  }
}
