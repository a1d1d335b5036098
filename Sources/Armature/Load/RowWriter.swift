import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes objects as the rows of a table, with the keys of their plans in its header row.
struct RowWriter: ~Copyable {
  let format: CSVFormat
  private let guardsFormulas: Bool
  /// True if the encoding has only some characters.
  let isLimited: Bool
  let plans: RecordPlans
  private let plan: RecordPlan
  private var keys: [String] = []
  /// The cells of the entities so far, by position.
  private var cells: [Cells?]
  private let placement: LinkPlacement
  var output: CSVOutput
  var failures: [ValidationFailure] = []
  /// For the entities so far, the to-one links that may define an object's position in an ordered list.
  private var ordering: [[RecordPlan.Member]?]

  /// The cells of a row of one entity: one for each key.
  ///
  /// A class with memory of its own: copies of arrays would be counted for each row.
  private final class Cells {
    /// A cell with a value that is written unchanged from its place.
    struct Plain {
      let place: RowPlace
      /// A Boolean value that indicates whether a missing value is written explicitly. Otherwise, a reader would use
      /// the default, or take the row for a blank line.
      let marksNull: Bool
    }

    let plan: RecordPlan
    /// The columns that the entity has.
    let columns: [TableColumn?]
    let plain: UnsafeMutableBufferPointer<Plain>

    init(_ plan: RecordPlan, _ columns: [TableColumn?], _ plain: [Plain]) {
      (self.plan, self.columns) = (plan, columns)
      self.plain = .copy(of: plain)
    }

    deinit { plain.free() }
  }

  init(
    _ context: ManagedObjectContext, _ entity: Int, _ format: CSVFormat, _ strategy: KeyStrategy,
    guardsFormulas: Bool
  ) {
    format.check()
    self.format = format
    self.guardsFormulas = guardsFormulas
    isLimited = !(format.encoding?.isUnicode ?? true)
    output = CSVOutput(format, guardsFormulas: guardsFormulas)
    plans = RecordPlans(context, LoadOptions(keys: strategy, validates: false))
    plan = plans[entity]
    placement = LinkPlacement(context.model)
    cells = Array(repeating: nil, count: context.model.entities.count)
    ordering = Array(repeating: nil, count: context.model.entities.count)
    if hasEntityColumn { keys = [plan.entityKey] }
    var known = Set(keys.map(KeyStrategy.Key.init))
    let subentities = context.model.concreteEntities(of: plan.name).filter { $0 != plan.name }
    for plan in [plan] + subentities.compactMap({ plans[$0] }) {
      var own: Set<KeyStrategy.Key> = []
      for column in writtenColumns(plan) {
        let key = KeyStrategy.Key(column.key)
        if !own.insert(key).inserted { reject(column, plan) }
        if known.insert(key).inserted { keys.append(column.key) }
        checkEncoding(of: column.key, plan, column.keyPath)
      }
      if hasEntityColumn { checkEncoding(of: plan.markText, plan, [plan.entityKey]) }
    }
    output.isOfOneColumn = keys.count == 1
    for key in keys { output.key(key) }
    output.endRow()
  }

  /// Whether the first column tells the entity of each row.
  private var hasEntityColumn: Bool { plan.isPolymorphic || plan.hasDiscriminator }

  private func writtenColumns(_ plan: RecordPlan) -> [TableColumn] {
    plan.members.filter { isWritten($0, plan) }.flatMap(\.columns)
  }

  /// Returns whether a member has columns: attributes have columns, and the side of a relationship that names the
  /// other one.
  func isWritten(_ member: RecordPlan.Member, _ plan: RecordPlan) -> Bool {
    guard member.isReadable else { return false }
    guard let relationship = member.relationship else { return member.attribute != nil }
    let owners = placement.owners(ofEntityAt: plan.runtime.shape.index)
    // Rows cannot be nested, so parts name their owners.
    let link =
      owners.contains(member.name)
      ? placement.linkToOwner(relationship)
      : placement.link(of: relationship, plan.runtime.entity)
    switch link {
    case .identifiers, .numbers: return true
    case .omitted, .nested: return false
    }
  }

  /// Returns the to-one links of a row to owners of ordered lists that contain the row's object.
  mutating func orderingLinks(of plan: RecordPlan) -> [RecordPlan.Member] {
    let position = plan.runtime.shape.index
    if let known = ordering[position] { return known }
    let made = plan.members.filter { member in
      guard let relationship = member.relationship, let inverse = relationship.inverse,
        !member.isToMany, isWritten(member, plan)
      else { return false }
      return plans[relationship.destination]?.member(named: inverse)?.isOrdered == true
    }
    ordering[position] = made
    return made
  }

