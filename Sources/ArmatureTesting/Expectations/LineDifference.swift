public import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The different lines of two texts, with some surrounding lines.
struct LineDifference: CustomStringConvertible {
  private let lines: [Line]
  /// The number of lines shown before and after a difference.
  private static let context = 3
  /// The maximum number of lines shown.
  private static let limit = 200

  private enum Line {
    case same(Substring)
    case missing(Substring)
    case surplus(Substring)

    var isSame: Bool { if case .same = self { true } else { false } }

    var text: String {
      switch self {
      case .same(let text): "  \(text)"
      case .missing(let text): "- \(text)"
      case .surplus(let text): "+ \(text)"
      }
    }
  }

  /// Compares two texts. Fails if they are equal.
  init?(from expected: String, to found: String) {
    // Texts are compared by bytes, so canonically equivalent texts may differ.
    if expected.utf8.elementsEqual(found.utf8) { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    func isSame(_ left: Substring, _ right: Substring) -> Bool {
      left.utf8.elementsEqual(right.utf8)
    }
    let start = zip(old, new).prefix { isSame($0, $1) }.count
    let end = zip(old[start...].reversed(), new[start...].reversed())
      .prefix { isSame($0, $1) }.count
    let (oldRest, newRest) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    var lines = old[..<start].map(Line.same)
    // The algorithm takes time proportional to the product of lines and differences.
    if oldRest.count + newRest.count > 4_000 {
      lines += oldRest.map(Line.missing) + newRest.map(Line.surplus)
    } else {
      let changes = newRest.difference(from: oldRest, by: isSame)
      var removed = Set<Int>()
      var inserted: [Int: Substring] = [:]
      for change in changes {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, let line, _): inserted[offset] = line
        }
      }
      var position = 0
      for (offset, line) in oldRest.enumerated() {
        if removed.contains(offset) {
          lines.append(.missing(line))
          continue
        }
        while let line = inserted[position] {
          lines.append(.surplus(line))
          position += 1
        }
        lines.append(.same(line))
        position += 1
      }
      while let line = inserted[position] {
        lines.append(.surplus(line))
        position += 1
      }
    }
    self.lines = lines + old.suffix(end).map(Line.same)
  }

  private static func gap(_ count: Int) -> String { "… \(count) \(count == 1 ? "line" : "lines")" }

  var description: String {
    var shown: [String] = []
    let changed = lines.indices.filter { !lines[$0].isSame }
    var last = -1
    for index in changed {
      let start = max(last + 1, index - Self.context)
      if start > last + 1 { shown.append(Self.gap(start - last - 1)) }
      var end = index
      while end + 1 < lines.count, end - index < Self.context, lines[end + 1].isSame { end += 1 }
      if end >= start { shown += lines[start...end].map(\.text) }
      last = max(last, end)
    }
    if last + 1 < lines.count { shown.append(Self.gap(lines.count - last - 1)) }
    if shown.count > Self.limit {
      shown = shown.prefix(Self.limit) + ["… and \(shown.count - Self.limit) more"]
    }
    return shown.joined(separator: "\n")
  }
}

/// A type with values that ``expectEqual(_:_:_:sourceLocation:)`` can compare line by line.
///
/// ```swift
/// struct Receipt: LineComparable {
///   let lines: [String]
///   func difference(from expected: Receipt) -> String? {
///     lines.joined(separator: "\n").difference(from: expected.lines.joined(separator: "\n"))
///   }
/// }
/// expectEqual(Receipt(lines: ["Tea 2.50"]), Receipt(lines: ["Tea 2.50"]))
/// ```
public protocol LineComparable {
  /// Returns the different lines of two values, or `nil` if they are equal.
  func difference(from expected: Self) throws -> String?
}

extension String: LineComparable {
  /// Returns the different lines, with up to three lines before and after each of them.
  public func difference(from expected: String) -> String? {
    LineDifference(from: expected, to: self)?.description
  }
}

extension ManagedObjectContext: LineComparable {
  /// Returns the different lines in the JSON of all objects.
  ///
  /// - Throws: `ValidationReport` with the values that JSON cannot represent.
  /// - Complexity: O(*n*) in the number of objects in both contexts.
  public func difference(from expected: ManagedObjectContext) throws -> String? {
    let texts = try [expected, self].map { String(decoding: try $0.json(), as: UTF8.self) }
    return texts[1].difference(from: texts[0])
  }
}

extension ManagedObjectModel: LineComparable {
  /// Returns a description of the changes between the models.
  public func difference(from expected: ManagedObjectModel) -> String? {
    if self == expected { return nil }
    let difference: ModelDifference = difference(from: expected)
    guard difference.changes.isEmpty else { return "\(difference)" }
    return name == expected.name
      ? "They differ only in facts that are not part of a version, such as the order of entities."
      : "- \(expected.name)\n+ \(name)"
  }
}
