import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes objects as the rows of a table, with the keys of their plans in its header row.
struct RowWriter: ~Copyable {
  private let format: CSVFormat
  private let guardsFormulas: Bool
  let plans: RecordPlans
  private let plan: RecordPlan
  private var keys: [String] = []
  /// The columns of entities met so far, by position: one for each key, if the entity has it.
  private var columns: [[TableColumn?]?]
  private let placement: LinkPlacement
  private var output: [UInt8] = []
  /// How many cells of the row have been written.
  private var columnCount = 0
  private var failures: [ValidationFailure] = []

  init(
    _ context: ManagedObjectContext, _ entity: Int, _ format: CSVFormat, _ strategy: KeyStrategy,
    guardsFormulas: Bool
  ) {
    self.format = format
    self.guardsFormulas = guardsFormulas
    plans = RecordPlans(context, LoadOptions(keys: strategy, validates: false))
    plan = plans[entity]
    placement = LinkPlacement(context.model)
    columns = Array(repeating: nil, count: context.model.entities.count)
    if plan.isPolymorphic { keys = [RecordPlan.entityKey] }
    var known = Set(keys.map(KeyStrategy.Key.init))
    let subentities = context.model.concreteEntities(of: plan.name).filter { $0 != plan.name }
    for plan in [plan] + subentities.compactMap({ plans[$0] }) {
      var own: Set<KeyStrategy.Key> = []
      for column in writtenColumns(plan) {
        let key = KeyStrategy.Key(column.key)
        if !own.insert(key).inserted { refuse(column, plan) }
        if known.insert(key).inserted { keys.append(column.key) }
      }
    }
    for key in keys { write(key) }
    endRow()
  }

  private func writtenColumns(_ plan: RecordPlan) -> [TableColumn] {
    plan.members.filter { isWritten($0, plan) }.flatMap(\.columns)
  }

  /// Whether a member has columns: attributes have, and the sides of links that name the other.
  func isWritten(_ member: RecordPlan.Member, _ plan: RecordPlan) -> Bool {
    guard member.isReadable else { return false }
    guard let relationship = member.relationship else { return member.attribute != nil }
    let owner = placement.owner(ofEntityAt: plan.runtime.shape.pointee.index)
    // No row lies in another, so that parts name what they are parts of.
    let link =
      member.name == owner
      ? placement.linkToOwner(relationship)
      : placement.link(of: relationship, plan.runtime.entity)
    switch link {
    case .identifiers, .numbers: return true
    case .omitted, .nested: return false
    }
  }

  consuming func finish() throws(ValidationReport) -> Data {
    guard failures.isEmpty else { throw ValidationReport(failures) }
    return Data(output)
  }

  /// Writes the row of an object.
  mutating func write(_ object: ManagedObject) {
    _ = object.isFilled()
    let own = plans[object]
    for (index, column) in columns(of: own).enumerated() {
      if let column {
        write(column, of: object)
      } else if index == 0 && plan.isPolymorphic {
        write(own === plan ? "" : own.name)
      } else {
        write("")
      }
    }
    endRow()
  }

  private mutating func columns(of own: RecordPlan) -> [TableColumn?] {
    let position = own.runtime.shape.pointee.index
    if let known = columns[position] { return known }
    let written = writtenColumns(own)
    let made = keys.map { key in written.first { $0.key.hasSameBytes(as: key) } }
    columns[position] = made
    return made
  }

  // MARK: Cells

