package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads the rows of a table that a statement finds.
package struct SQLRowReader {
  /// What stands behind SELECT.
  package let columns: SQLStatement
  private let table: SQLTable
  private let entity: EntityPlan?
  private let entities: [String: EntityPlan]

  /// How the rows of one entity are read.
  private struct EntityPlan {
    let name: String
    /// Each property with the columns of the statement.
    let places: [Place]
    /// The same for those that are read without a detour.
    let quick: [(kind: SQLQuickKind, column: Int32)]
  }

  private enum Place {
    case column(Int, SQLKind)
    case value(SQLLayout, [Int: Int])
    case link(key: Int, entity: Int?, destination: String)
    case list
  }

  init(
    _ schema: SQLSchema, _ table: SQLTable, entities: [String], alias: String, includingValues: Bool
  ) {
    self.table = table
    var columns: [SQLStatement] = ["\(name: alias).\(name: SQLTable.key)"]
    if table.hasEntities { columns.append("\(name: alias).\(name: SQLTable.entity)") }
    columns.append("\(name: alias).\(name: SQLTable.version)")
    var positions: [Int: Int] = [:]
    func take(_ column: Int) -> Int {
      if let known = positions[column] { return known }
      columns.append("\(name: alias).\(name: table.columns[column].name)")
      positions[column] = columns.count - 1
      return columns.count - 1
    }
    /// A link to what is gone leads to nothing.
    func takeUnchecked(_ link: SQLLink) -> Int {
      let target = schema.tables[link.table].name
      columns.append(
        "(SELECT \(name: SQLTable.key) FROM \(name: target) AS \(name: "gone") WHERE \(name: "gone").\(name: SQLTable.key) = \(name: alias).\(name: table.columns[link.key].name))"
      )
      return columns.count - 1
    }
    func place(_ place: SQLPlace) -> Place {
      switch place {
      case .value(.column(let column, let kind)): return .column(take(column), kind)
      case .value(let layout):
        let pairs = layout.columns.map { ($0, take($0)) }
        return .value(layout, Dictionary(pairs) { first, _ in first })
      case .link(let link):
        return .link(
          key: link.isCleared ? take(link.key) : takeUnchecked(link),
          entity: link.entity.map(take),
          destination: schema.entities(of: link.destination).first ?? link.destination)
      case .column, .pairs: return .list
      }
    }
    var plans: [String: EntityPlan] = [:]
    for entity in entities {
      let kept = includingValues ? schema.places[entity] ?? [] : []
      let places = kept.map(place)
      let quick = zip(kept, places).map { kept, place in
        if case .column(let column, _) = place {
          (SQLQuickKind(kept), Int32(column))
        } else {
          (SQLQuickKind.other, Int32(0))
        }
      }
      plans[entity] = EntityPlan(name: entity, places: places, quick: quick)
    }
    self.columns = columns.joined(by: ", ")
    self.entities = plans
    entity = table.hasEntities ? nil : table.entities.first.flatMap { plans[$0] }
  }

  /// The row that a statement stands at; `nil` if it is of no entity that is asked for.
  package func read(_ cursor: any SQLCursor, storeID: UUID) -> StoreRow? {
    var plan = entity
    var version = 1
    if table.hasEntities {
      plan = cursor.text(at: 1).flatMap { entities[$0] }
      version = 2
    }
    guard let plan else { return nil }
    let id = ManagedObjectID(entityName: plan.name, key: cursor.integer(at: 0), storeID: storeID)
    return StoreRow(
      id, version: UInt32(clamping: cursor.integer(at: version)),
      values: plan.places.indices.map { value($0, plan, cursor, storeID) })
  }

  private func value(_ place: Place, _ cursor: any SQLCursor, _ storeID: UUID) -> AttributeValue {
    switch place {
    case .column(let column, let kind): return cursor.value(at: column, as: kind)
    case .value(let layout, let columns): return layout.read { cursor.value(at: columns[$0] ?? 0) }
    case .link(let key, let entity, let destination):
      let kind = cursor.kind(at: key)
      if kind == .null { return .null }
      guard kind == .integer else { return cursor.value(at: key).plain }
      let name = entity.flatMap { cursor.text(at: $0) } ?? destination
      return .object(
        ManagedObjectID(entityName: name, key: cursor.integer(at: key), storeID: storeID))
    case .list: return .null
    }
  }

  /// The value of a property; most kinds are read without a look at the place.
  @inline(__always) private func value(
    _ index: Int, _ plan: EntityPlan, _ cursor: any SQLCursor, _ storeID: UUID
  ) -> AttributeValue {
    let (kind, column) = (plan.quick[index].kind, Int(plan.quick[index].column))
    switch (kind, kind == .other ? .null : cursor.kind(at: column)) {
    case (.integer, .integer): return .int(cursor.integer(at: column))
    case (.real, .real): return .double(cursor.real(at: column))
    case (.text, .text):
      if let text = cursor.text(at: column, isText: true) { return .string(text) }
    case (.truth, .integer):
      let number = cursor.integer(at: column)
      if number == 0 || number == 1 { return .bool(number == 1) }
    case (.date, .real):
      return .date(Date(timeIntervalSinceReferenceDate: cursor.real(at: column)))
    case (.integer, .null), (.real, .null), (.text, .null), (.truth, .null), (.date, .null):
      return .null
    default: break
    }
    return value(plan.places[index], cursor, storeID)
  }
}

extension SQLCursor {
  /// The text in a column; `nil` for anything else, which is not asked if somebody knows that it is text.
  func text(at column: Int, isText: Bool = false) -> String? {
    guard isText || kind(at: column) == .text else { return nil }
    return withBytes(at: column) { String(validating: $0, as: UTF8.self) }
  }

  /// The value of a kind in a column; as it is where it is of another kind.
  func value(at column: Int, as kind: SQLKind) -> AttributeValue {
    switch (kind, self.kind(at: column)) {
    case (_, .null): return .null
    case (.integer, .integer): return .int(integer(at: column))
    case (.real, .real): return .double(real(at: column))
    case (.text, .text):
      // Text that is none is data, which no attribute of text takes.
      return text(at: column).map { .string($0) } ?? .data(withBytes(at: column) { Data($0) })
    default:
      let found = value(at: column)
      return kind.decode(found) ?? found.plain
    }
  }
}