  consuming func finish() throws(ValidationReport) -> Data {
    try checkAll()
    return output.data()
  }

  /// Fails if something could not be written.
  func checkAll() throws(ValidationReport) {
    guard failures.isEmpty else { throw ValidationReport(failures) }
  }

  /// Passes the collected output to a closure, and removes it from memory.
  mutating func flush(_ write: (Data) throws -> Void) rethrows { try output.flush(write) }

  /// The positions of the entities whose objects have rows.
  private var entities: [Int] { plan.runtime.tree.branch(of: plan.name) }

  /// The relationships that rows have, or are ordered by.
  mutating func paths() -> [String] {
    var paths: [String] = []
    for position in entities {
      let own = plans[position]
      paths += own.members.filter { $0.relationship != nil && isWritten($0, own) }.map(\.name)
    }
    return Set(paths).sorted()
  }

  /// Returns whether rows may have another order than objects.
  mutating func mayReorder() -> Bool {
    for position in entities where !orderingLinks(of: plans[position]).isEmpty { return true }
    return false
  }

  /// Reserves memory for rows, because growing would copy a large output.
  ///
  /// The method reserves at most 64 MiB, because most values of an entity with many attributes may be missing.
  mutating func reserve(_ count: Int) { output.reserve(min(count * keys.count * 16, 1 << 26)) }

  /// Writes the row of an object.
  mutating func write(_ object: ManagedObject) {
    _ = object.isFilled()
    let cells = cells(of: object)
    // The slow way is also for rows whose reads are tracked.
    let (row, isPlain) = (object.row, object.row.tableMask != 0 && !isLimited)
    for index in 0..<cells.plain.count {
      let cell = cells.plain.baseAddress.unsafelyUnwrapped + index
      if isPlain, cell.pointee.place.kind.isPlain,
        writePlain(cell.pointee.place, cell.pointee.marksNull, of: row)
      {
        continue
      }
      if let column = cells.columns[index] {
        write(column, cell.pointee.marksNull, of: object)
      } else if index == 0 && hasEntityColumn {
        output.text(cells.plan === plan && !plan.hasDiscriminator ? "" : cells.plan.markText)
      } else {
        output.empty()
      }
    }
    output.endRow()
  }

  @inline(__always) private mutating func cells(of object: ManagedObject) -> Cells {
    cells[object.shape.index] ?? makeCells(plans[object])
  }

  private mutating func makeCells(_ own: RecordPlan) -> Cells {
    let written = writtenColumns(own)
    let columns = keys.map { key in written.first { $0.key.hasSameBytes(as: key) } }
    let made = Cells(
      own, columns,
      columns.map { column in
        Cells.Plain(
          place: column.map { place(of: $0, own) } ?? .none,
          marksNull: column?.member.attribute.map {
            $0.defaultValue != nil || keys.count == 1 || isEmptyText($0)
          } ?? false)
      })
    cells[own.runtime.shape.index] = made
    return made
  }

  /// Returns whether an empty cell would be an empty string of an attribute.
  private func isEmptyText(_ attribute: AttributeDescription?) -> Bool {
    format.emptyCells == .text && attribute?.type.storage == .string
  }

  /// Returns the place of the value of a column with one attribute; none for any other column.
  private func place(of column: TableColumn, _ plan: RecordPlan) -> RowPlace {
    let position = plan.members.firstIndex { $0 === column.member }
    guard let position, column.attribute != nil, column.path.isEmpty else { return .none }
    return plan.places[position].place
  }

  // MARK: Cells

  /// Writes the value of an attribute from its place; returns false if that is impossible.
  @inline(__always)
  private mutating func writePlain(_ place: RowPlace, _ marksNull: Bool, of row: Row) -> Bool {
    if !row.isPresent(place) {
      output.missing(isMarked: marksNull)
      return true
    }
    switch place.kind {
    case .string:
      UnsafePointer(row.memory(place, as: String.self)).withBytes {
        output.cell($0, isFree: true, isValue: true)
      }
    case .bool: output.text(row[place, as: Bool.self] ? format.trueText : format.falseText)
    case .int64: return write(row[place, as: Int64.self])
    case .int32: return write(Int64(row[place, as: Int32.self]))
    case .int16: return write(Int64(row[place, as: Int16.self]))
    case .double:
      let value = row[place, as: Double.self]
      return output.cell { NumberText.write(value, to: $0) }
    case .float:
      let value = row[place, as: Float.self]
      return output.cell { NumberText.write(value, to: $0) }
    case .decimal:
      let value = row[place, as: Decimal.self]
      return output.cell { DecimalText.write(value, to: $0) }
    case .date:
      let value = row[place, as: Date.self]
      // A year before 0 starts with a minus.
      if guardsFormulas || !value.hasExactText { return false }
      return output.cell { DateText.write(value, offset: nil, to: $0) }
    case .uuid:
      let value = row[place, as: UUID.self]
      return output.cell { UUIDText.write(value, to: $0) }
    default: return false
    }
    return true
  }

