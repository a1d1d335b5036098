import Armature
import ArmatureModel
import ArmatureSQL
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes records of the rows of a store: a line of JSON for each object, with its number, by which links lead to it.
struct CoreDataRecords {
  private let layout: CoreDataLayout
  private let database: ForeignDatabase
  private let values: CoreDataValues
  /// The number of the record of each row, by the uppermost entity and the key.
  private var numbers: [Key: Int64] = [:]
  /// The objects that ordered and joined relationships lead to, in order, by relationship and owner.
  private var members: [CoreDataLayout.Owned: [Int64: [Int64]]] = [:]
  private(set) var issues: [String] = []
  private var output = JSONOutputBox()

  /// A row of the table of an uppermost entity.
  private struct Key: Hashable {
    let root: String
    let key: Int64
  }

  /// Where output is collected; a class, since the output itself cannot be copied.
  private final class JSONOutputBox {
    var output = JSONOutput()
  }

  init(_ layout: CoreDataLayout, _ database: ForeignDatabase, path: String) throws {
    (self.layout, self.database) = (layout, database)
    values = CoreDataValues(path: path)
    try numberRows()
    for entity in layout.model.entities { try findMembers(of: entity) }
    for entity in layout.model.entities where entity.parent == nil { try writeRows(of: entity) }
  }

  /// The records, and their number.
  var text: (data: Data, count: Int) { (Data(output.output.string.utf8), numbers.count) }

  private mutating func numberRows() throws {
    for entity in layout.model.entities where entity.parent == nil {
      let table = layout.table(of: entity.name)
      try database.forEachRow(
        of: "SELECT Z_PK, Z_ENT FROM \(table.quotedForSQL) ORDER BY Z_PK", columns: 2
      ) { row in
        guard let key = row[0].integer else { return }
        guard let number = row[1].integer, let name = layout.tables.names[number],
          layout.roots[name] == entity.name
        else {
          issues.append(
            "Row \(key) of \(table) is of an entity that the model lacks; it was left out.")
          return
        }
        numbers[Key(root: entity.name, key: key)] = Int64(numbers.count + 1)
      }
    }
  }

  /// Which side of a link is written: the one with an order, else the to-one side, else the first by name.
  private func isWritten(_ relationship: RelationshipDescription, _ entity: String) -> Bool {
    guard let inverse = layout.inverse(of: relationship) else { return true }
    switch (relationship.arity, inverse.arity) {
    case (.ordered, _): return true
    case (_, .ordered): return false
    case (.toOne, .toMany): return true
    case (.toMany, .toOne): return false
    case (.toOne, .toOne): return true
    case (.toMany, .toMany):
      let other = layout.declarer(of: inverse.name, in: relationship.destination) ?? ""
      return (entity, relationship.name) <= (other, inverse.name)
    }
  }

  /// Finds what a relationship of several objects leads to, in order.
  private mutating func findMembers(of entity: EntityDescription) throws {
    for relationship in entity.ownProperties.compactMap(\.asRelationship)
    where relationship.isToMany && !relationship.isTransient && isWritten(relationship, entity.name)
    {
      let query: String
      if let inverse = layout.inverse(of: relationship), !inverse.isToMany {
        guard let column = layout.column(of: inverse.name, in: relationship.destination) else {
          continue
        }
        let table = layout.table(of: relationship.destination)
        let order = "Z_FOK_" + column.dropFirst()
        let sorting =
          layout.tables.has(order, in: table)
          ? "\(order.quotedForSQL) IS NULL, \(order.quotedForSQL), " : ""
        query =
          "SELECT \(column.quotedForSQL), Z_PK FROM \(table.quotedForSQL) WHERE \(column.quotedForSQL) NOT NULL"
          + " ORDER BY \(sorting)Z_PK"
      } else if let join = layout.joinTable(of: relationship, entity.name) {
        let sorting = join.order.map { "\($0.quotedForSQL) IS NULL, \($0.quotedForSQL), " } ?? ""
        query =
          "SELECT \(join.owner.quotedForSQL), \(join.member.quotedForSQL) FROM \(join.table.quotedForSQL)"
          + " ORDER BY \(sorting)2"
      } else if let (table, column) = layout.ownColumn(of: relationship, entity.name) {
        query =
          "SELECT \(column.quotedForSQL), Z_PK FROM \(table.quotedForSQL) WHERE \(column.quotedForSQL) NOT NULL"
          + " ORDER BY Z_PK"
      } else {
        continue
      }
      var found: [Int64: [Int64]] = [:]
      try database.forEachRow(of: query, columns: 2) { row in
        if let owner = row[0].integer, let member = row[1].integer {
          found[owner, default: []].append(member)
        }
      }
      members[.init(entity: entity.name, property: relationship.name)] = found
    }
  }