  private mutating func write(_ column: TableColumn, of object: ManagedObject) {
    let member = column.member
    if let attribute = column.attribute {
      let value = column.path.reduce(member.value(of: object)) { value, element in
        if case .composite(let values) = value { values[element.name] ?? .null } else { .null }
      }
      if value.isNull { return write("") }
      guard case .list(let values) = value, case .list(let type) = attribute.type.storage else {
        guard let text = value.cellText(attribute.type) else {
          return refuse(object, column, value)
        }
        return write(text, isText: value.isFreeText, isValue: true)
      }
      let isText = values.contains(where: \.isFreeText)
      return write(values.map { $0.cellText(type) }, column, of: object, value, isText: isText)
    }
    let ends = member.ends(of: object)
    let isText = ends.contains { plans[$0].identity?.value(of: $0).isFreeText == true }
    // What only a sub-entity identifies its objects by, no reader of the relationship knows.
    let isNamed = member.destination.map { plans[$0].identity != nil } ?? false
    let texts = ends.map { end in
      isNamed
        ? plans[end].identity.flatMap { $0.value(of: end).cellText($0.attribute?.type) } : nil
    }
    if member.isToMany { return write(texts, column, of: object, .null, isText: isText) }
    guard let end = texts.first else { return write("") }
    guard let text = end, !text.isEmpty else { return refuse(object, column, .null) }
    write(text, isText: isText)
  }

  /// Writes what is in a list as one cell.
  ///
  /// - Parameter value: The value of an attribute.
  private mutating func write(
    _ texts: [String?], _ column: TableColumn, of object: ManagedObject, _ value: AttributeValue,
    isText: Bool
  ) {
    if texts.isEmpty { return write("") }
    guard !texts.contains(nil), texts != [""] else { return refuse(object, column, value) }
    guard let text = format.cell(of: texts.map { $0 ?? "" }) else {
      let separator = String(format.listSeparator).quotedForMessage
      return refuse(
        object, column, value,
        "{place} must have values that \(separator) separates in CSV, but one of them has that itself. "
          + "Choose another list separator.")
    }
    write(text, isText: isText)
  }

  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - isText: Whether it may begin like a formula.
  ///   - isValue: Whether an empty text is a value, and not the absence of one.
  private mutating func write(_ text: String, isText: Bool = false, isValue: Bool = false) {
    if columnCount > 0 { output.append((format.delimiter ?? .comma).byte) }
    columnCount += 1
    let text = isText && guardsFormulas && Self.beginsFormula(text) ? "'" + text : text
    // A row of one empty cell would be no row; any delimiter, since that is to be found in the header.
    let isMarked =
      text.isEmpty
      ? isValue || keys.count == 1
      : text.utf8.contains { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }
    if !isMarked { return output.append(contentsOf: text.utf8) }
    output.append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { output.append(0x22) }
      output.append(byte)
    }
    output.append(0x22)
  }

  /// Whether a spreadsheet may take a text for a formula (CWE-1236).
  private static func beginsFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return "=+-@\t\r\n".utf8.contains(first)
  }

  private mutating func endRow() {
    output.append(contentsOf: [0x0D, 0x0A])
    columnCount = 0
  }

  private mutating func refuse(
    _ object: ManagedObject, _ column: TableColumn, _ value: AttributeValue,
    _ message: String? = nil
  ) {
    write("")
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: column.keyPath,
        column.attribute.map { .outOfRange($0.type) }
          ?? .wrongStructure(
            expected: .reference(entity: column.member.relationship?.destination ?? ""),
            found: "object"),
        value: value,
        customMessage: message ?? "{place} must have a text in CSV, but has none. "
          + (column.attribute == nil
            ? "What a link leads to must be identified, by a text that is not empty."
            : "It must be a finite number, a text without NUL, or a list of those.")))
  }

  /// Says that two columns have the same key, so that nobody could tell them apart.
  private mutating func refuse(_ column: TableColumn, _ plan: RecordPlan) {
    failures.append(
      ValidationFailure(
        entity: plan.name, keyPath: column.keyPath, .duplicateKey,
        customMessage: "{place} must have a column of its own in CSV, but "
          + "\(column.key.quotedForMessage) is that of another, too. "
          + "Declare another key with key(_:)."))
  }
}

extension AttributeValue {
  /// Whether the value may be any text: numbers and dates are what they look like.
  fileprivate var isFreeText: Bool {
    switch self {
    case .string, .url: true
    default: false
    }
  }
}
