public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A list of all failures that a validation has found.
///
/// Methods such as ``ManagedObject/validate()`` return a report, and a save or a load throws a report as an error if
/// the data are invalid. In both cases, the report contains every failure, so you can show all of them together:
///
/// ```swift
/// book.pages = 0
/// book.title = ""
/// do {
///   try context.save()
/// } catch let report as ValidationReport {
///   print(report.errors.count, report.counts["range.tooSmall"] ?? 0)  // 2 1
///   let failures = report.failures(inEntity: "Book", property: "pages")
///   print(failures[0].message)  // Book.pages must be at least 1, but is 0.
/// }
/// ```
/// The failures are sorted by entity, object, property and rule, so their order is the same in each run. Each failure
/// is either an error or a warning. If a report contains only warnings, it is not thrown, because the data are valid.
///
/// ## Topics
///
/// ### Failures
/// - ``failures``
/// - ``errors``
/// - ``warnings``
/// - ``isValid``
/// - ``counts``
/// - ``coreDataCode``
/// - ``hasSyntaxErrors``
///
/// ### Selecting and sorting
/// - ``failures(inEntity:property:)``
/// - ``failures(for:)``
/// - ``silencing(_:)``
/// - ``sorted()``
/// - ``sortedBySource()``
///
/// ### Building reports
/// - ``init(_:)``
/// - ``append(_:)``
/// - ``append(contentsOf:)``
/// - ``merge(_:)``
/// - ``merging(_:)``
///
/// ### Output
/// - ``rendered(as:messages:)``
/// - ``write(as:messages:to:)``
public struct ValidationReport: Error, Hashable, Sendable {
  /// The failures, both errors and warnings.
  public private(set) var failures: [ValidationFailure]

  /// Creates a report.
  public init(_ failures: [ValidationFailure] = []) {
    self.failures = failures
  }

  /// Adds a failure at the end.
  public mutating func append(_ failure: ValidationFailure) {
    failures.append(failure)
  }

  /// Adds failures at the end.
  public mutating func append(contentsOf others: some Sequence<ValidationFailure>) {
    failures.append(contentsOf: others)
  }

  /// Adds the failures of another report at the end.
  ///
  /// - Complexity: O(*n*) in the number of added failures, on average.
  public mutating func merge(_ other: ValidationReport) {
    failures += other.failures
  }

  /// Returns a report with the failures of this report, followed by the failures of another report.
  ///
  /// - Complexity: O(*n*) in the number of failures of both reports.
  public func merging(_ other: ValidationReport) -> ValidationReport {
    ValidationReport(failures + other.failures)
  }

  /// Shares the common facts of failures; worthwhile for a report that may be large.
  mutating func shareTopics() {
    var pool = ValidationFailure.TopicPool()
    for index in failures.indices { pool.share(&failures[index]) }
  }
}

extension ValidationReport {
  /// A Boolean value that indicates whether the report contains no errors.
  ///
  /// A report with warnings is valid.
  ///
  /// - Complexity: O(*n*).
  public var isValid: Bool {
    !failures.contains { $0.severity == .error }
  }

  var errorCount: Int { failures.count { $0.severity == .error } }

  /// The failures that make objects invalid.
  ///
  /// - Complexity: O(*n*).
  public var errors: [ValidationFailure] {
    failures.filter { $0.severity == .error }
  }

  /// The failures that do not make objects invalid.
  ///
  /// - Complexity: O(*n*).
  public var warnings: [ValidationFailure] {
    failures.filter { $0.severity == .warning }
  }

  /// A Boolean value that indicates whether the loaded data contained invalid JSON or CSV.
  ///
  /// The value is `true` even if the syntax error itself is not in the report because of ``LoadOptions/failureLimit``.
  ///
  /// - Complexity: O(*n*).
  public var hasSyntaxErrors: Bool {
    failures.contains { failure in
      switch failure.kind {
      case .syntax, .unlisted(_, _, isReadable: false): true
      default: false
      }
    }
  }

  /// Returns the report without the warnings that have one of the given codes. Errors are never removed.
  ///
  /// - Complexity: O(*n*).
  public func silencing(_ codes: String...) -> ValidationReport {
    ValidationReport(failures.filter { $0.severity == .error || !codes.contains($0.code) })
  }