  private mutating func writeRows(of root: EntityDescription) throws {
    let table = layout.table(of: root.name)
    // What any entity of the hierarchy has, each column once.
    let family = layout.model.entities.filter { layout.roots[$0.name] == root.name }
    var columns: [String] = ["Z_PK", "Z_ENT"]
    for entity in family {
      for property in entity.ownProperties {
        if let column = layout.column(of: property.name, in: entity.name) { columns.append(column) }
      }
    }
    let places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    let list = columns.map(\.quotedForSQL).joined(separator: ", ")
    try database.forEachRow(
      of: "SELECT \(list) FROM \(table.quotedForSQL) ORDER BY Z_PK", columns: columns.count
    ) { row in
      guard let key = row[0].integer, let number = numbers[Key(root: root.name, key: key)],
        let name = row[1].integer.flatMap({ layout.tables.names[$0] }),
        let entity = layout.model[name]
      else { return }
      let output = self.output
      // A line is an object with the records of an entity.
      output.output.beginObject()
      output.output.key(root.key ?? root.name)
      output.output.beginArray()
      output.output.element()
      output.output.beginObject()
      if name != root.name {
        output.output.key("@entity")
        output.output.string(name)
      }
      output.output.key("@id")
      output.output.int(number)
      for property in entity.properties where !property.isTransient {
        switch property {
        case .attribute(let attribute):
          guard attribute.derivation == nil,
            let place = layout.column(of: attribute.name, in: name).flatMap({ places[$0] })
          else { continue }
          try write(row[place], attribute, of: "\(name).\(attribute.name), row \(key)")
        case .relationship(let relationship):
          let place = layout.column(of: relationship.name, in: name).flatMap { places[$0] }
          write(relationship, of: name, key, place.map { row[$0] } ?? .null)
        case .fetched: continue
        }
      }
      output.output.endObject()
      output.output.endArray()
      output.output.endObject()
      output.output.endLine()
    }
  }

  private mutating func write(
    _ value: SQLValue, _ attribute: AttributeDescription, of place: String
  ) throws {
    output.output.key(attribute.key ?? attribute.name)
    do {
      try values.write(value, attribute, to: &output.output)
    } catch let error as CoreDataStoreError {
      issues.append("\(place): \(error.reason)")
      output.output.null()
    }
  }

  private func write(
    _ relationship: RelationshipDescription, of entity: String, _ key: Int64, _ value: SQLValue
  ) {
    let root = layout.roots[relationship.destination] ?? relationship.destination
    if relationship.isToMany {
      let owner = layout.declarer(of: relationship.name, in: entity) ?? entity
      guard let found = members[.init(entity: owner, property: relationship.name)]?[key] else {
        return
      }
      output.output.key(relationship.key ?? relationship.name)
      output.output.beginArray()
      for member in found {
        output.output.element()
        // One that is not there has the number of no record, which the loader tells.
        output.output.int(numbers[Key(root: root, key: member)] ?? Int64(numbers.count) + member)
      }
      output.output.endArray()
    } else if let target = value.integer {
      let number = numbers[Key(root: root, key: target)]
      // The ordered side has it, unless there is no such object.
      if number != nil, !isWritten(relationship, entity) { return }
      output.output.key(relationship.key ?? relationship.name)
      output.output.int(number ?? Int64(numbers.count) + target)
    }
  }
}
