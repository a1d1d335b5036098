package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader that writes the rows of a table directly into the memory of objects.
package final class SQLRowReader {
  /// The columns after SELECT.
  let columns: SQLStatement
  /// The columns as an aggregate that receives the rows; `nil` if the database does not support this.
  let aggregate: SQLStatement?
  private let table: SQLTable
  private let entity: EntityPlan?
  private let entities: [String: EntityPlan]
  /// The positions of entities in the model.
  private let positions: [String: Int]
  private let model: ManagedObjectModel
  private let storeID: UUID
  private let externalData: (any SQLExternalData)?

  /// The plan to read the rows of one entity.
  private struct EntityPlan {
    /// The position of the entity in the model.
    let position: Int
    /// The properties with a fast path.
    var fast: [SQLFastColumn] = []
    /// All other properties, by their positions.
    var slow: [(property: Int, place: Place)] = []
    /// The properties with data that may be stored in files.
    var external: [(property: Int, column: Int)] = []
    /// For each property, its place for values of an unexpected kind.
    var places: [Place] = []

    init(position: Int, places: [SQLPlace], _ selection: inout Selection) {
      self.position = position
      for (property, kept) in places.enumerated() {
        let place = selection.add(kept)
        self.places.append(place)
        if case .column(let column, .externalData) = place {
          external.append((property, column))
        } else if let column = SQLFastColumn(kept, place, property) {
          fast.append(column)
        } else if case .list = place {
          continue
        } else {
          slow.append((property, place))
        }
      }
    }
  }

  fileprivate enum Place {
    case column(Int, SQLKind)
    case value(SQLLayout, [Int: Int])
    case link(key: Int, entity: Int?, destination: Int)
    case list
  }

  /// The selected columns of a table, with their positions after SELECT.
  private struct Selection {
    let schema: SQLSchema
    let table: SQLTable
    let alias: String
    private(set) var columns: [SQLStatement]
    /// The positions of the columns that are already selected.
    private var taken: [Int: Int] = [:]

    /// - Parameter alias: The name of the table in statements.
    init(_ schema: SQLSchema, _ table: SQLTable, as alias: String) {
      (self.schema, self.table, self.alias) = (schema, table, alias)
      columns = ["\(name: alias).\(name: SQLTable.key)"]
      if table.hasEntities { columns.append("\(name: alias).\(name: SQLTable.entity)") }
      columns.append("\(name: alias).\(name: SQLTable.version)")
    }

    /// Selects the columns of a property.
    mutating func add(_ place: SQLPlace) -> Place {
      switch place {
      case .value(.column(let column, let kind)): return .column(add(column), kind)
      case .value(let layout):
        let pairs = layout.columns.map { ($0, add($0)) }
        return .value(layout, Dictionary(pairs) { first, _ in first })
      case .link(let link):
        let destination = schema.entities(of: link.destination).first ?? link.destination
        let key = link.isCleared ? add(link.key) : addUnchecked(link)
        return .link(
          key: key, entity: link.entity.map { add($0) },
          destination: schema.entityPositions[destination] ?? -1)
      case .column, .pairs: return .list
      }
    }

    private mutating func add(_ column: Int) -> Int {
      if let known = taken[column] { return known }
      columns.append("\(name: alias).\(name: table.columns[column].name)")
      taken[column] = columns.count - 1
      return columns.count - 1
    }

    /// Selects a link in such a way that it is null if its object does not exist.
    private mutating func addUnchecked(_ link: SQLLink) -> Int {
      let target = schema.tables[link.table].name
      columns.append(
        "(SELECT \(name: SQLTable.key) FROM \(name: target) AS \(name: "gone") WHERE \(name: "gone").\(name: SQLTable.key) = \(name: alias).\(name: table.columns[link.key].name))"
      )
      return columns.count - 1
    }
  }

  init(
    _ database: SQLDatabase, _ table: SQLTable, entities: [String], alias: String,
    includingValues: Bool
  ) {
    let schema = database.schema
    (self.table, positions, model) = (table, schema.entityPositions, schema.model)
    (storeID, externalData) = (database.storeID, database.externalData)
    var selection = Selection(schema, table, as: alias)
    var plans: [String: EntityPlan] = [:]
    for entity in entities {
      plans[entity] = EntityPlan(
        position: schema.entityPositions[entity] ?? -1,
        places: includingValues ? schema.places[entity] ?? [] : [], &selection)
    }
    columns = selection.columns.joined(by: ", ")
    aggregate = database.dialect.functions?.rows(selection.columns)
    self.entities = plans
    entity = table.hasEntities ? nil : table.entities.first.flatMap { plans[$0] }
  }

  /// Passes on the current row of a statement, unless its entity was not requested.
  ///
  /// - Throws: `PersistentStoreError.unreadableData` if the file with data of the row is missing or invalid.
  package func read(_ row: any SQLRow, into rows: StoreRows) throws {
    if let entity { return try read(row, entity, version: 1, into: rows) }
    guard let plan = row.text(at: 1).flatMap({ entities[$0] }) else { return }
    try read(row, plan, version: 2, into: rows)
  }

  private func read(
    _ row: any SQLRow, _ plan: EntityPlan, version: Int, into rows: StoreRows
  ) throws {
    let number = UInt32(clamping: row.integer(at: version))
    guard rows.begin(key: row.integer(at: 0), entity: plan.position, version: number) else {
      return
    }
    row.give(plan.fast, to: rows) { property in
      give(plan.places[property], row, to: rows, at: property)
    }
    for (property, place) in plan.slow { give(place, row, to: rows, at: property) }
    for (property, column) in plan.external {
      let data = try data(at: column, row, model.entities[plan.position], property)
      rows.set(data, at: property)
    }
  }

  /// Returns the data in a column or in the file that it names.
  private func data(
    at column: Int, _ row: any SQLRow, _ entity: EntityDescription, _ property: Int
  ) throws -> AttributeValue {
    guard row.kind(at: column) == .text, let externalData else {
      return row.value(at: column, as: .externalData)
    }
    do {
      return .data(try externalData.data(of: row.text(at: column) ?? ""))
    } catch let error as SQLExternalDataError {
      throw PersistentStoreError.unreadableData(
        of: ManagedObjectID(
          entityName: entity.name, key: row.integer(at: 0), storeID: storeID),
        attribute: entity.persistentProperties[property].name, path: error.path,
        reason: error.reason)
    }
  }

  private func give(
    _ place: Place, _ row: any SQLRow, to rows: StoreRows, at property: Int
  ) {
    switch place {
    case .column(let column, let kind): rows.set(row.value(at: column, as: kind), at: property)
    case .value(let layout, let columns):
      rows.set(layout.read { row.value(at: columns[$0] ?? 0) }, at: property)
    case .link(let key, let entity, let destination):
      switch row.kind(at: key) {
      case .null: rows.setNull(at: property)
      case .integer:
        let name = entity.flatMap { row.text(at: $0) }
        let end = name.map { positions[$0] ?? -1 } ?? destination
        rows.setLink(key: row.integer(at: key), entity: end, at: property)
      default: rows.set(row.value(at: key).plain, at: property)
      }
    case .list: break
    }
  }
}

