public import Armature

/// A type that supports comparing a value with a recorded text.
///
/// ```swift
/// struct Invoice: SnapshotConvertible {
///   let total: Decimal
///   func snapshotText() -> String { "Total: \(total)\n" }
/// }
/// expectSnapshot(of: Invoice(total: 10), named: "invoice")
/// ```
public protocol SnapshotConvertible {
  /// Returns a text that is the same for the same content, independent of source locations.
  func snapshotText() throws -> String
}

extension String: SnapshotConvertible {
  /// Returns the text itself.
  public func snapshotText() -> String { self }
}

extension ValidationReport: SnapshotConvertible {
  /// Returns the report as text. It contains the files of rules, but not their line numbers.
  public func snapshotText() -> String {
    let failures = map { failure -> ValidationFailure in
      var failure = failure
      failure.ruleSite = failure.ruleSite.map { DeclarationSite(file: $0.file, line: 0) }
      return failure
    }
    return ValidationReport(failures).rendered(as: .text)
  }
}

extension ManagedObjectContext: SnapshotConvertible {
  /// Returns all objects as JSON.
  ///
  /// - Throws: `ValidationReport` for values that JSON cannot represent.
  public func snapshotText() throws -> String { String(decoding: try json(), as: UTF8.self) }
}
