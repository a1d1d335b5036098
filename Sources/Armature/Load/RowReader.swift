import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the rows of a table as flat records of an entity, with texts as values.
final class RowReader {
  private let records: RecordReader
  private let state: LoadState
  private let plan: RecordPlan
  let header: CSVHeader
  private let format: CSVFormat
  /// True if Booleans have words of their own.
  private let hasOwnTruth: Bool
  /// The column with the names of sub-entities.
  private var entityColumn: Int?
  private var identityColumn: Int?
  /// The ignored columns; the header has already reported the invalid ones.
  private var passedOver: Set<Int> = []
  /// The columns without a key and, so far, without text.
  private var nameless: Set<Int> = []
  /// The layouts of the entities so far, by position.
  private var layouts: [Layout?]
  /// The layout for `plan`.
  private lazy var ownLayout = layout(of: plan)

  /// The meaning of each column in the records of an entity.
  ///
  /// A class with its own memory, so that rows count no references.
  private final class Layout {
    let columns: UnsafeMutableBufferPointer<Column>
    /// The members with columns for their elements.
    var composites: [(member: Int, cells: [(column: Int, TableColumn)])] = []

    init(_ columns: [Column]) { self.columns = .copy(of: columns) }

    deinit { columns.free() }
  }

  /// The meaning of a column in the records of an entity.
  private enum Column {
    case member(Int)
    /// One of the columns of a composite, which are read together.
    case element
    /// A column without a key.
    case nameless
    case entityMark
    /// A property of another entity of the hierarchy.
    case foreign
    case passedOver
  }

  /// - Parameter plan: The plan of the entity, or of its parent if rows name sub-entities.
  init(_ records: RecordReader, _ plan: RecordPlan, _ header: CSVHeader, _ format: CSVFormat) {
    self.records = records
    state = records.state
    self.plan = plan
    self.header = header
    format.check()
    self.format = format
    hasOwnTruth = format.hasOwnTruth
    layouts = Array(repeating: nil, count: state.plans.model.entities.count)
  }

  // MARK: Header

  /// Reports the failures of the header row; returns false if no row below it can be read.
  func begin() -> Bool {
    for error in header.errors { state.failures.add(error, text: records.text, isDocument: true) }
    if !header.errors.isEmpty { return false }
    let plans =
      [plan] + state.plans.model.concreteEntities(of: plan.name).compactMap { state.plans[$0] }
    let elements = plans.flatMap { $0.members.flatMap(\.columns).filter { !$0.path.isEmpty } }
    var seen: Set<KeyStrategy.Key> = []
    var unused: Set<KeyStrategy.Key> = []
    for (column, key) in header.keys.enumerated() {
      if key.isEmpty {
        // Spreadsheets add such columns after those with data, and nothing is lost if they are empty.
        if plan.ignored.contains("") { passedOver.insert(column) } else { nameless.insert(column) }
      } else if !seen.insert(KeyStrategy.Key(key)).inserted {
        passedOver.insert(column)
        // It is unknown which of the two is meant, unless both are ignored.
        if !unused.contains(KeyStrategy.Key(key)) {
          state.failures.addRepeatedColumn(key, entity: plan.name, at: place(of: column))
        }
        continue
      } else if key == plan.entityKey && plan.isInHierarchy {
        entityColumn = column
      } else if let member = plans.lazy.compactMap({ $0.member(withKey: key) }).first {
        if member === plan.identity { identityColumn = column }
        if !member.isReadable { reject(member, column) }
      } else if let element = elements.first(where: { $0.key.hasSameBytes(as: key) }) {
        if !element.member.isReadable { reject(element.member, column) }
      } else {
        reject(key, column, elements)
      }
      if passedOver.contains(column) { unused.insert(KeyStrategy.Key(key)) }
    }
    return true
  }

  private func place(of column: Int) -> LoadPlace {
    LoadPlace(text: records.text, offset: header.offsets[column])
  }

  /// Ignores a column that data may not contain.
  private func reject(_ member: RecordPlan.Member, _ column: Int) {
    passedOver.insert(column)
    if plan.ignored.contains(member.key) { return }
    records.fail(
      .keyNotAllowed(member.attribute?.derivation == nil ? .transient : .derived),
      entity: plan.name, keyPath: [member.name], severity: state.severityOfUnknown,
      at: header.offsets[column])
  }