  /// The number of failures for each code.
  ///
  /// - Complexity: O(*n*).
  public var counts: [String: Int] {
    failures.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  /// Core Data's code for the error of the report.
  ///
  /// The code is 1560 if the report contains several errors, and `nil` if it contains no error.
  ///
  /// - Complexity: O(*n*).
  public var coreDataCode: Int? {
    let errors = failures.lazy.filter { $0.severity == .error }.prefix(2)
    return errors.count > 1 ? 1560 : errors.first?.coreDataCode
  }

  /// Returns the failures of the objects of an entity, or only the failures of one property.
  ///
  /// - Complexity: O(*n*).
  public func failures(inEntity entity: String, property: String? = nil) -> [ValidationFailure] {
    failures.filter { $0.entity == entity && (property == nil || $0.property == property) }
  }

  /// Returns the failures of one object.
  ///
  /// - Complexity: O(*n*).
  public func failures(for objectID: ManagedObjectID) -> [ValidationFailure] {
    failures.filter { $0.objectID == objectID }
  }
}

extension ValidationReport: RandomAccessCollection {
  /// The index of the first failure.
  public var startIndex: Int { 0 }

  /// The index after the last failure.
  public var endIndex: Int { failures.count }

  /// The failure at an index.
  public subscript(index: Int) -> ValidationFailure { failures[index] }
}

extension ValidationReport: CustomStringConvertible {
  /// The report as readable text, in the format ``ReportFormat/text``.
  public var description: String { rendered(as: .text) }
}

/// The encoded form is an object with the failures. For readers in other languages, it also contains the numbers of
/// errors and warnings.
extension ValidationReport: Codable {
  private enum Key: String, CodingKey {
    case errors, failures, warnings
  }

  /// Decodes the failures.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(try container.decode([ValidationFailure].self, forKey: .failures))
  }

  /// Encodes the failures and the numbers of errors and warnings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(errorCount, forKey: .errors)
    try container.encode(failures, forKey: .failures)
    try container.encode(count - errorCount, forKey: .warnings)
  }
}

extension ValidationReport {
  /// Returns a report with the failures sorted by entity, object, key path and position in the data.
  ///
  /// Failures that are equal in all of these keep their order.
  ///
  /// Indexes in brackets are compared as numbers, so `lines[2]` comes before `lines[10]`.
  ///
  /// - Complexity: O(*n* log *n*).
  public func sorted() -> ValidationReport {
    sorted { Self.order($0, $1) }
  }

  /// Returns a report with the failures sorted by file, line and column.
  ///
  /// Failures at the same position are sorted in the same way as by ``sorted()``. Failures without a position come
  /// last.
  ///
  /// - Complexity: O(*n* log *n*).
  public func sortedBySource() -> ValidationReport {
    sorted { left, right in
      switch (left.source, right.source) {
      case (let a?, let b?) where a != b: a < b ? .ascending : .descending
      case (_?, nil): .ascending
      case (nil, _?): .descending
      default: Self.order(left, right)
      }
    }
  }

  /// Sorts by an order and then by index, since the standard library does not promise a stable sort.
  private func sorted(
    _ order: (ValidationFailure, ValidationFailure) -> ValueOrder
  ) -> ValidationReport {
    let indices = failures.indices.sorted { a, b in
      switch order(failures[a], failures[b]) {
      case .ascending: true
      case .same: a < b
      case .descending: false
      }
    }
    return ValidationReport(indices.map { failures[$0] })
  }

  private static func order(_ left: ValidationFailure, _ right: ValidationFailure) -> ValueOrder {
    let byObject =
      order(left.entity, right.entity)
      ?? order(left.objectID?.key ?? .max, right.objectID?.key ?? .max)
      ?? order(left.objectID?.storeID.uuidString ?? "~", right.objectID?.storeID.uuidString ?? "~")
      ?? order(left.label ?? "", right.label ?? "")
    if let byObject { return byObject }
    for (a, b) in zip(left.keyPath, right.keyPath) {
      let (a, b) = (PathElement(a), PathElement(b))
      let byElement = order(a.name, b.name) ?? order(a.indices, b.indices)
      if let byElement { return byElement }
    }
    if let byLength = order(left.keyPath.count, right.keyPath.count) { return byLength }
    guard let a = left.source, let b = right.source else { return .same }
    return order(a, b) ?? .same
  }

  private static func order(_ a: [Int], _ b: [Int]) -> ValueOrder? {
    a == b ? nil : (a.lexicographicallyPrecedes(b) ? .ascending : .descending)
  }

  /// Compares two values; returns `nil` if they are equal.
  private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> ValueOrder? {
    a == b ? nil : (a < b ? .ascending : .descending)
  }
}
