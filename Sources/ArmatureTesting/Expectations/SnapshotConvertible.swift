public import Armature

/// A type with values that can be compared with a recorded text, for `expectSnapshot`.
///
/// ```swift
/// struct Invoice: SnapshotConvertible {
///   let total: Decimal
///   func snapshotText() -> String { "Total: \(total)\n" }
/// }
/// expectSnapshot(of: Invoice(total: 10), named: "invoice")
/// ```
public protocol SnapshotConvertible {
  /// Returns the value as text.
  ///
  /// The text must be the same for the same content. It must not contain source locations, which change when code
  /// moves.
  func snapshotText() throws -> String
}

extension String: SnapshotConvertible {
  /// Returns the text itself.
  public func snapshotText() -> String { self }
}

extension ValidationReport: SnapshotConvertible {
  /// Returns the report as text. The text contains the files of rules, but not their line numbers.
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
  /// - Throws: `ValidationReport` with the values that JSON cannot represent.
  public func snapshotText() throws -> String { String(decoding: try json(), as: UTF8.self) }
}