extension SQLFastColumn {
  /// Returns the fast path for a property; `nil` if it has no fast path.
  fileprivate init?(_ kept: SQLPlace, _ place: SQLRowReader.Place, _ property: Int) {
    let (kind, column, destination): (SQLFastColumnKind, Int, Int)
    switch place {
    case .column(let number, _): (kind, column, destination) = (SQLFastColumnKind(kept), number, 0)
    case .link(let key, nil, let end): (kind, column, destination) = (.link, key, end)
    case .value, .link, .list: return nil
    }
    if kind == .other { return nil }
    self.init(
      kind: kind, column: Int32(column), property: property, destination: destination)
  }
}

extension SQLRow {
  /// Returns the value in a column as a kind of value. A value of another kind is returned unchanged.
  func value(at column: Int, as kind: SQLKind) -> AttributeValue {
    switch (kind, self.kind(at: column)) {
    case (_, .null): return .null
    case (.integer, .integer): return .int(integer(at: column))
    case (.real, .real): return .double(real(at: column))
    case (.text, .text):
      // Unreadable text becomes data, which no text attribute accepts.
      return text(at: column).map { .string($0) } ?? .data(withBytes(at: column) { Data($0) })
    default:
      let found = value(at: column)
      return kind.decode(found) ?? found.plain
    }
  }
}
