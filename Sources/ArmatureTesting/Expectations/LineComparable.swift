public import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
