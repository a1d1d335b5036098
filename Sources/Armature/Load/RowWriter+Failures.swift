import ArmatureModel

/// The failures of values that a table cannot contain.
extension RowWriter {
  /// Returns a message about the first character of a text that the encoding lacks.
  func encodingMessage(for text: String) -> String? {
    guard isLimited, let encoding = format.encoding,
      let missing = text.unicodeScalars.first(where: { !encoding.contains(String($0)) })
    else { return nil }
    return "{place} must have only characters of \(encoding.rawValue) in CSV, but has "
      + "\(String(missing).quotedForMessage). Choose the encoding \(CSVFormat.Encoding.utf8.rawValue)."
  }

  mutating func checkEncoding(of name: String, _ plan: RecordPlan, _ keyPath: [String]) {
    guard let message = encodingMessage(for: name) else { return }
    failures.append(
      ValidationFailure(
        entity: plan.name, keyPath: keyPath, .outOfRange(.string), customMessage: message))
  }

  mutating func reject(
    _ object: ManagedObject, _ column: TableColumn, _ value: AttributeValue,
    _ message: String? = nil
  ) {
    output.empty()
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: column.keyPath,
        column.attribute.map { .outOfRange($0.type) }
          ?? .wrongStructure(expected: structure(of: column), found: "object"),
        value: value, customMessage: message ?? requirement(of: column)))
  }

  /// Returns the structure that a link needs in a cell.
  private func structure(of column: TableColumn) -> ValidationFailure.Structure {
    let destination = column.member.relationship?.destination ?? ""
    return plans[destination]?.identity == nil
      ? .referenceInCell(entity: destination) : .reference(entity: destination)
  }

  /// Returns a message with the requirement of a cell; `nil` if the kind of the failure contains it.
  private func requirement(of column: TableColumn) -> String? {
    let text = "{place} must have text in CSV, but has none. "
    if column.attribute != nil { return text + "It must be a single value, or a list of those." }
    if case .referenceInCell = structure(of: column) { return nil }
    return text + "The object of a link must have a value of the attribute that identifies it."
  }

  /// Reports that two columns have the same key and could not be distinguished.
  mutating func reject(_ column: TableColumn, _ plan: RecordPlan) {
    failures.append(
      ValidationFailure(
        entity: plan.name, keyPath: column.keyPath, .duplicateKey,
        customMessage: "{place} must have a column of its own in CSV, but "
          + "\(column.key.quotedForMessage) belongs to another, too. Declare another key with "
          + "key(_:)."))
  }
}
