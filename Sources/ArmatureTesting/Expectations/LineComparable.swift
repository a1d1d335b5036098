public import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What can be compared line by line, for people to read how two of them differ.
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
  /// The lines in which two of them differ; `nil` if there are none.
  func difference(from expected: Self) throws -> String?
}

extension String: LineComparable {
  /// The lines that differ, with up to three lines around them.
  public func difference(from expected: String) -> String? {
    LineDifference(from: expected, to: self)?.description
  }
}

extension ManagedObjectContext: LineComparable {
  /// The lines of the JSON of all objects that differ.
  ///
  /// - Throws: `ValidationReport` for what JSON cannot hold.
  /// - Complexity: O(*n*) in the number of objects of both.
  public func difference(from expected: ManagedObjectContext) throws -> String? {
    let texts = try [expected, self].map { String(decoding: try $0.json(), as: UTF8.self) }
    return texts[1].difference(from: texts[0])
  }
}

extension ManagedObjectModel: LineComparable {
  /// What has changed, change by change, as `difference(from:)` of models explains it.
  public func difference(from expected: ManagedObjectModel) -> String? {
    if self == expected { return nil }
    let difference: ModelDifference = difference(from: expected)
    guard difference.changes.isEmpty else { return "\(difference)" }
    return name == expected.name
      ? "They differ in what no version counts, such as the order of entities."
      : "- \(expected.name)\n+ \(name)"
  }
}
