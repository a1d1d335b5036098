public import ArmatureModel

/// Everything that is wrong with an object, a graph of objects, a context, or loaded data.
///
/// The failures stand in the order in which they were found, which is the same at each run: by
/// entity, object, property and rule. A report with warnings only is valid and is not thrown.
public struct ValidationReport: Error, Hashable, Sendable {
  /// The failures, errors and warnings alike.
  public private(set) var failures: [ValidationFailure]

  /// Makes a report.
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
  public mutating func merge(_ other: ValidationReport) {
    failures += other.failures
  }

  /// The failures of this report, then those of another.
  public func merging(_ other: ValidationReport) -> ValidationReport {
    ValidationReport(failures + other.failures)
  }
}

extension ValidationReport {
  /// Whether there is no error; warnings do not count.
  ///
  /// - Complexity: O(*n*).
  public var isValid: Bool {
    !failures.contains { $0.severity == .error }
  }

  /// The failures that make objects invalid.
  public var errors: [ValidationFailure] {
    failures.filter { $0.severity == .error }
  }

  /// The failures that deserve a look.
  public var warnings: [ValidationFailure] {
    failures.filter { $0.severity == .warning }
  }

  /// How many failures there are of each code.
  public var counts: [String: Int] {
    failures.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  /// Core Data's code: that of the only error, or 1560 for several; `nil` for a valid report.
  public var coreDataCode: Int? {
    let errors = errors
    return errors.count > 1 ? 1560 : errors.first?.coreDataCode
  }

  /// The failures of the objects of an entity, or of one property of theirs.
  public func failures(inEntity entity: String, property: String? = nil) -> [ValidationFailure] {
    failures.filter { $0.entity == entity && (property == nil || $0.property == property) }
  }

  /// The failures of one object.
  public func failures(for objectID: ManagedObjectID) -> [ValidationFailure] {
    failures.filter { $0.objectID == objectID }
  }
}

extension ValidationReport: RandomAccessCollection {
  /// The index of the first failure.
  public var startIndex: Int { 0 }

  /// The index behind the last failure.
  public var endIndex: Int { failures.count }

  /// The failure at an index.
  public subscript(index: Int) -> ValidationFailure { failures[index] }
}

extension ValidationReport: CustomStringConvertible {
  /// The readable text of ``ReportFormat/text``.
  public var description: String { rendered(as: .text) }
}

/// An object with the failures, and for readers in other languages the numbers of both severities.
extension ValidationReport: Codable {
  private enum Key: String, CodingKey {
    case errors, warnings, failures
  }

  /// Decodes the failures.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(try container.decode([ValidationFailure].self, forKey: .failures))
  }

  /// Encodes the failures and the numbers of errors and warnings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(errors.count, forKey: .errors)
    try container.encode(warnings.count, forKey: .warnings)
    try container.encode(failures, forKey: .failures)
  }
}