  /// Ignores a column that is not a property.
  private func reject(_ key: String, _ column: Int, _ elements: [TableColumn]) {
    passedOver.insert(column)
    if state.options.ignoring.areAllUnknown || plan.ignored.contains(key) { return }
    let suggestion = nearMiss(key, in: elements.map(\.key)) ?? plan.suggestion(for: key)
    records.fail(
      .unknownKey(suggestion: suggestion), entity: plan.name,
      keyPath: [key.shortenedName], severity: state.severityOfUnknown, at: header.offsets[column])
  }

  private func layout(of plan: RecordPlan) -> Layout {
    let position = plan.runtime.shape.index
    if let known = layouts[position] { return known }
    let columns = header.keys.enumerated().map { column, key -> Column in
      if passedOver.contains(column) { return .passedOver }
      if key.isEmpty { return .nameless }
      if column == entityColumn { return .entityMark }
      return plan.members.firstIndex { $0.key.hasSameBytes(as: key) }.map(Column.member) ?? .foreign
    }
    let layout = Layout(columns)
    for (member, description) in plan.members.enumerated() {
      let cells = description.columns.filter { !$0.path.isEmpty }.compactMap { element in
        layout.columns.indices.first { column in
          if case .foreign = layout.columns[column] {
            return header.keys[column].hasSameBytes(as: element.key)
          }
          return false
        }
        .map { (column: $0, element) }
      }
      for cell in cells { layout.columns[cell.column] = .element }
      if !cells.isEmpty { layout.composites.append((member, cells)) }
    }
    layouts[position] = layout
    return layout
  }

  // MARK: Rows

  /// Reads a row into a new object and returns the position of its record; `nil` for a row without a record.
  func read(_ cursor: inout CSVCursor) -> Int? {
    if _slowPath(!cursor.errors.isEmpty || cursor.count != header.keys.count) {
      reject(&cursor)
      return nil
    }
    let offset = cursor.offset
    guard var plan = plan(&cursor, at: offset) else { return nil }
    let record = state.objects.count
    let object = records.makeObject(&plan, at: offset, identity(&cursor, plan))
    var progress = records.begin(record, plan)
    progress.hasEntityMark = plan.hasDiscriminator && entityMark(&cursor) != nil
    let layout = plan === self.plan ? ownLayout : layout(of: plan)
    readCells(&cursor, layout.columns, plan, object, record)
    for (index, cells) in layout.composites {
      let cells = cells.map { column, element in
        RecordReader.ElementCell(
          column: element, text: cursor.string(in: column), cursor[column],
          offset: cursor.offset(of: column))
      }
      records.readComposite(
        cells, format,
        RecordReader.Site(plan: plan, member: plan.members[index], object: object, record: record))
    }
    records.close(plan, object, progress)
    return record
  }

  /// Reports why a row cannot be read.
  private func reject(_ cursor: inout CSVCursor) {
    for error in cursor.errors { state.failures.add(error, text: records.text) }
    if !cursor.errors.isEmpty { return }
    let expected = header.keys.count
    let offset = cursor.count < expected ? cursor.endOffset : cursor.offset(of: expected)
    state.failures.add(
      CSVSyntaxError(offset: offset, kind: .wrongLength(cursor.count, expected: expected)),
      text: records.text)
  }

  /// Returns the plan for the entity of a row; `nil` for a row to skip.
  @inline(__always)
  private func plan(_ cursor: inout CSVCursor, at offset: Int) -> RecordPlan? {
    if _fastPath(records.hasOnePlan(plan)) { return plan }
    if records.skipped.contains(LoadPlace(text: records.text, offset: offset)) { return nil }
    let mark = plan.isPolymorphic ? entityMark(&cursor) : nil
    return records.chosenPlan(plan, mark, at: offset)
  }

