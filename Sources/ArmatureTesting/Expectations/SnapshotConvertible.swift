public import Armature

/// What can be compared with a text that was recorded earlier.
///
/// ```swift
/// struct Invoice: SnapshotConvertible {
///   let total: Decimal
///   func snapshotText() -> String { "Total: \(total)\n" }
/// }
/// expectSnapshot(of: Invoice(total: 10), named: "invoice")
/// ```
public protocol SnapshotConvertible {
  /// The text, which is the same for the same content, wherever it was declared.
  func snapshotText() throws -> String
}

extension String: SnapshotConvertible {
  /// The text itself.
  public func snapshotText() -> String { self }
}

extension ValidationReport: SnapshotConvertible {
  /// The report for people, with the files of rules but not their lines, which move.
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
  /// All objects as JSON.
  ///
  /// - Throws: `ValidationReport` for what JSON cannot hold.
  public func snapshotText() throws -> String { String(decoding: try json(), as: UTF8.self) }
}
