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
  private let plans: RecordPlans
  private let plan: RecordPlan
  private var keys: [String] = []
  /// The members of entities met so far, by position: one for each column, if the entity has it.
  private var members: [[RecordPlan.Member?]?]
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
    members = Array(repeating: nil, count: context.model.entities.count)
    if plan.isPolymorphic { keys = [RecordPlan.entityKey] }
    for name in [plan.name] + context.model.concreteEntities(of: plan.name) {
      guard let plan = plans[name] else { continue }
      for member in plan.members where isWritten(member, plan) {
        if !keys.contains(where: { $0.hasSameBytes(as: member.key) }) { keys.append(member.key) }
      }
    }
    for key in keys { write(key) }
    endRow()
  }

  /// Whether a member has a column: attributes have, and the sides of links that name the other.
  private func isWritten(_ member: RecordPlan.Member, _ plan: RecordPlan) -> Bool {
    guard member.isReadable else { return false }
    guard let relationship = member.relationship else { return member.attribute != nil }
    let owner = placement.owner(ofEntityAt: plan.runtime.shape.pointee.index)
    // No row lies in another, so that parts name what they are parts of.
    let link =
      member.name == owner
      ? placement.linkToOwner(relationship)
      : placement.link(of: relationship, plan.runtime.entity)
    switch link {
    case .identifiers, .impossible: return true
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
    for (column, member) in members(of: own).enumerated() {
      if let member {
        write(member, of: object)
      } else if column == 0 && plan.isPolymorphic {
        write(own === plan ? "" : own.name)
      } else {
        write("")
      }
    }
    endRow()
  }

  private mutating func members(of own: RecordPlan) -> [RecordPlan.Member?] {
    let position = own.runtime.shape.pointee.index
    if let known = members[position] { return known }
    let made = keys.map { key in
      own.member(withKey: key).flatMap { isWritten($0, own) ? $0 : nil }
    }
    members[position] = made
    return made
  }

  // MARK: Cells

  private mutating func write(_ member: RecordPlan.Member, of object: ManagedObject) {
    if member.attribute != nil {
      let value = member.value(of: object)
      if value.isNull { return write("") }
      guard case .list(let values) = value, case .list(let type)? = member.attribute?.type.storage
      else {
        guard let text = text(of: value, member.attribute?.type) else {
          return refuse(object, member, value)
        }
        return write(text, isText: value.isFreeText, isValue: true)
      }
      let isText = values.contains(where: \.isFreeText)
      return write(values.map { text(of: $0, type) }, member, of: object, isText: isText)
    }
    let ends = member.ends(of: object)
    let isText = ends.contains { plans[$0].identity?.value(of: $0).isFreeText == true }
    let texts = ends.map { end in
      plans[end].identity.flatMap { text(of: $0.value(of: end), $0.attribute?.type) }
    }
    if member.isToMany { return write(texts, member, of: object, isText: isText) }
    guard let end = texts.first else { return write("") }
    guard let text = end, !text.isEmpty else { return refuse(object, member, .null) }
    write(text, isText: isText)
  }

  /// Writes what is in a list as one cell.
  private mutating func write(
    _ texts: [String?], _ member: RecordPlan.Member, of object: ManagedObject, isText: Bool
  ) {
    if texts.isEmpty { return write("") }
    guard texts.allSatisfy({ $0?.contains(format.listSeparator) == false }), texts != [""] else {
      return refuse(object, member, member.attribute == nil ? .null : member.value(of: object))
    }
    let text = texts.map { $0 ?? "" }.joined(separator: String(format.listSeparator))
    // A separator that combines with what is before or behind it could not be found again.
    guard
      text.split(separator: format.listSeparator, omittingEmptySubsequences: false).count
        == texts.count
    else { return refuse(object, member, .null) }
    write(text, isText: isText)
  }

  /// The text of a value, as JSON has it; `nil` for one that has none.
  private func text(of value: AttributeValue, _ type: AttributeType?) -> String? {
    switch value {
    case .null, .object, .objects, .composite, .list: nil
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      if case .float? = type?.storage {
        Self.text { NumberText.write(Float(value), to: $0) }
      } else {
        Self.text { NumberText.write(value, to: $0) }
      }
    case .decimal(let value): Self.text { DecimalText.write(value, to: $0) }
    case .string(let value): value.utf8.contains(0) ? nil : value
    case .date(let value): Self.text { DateText.write(value, offset: nil, to: $0) }
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): Self.text { UUIDText.write(value, to: $0) }
    case .url(let value): value.absoluteString
    case .zonedDate(let value): value.text
    case .calendarDate(let value): value.description
    }
  }

  /// A text of a few bytes; `nil` if there are none.
  private static func text(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String? {
    let text = String(unsafeUninitializedCapacity: 512) { memory in
      memory.baseAddress.map(write) ?? 0
    }
    return text.isEmpty ? nil : text
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
    _ object: ManagedObject, _ member: RecordPlan.Member, _ value: AttributeValue
  ) {
    write("")
    failures.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        keyPath: [member.name],
        member.attribute.map { .outOfRange($0.type) }
          ?? .wrongStructure(
            expected: .reference(entity: member.relationship?.destination ?? ""), found: "object"),
        value: value,
        customMessage: "{place} must have a text in CSV, but has none. "
          + (member.attribute == nil
            ? "What a link leads to must be identified, by a text without the list separator."
            : "It must be a finite number, a text without NUL, a list whose values are without the "
              + "list separator, and no composite.")))
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
