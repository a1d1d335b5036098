import Armature

/// Suggests options of a call that help with failures in its data.
enum DataAdvice {
  /// Returns suggestions for a report; usually none.
  static func lines(for report: ValidationReport, _ call: Call) -> [String] {
    var lines: [String] = []
    if !call.has("lenient") {
      if report.contains(where: \.isReadInLenientMode) {
        lines.append("Numbers and truth values that stand as text are read with --lenient.")
      }
      if report.contains(where: \.isOfUnknownKey) {
        lines.append("Of keys that the model does not know, --lenient warns.")
      }
    }
    if report.contains(where: \.isOfIdentity) {
      lines.append(
        "Each load would make new objects of records without an identity. Load them without --update, or declare in"
          + " the model what identifies their objects, by identifying().")
    }
    if call["entity"] == nil, report.contains(where: \.isOfUnknownDocument) {
      lines.append("The entity of records that do not stand under its name is told by --entity.")
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

  /// Whether a document's top level contains something other than entities.
  fileprivate var isOfUnknownDocument: Bool {
    if case .unknownEntity = kind { entity.isEmpty } else { false }
  }
}
