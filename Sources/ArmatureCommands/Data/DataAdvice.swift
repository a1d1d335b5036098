import Armature

/// Suggests options of a call that help with failures in its data.
enum DataAdvice {
  /// Returns suggestions for a report. The array is usually empty.
  static func lines(for report: ValidationReport, _ call: Call) -> [String] {
    var lines: [String] = []
    if !call.has("lenient") {
      if report.contains(where: \.isReadInLenientMode) {
        lines.append("Use --lenient to read numbers and Booleans written as text.")
      }
      if report.contains(where: \.isOfUnknownKey) {
        lines.append("Use --lenient to get warnings for unknown keys instead of errors.")
      }
    }
    let canUpdate = call.verb.options.contains { $0.name == "update" }
    if canUpdate, !call.has("update"), report.contains(where: \.isOfStoredIdentity) {
      lines.append("Use --update to update the objects that are already in the store.")
    }
    if report.contains(where: \.isOfIdentity) {
      lines.append(
        "Each load would insert records without an identity again. Load them without --update, "
          + "or declare an identifying() attribute in the model.")
    }
    if report.contains(where: { $0.message.hasSuffix(CSVSyntaxError.encodingRemedy) }) {
      lines.append("Use --encoding to name the encoding of tables, as in --encoding windows-1252.")
    }
    if report.contains(where: { $0.message.hasSuffix(CSVSyntaxError.delimiterRemedy) }) {
      lines.append("Use --separator to name the delimiter, as in --separator \";\".")
    }
    if call["entity"] == nil, report.contains(where: \.isOfUnknownDocument) {
      lines.append("Use --entity to name the entity of records that are not listed under its name.")
    }
    return lines
  }
}

extension ValidationFailure {
  /// Whether a key is unknown and not likely to be misspelled.
  fileprivate var isOfUnknownKey: Bool {
    if case .unknownKey(suggestion: nil) = kind { severity == .error } else { false }
  }

  /// Whether a record lacks the value that identifies its object.
  fileprivate var isOfIdentity: Bool { if case .missingIdentity = kind { true } else { false } }

  /// Whether the store already has the object of a record.
  fileprivate var isOfStoredIdentity: Bool {
    if case .duplicateIdentity(let other) = kind { other.isStored } else { false }
  }

  /// Whether a document's top level contains something other than entities.
  fileprivate var isOfUnknownDocument: Bool {
    if case .unknownEntity = kind { entity.isEmpty } else { false }
  }
}