  /// Reads cells directly into the places of their properties, and all other values indirectly.
  @inline(__always)
  private func readCells(
    _ cursor: inout CSVCursor, _ columns: UnsafeMutableBufferPointer<Column>, _ plan: RecordPlan,
    _ object: ManagedObject, _ record: Int
  ) {
    let (row, places) = (object.row, plan.places)
    for column in 0..<columns.count {
      let cell = cursor[column]
      guard case .member(let index) = columns[column] else {
        if !cell.isEmpty { readOther(columns[column], &cursor, column, plan, object, record) }
        continue
      }
      let place = places[index]
      if _slowPath(cell.isSpecial) {
        readSign(cell, &cursor, column, plan, index, object, record)
        continue
      }
      let bytes = cursor.bytes(of: cell)
      switch place.kind {
      case .string:
        row[place.place, as: String.self] = String(decoding: bytes, as: UTF8.self)
        row.markStored(place.place)
        continue
      case .int64:
        if let value = try? NumberText(bytes)?.int64() {
          row[place.place, as: Int64.self] = value
          row.markStored(place.place)
          continue
        }
      case .double:
        if let value = try? NumberText(bytes)?.double() {
          row[place.place, as: Double.self] = value
          row.markStored(place.place)
          continue
        }
      case .bool:
        if !hasOwnTruth, let value = Self.truth(bytes) {
          row[place.place, as: Bool.self] = value
          row.markStored(place.place)
          continue
        }
      case .date:
        if let (date, _) = DateText.parse(bytes) {
          row[place.place, as: Date.self] = date
          row.markStored(place.place)
          continue
        }
      default: break
      }
      records.readCell(
        .bytes(bytes), format,
        RecordReader.Site(plan: plan, member: plan.members[index], object: object, record: record),
        at: cursor.offset(of: column))
    }
  }

  /// Reads a cell without text, or with a possible sign in place of a value.
  @inline(never)
  private func readSign(
    _ cell: CSVCursor.Cell, _ cursor: inout CSVCursor, _ column: Int, _ plan: RecordPlan,
    _ index: Int, _ object: ManagedObject, _ record: Int
  ) {
    let member = plan.members[index]
    let storage = member.attribute?.type.storage
    let isText = storage == .string
    let bytes = cursor.bytes(of: cell)
    let text: RecordReader.CellText
    if cell.isNull {
      text = .null
    } else if !cell.isEmpty {
      // The sign of an empty string is only meaningful in a list or a reference.
      let hasSign = storage?.isList ?? true
      text = hasSign && cell.isOfEmptyText ? .oneEmptyText : .bytes(bytes)
    } else if cell.isMarked, storage?.hasEmptyText ?? false {
      text = .emptyText
    } else if format.emptyCells.isValue(isText: isText) {
      text = isText && format.emptyCells == .text ? .emptyText : .null
    } else {
      return
    }
    records.readCell(
      text, format,
      RecordReader.Site(plan: plan, member: member, object: object, record: record),
      at: cursor.offset(of: column))
  }

  /// Returns the Boolean for `true` or `false`; `nil` for anything else.
  @inline(__always)
  private static func truth(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let start = bytes.baseAddress else { return nil }
    // Four letters at once.
    let word = { UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)) }
    if bytes.count == 4 { return word() == 0x6575_7274 ? true : nil }
    return bytes.count == 5 && word() == 0x736C_6166 && bytes[4] == 0x65 ? false : nil
  }

  private func entityMark(_ cursor: inout CSVCursor) -> RecordReader.EntityMark? {
    guard let column = entityColumn, !cursor[column].isEmpty else { return nil }
    return RecordReader.EntityMark(cursor.string(in: column), plan, at: cursor.offset(of: column))
  }

  /// Returns the identity in a row, in a load that updates objects.
  private func identity(_ cursor: inout CSVCursor, _ plan: RecordPlan) -> ScopedIdentity? {
    guard _slowPath(state.objects.updates), let identity = plan.identity,
      let attribute = identity.attribute, let column = identityColumn,
      let value = records.identity(in: column, of: &cursor, attribute, format)
    else { return nil }
    return ScopedIdentity(scope: plan.identityScope, key: IdentityKey(value))
  }

  /// Reads a cell with text that is not a property of the record.
  private func readOther(
    _ target: Column, _ cursor: inout CSVCursor, _ column: Int, _ plan: RecordPlan,
    _ object: ManagedObject, _ record: Int
  ) {
    switch target {
    case .passedOver, .member, .element: break
    case .nameless:
      guard nameless.remove(column) != nil else { return }
      if state.options.ignoring.areAllUnknown { return }
      records.fail(
        .unknownKey(suggestion: nil), entity: self.plan.name, keyPath: ["column \(column + 1)"],
        severity: state.severityOfUnknown, at: header.offsets[column])
    case .entityMark:
      if let mark = entityMark(&cursor) { records.check(mark, plan, object, record) }
    case .foreign:
      let key = header.keys[column]
      if state.options.ignoring.areAllUnknown || plan.ignored.contains(key) { return }
      records.fail(
        .unknownKey(suggestion: nil), entity: plan.name, record: record, object: object,
        keyPath: [key.shortenedName], severity: state.severityOfUnknown,
        at: cursor.offset(of: column))
    }
  }
}