  private mutating func write(_ value: Int64) -> Bool {
    output.cell { NumberText.write(value, to: $0) }
  }

  private mutating func write(_ column: TableColumn, _ marksNull: Bool, of object: ManagedObject) {
    let member = column.member
    guard let attribute = column.attribute else { return writeLinks(column, of: object) }
    let whole = member.value(of: object)
    if whole.isNull { return output.missing(isMarked: marksNull) }
    var (value, depth) = (whole, 0)
    for element in column.path {
      guard case .composite(let values) = value else { break }
      depth += 1
      if values.allSatisfy(\.value.isNull), isFirst(column, depth) {
        return output.emptyComposite(depth: depth)
      }
      value = values[element.name] ?? .null
    }
    if value.isNull {
      let isElement = depth > 0 && depth == column.path.count
      return output.missing(isMarked: isElement && isEmptyText(attribute))
    }
    guard case .list(let values) = value, case .list(let type) = attribute.type.storage else {
      guard let text = format.text(of: value, attribute.type) else {
        return reject(object, column, value)
      }
      return write(text, isFree: value.isFreeText, column, of: object, value)
    }
    let texts = values.compactMap { format.text(of: $0, type) }
    guard texts.count == values.count else { return reject(object, column, value) }
    write(texts, isFree: values.contains(where: \.isFreeText), column, of: object, value)
  }

  /// Returns whether a column is the first one of a composite at a depth; the property has the depth 1.
  private func isFirst(_ column: TableColumn, _ depth: Int) -> Bool {
    column.member.columns.first { $0.keyPath.starts(with: column.keyPath.prefix(depth)) }?.key
      == column.key
  }

  /// Writes the objects of a relationship.
  private mutating func writeLinks(_ column: TableColumn, of object: ManagedObject) {
    let member = column.member
    let ends = member.ends(of: object)
    if ends.isEmpty { return output.missing() }
    // Readers of the relationship do not know an identity that only a sub-entity has.
    guard member.destination.map({ plans[$0].identity != nil }) ?? false else {
      return reject(object, column, .null)
    }
    if !isLimited, writeNames(of: ends, member.isToMany) { return }
    var (texts, isFree) = ([String](), false)
    for end in ends {
      guard let identity = plans[end].identity,
        let text = format.text(of: identity.value(of: end), identity.attribute?.type)
      else { return reject(object, column, .null) }
      isFree = isFree || identity.value(of: end).isFreeText
      texts.append(text)
    }
    if !member.isToMany, let text = texts.first, !text.isEmpty {
      return write(text, isFree: isFree, column, of: object, .null)
    }
    write(texts, isFree: isFree, column, of: object, .null)
  }

  /// Writes strings that identify objects as one cell, directly from their rows. Returns false, with nothing written,
  /// if the cell needs more than a copy of their bytes.
  private mutating func writeNames(of ends: [ManagedObject], _ isToMany: Bool) -> Bool {
    let separator = isToMany ? format.listSeparator.asciiValue : nil
    if isToMany, separator == nil { return false }
    let start = output.beginParts()
    for (index, end) in ends.enumerated() {
      guard let place = plans[end].identity?.place, place.kind == .string,
        end.isFilled(), end.row.tableMask != 0, end.row.isPresent(place),
        UnsafePointer(end.row.memory(place, as: String.self)).withBytes({
          output.part($0, isFirst: index == 0, separator: separator)
        })
      else {
        output.withdrawParts(to: start)
        return false
      }
    }
    return true
  }

  /// Writes the values of a list, or the references of a relationship, as one cell.
  private mutating func write(
    _ texts: [String], isFree: Bool, _ column: TableColumn, of object: ManagedObject,
    _ value: AttributeValue
  ) {
    if texts == [""] { return output.emptyText() }
    write(format.cell(of: texts), isFree: isFree, column, of: object, value)
  }

  /// Writes the text of a cell, unless the encoding lacks a character of it.
  private mutating func write(
    _ text: String, isFree: Bool, _ column: TableColumn, of object: ManagedObject,
    _ value: AttributeValue
  ) {
    if let message = encodingMessage(for: text) { return reject(object, column, value, message) }
    output.text(text, isFree: isFree, isValue: true)
  }
}

extension AttributeValue {
  /// True if the text of the value may begin like a formula, and is not a number.
  fileprivate var isFreeText: Bool {
    switch self {
    case .bool, .int, .double, .decimal: false
    default: true
    }
  }
}
