import Armature
import ArmatureModel
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A conversion of a store's rows to records. Each object becomes a line of JSON with a number, to which links refer.
struct CoreDataRecords {
  private let layout: CoreDataLayout
  private let database: ForeignDatabase
  private let values: CoreDataValues
  /// The number of each row's record, by root entity and key.
  private var numbers: [Key: Int64] = [:]
  /// The objects to which ordered and joined relationships lead, in order, by relationship and owner.
  private var members: [CoreDataLayout.Owned: [Int64: [Int64]]] = [:]
  private(set) var problems: CoreDataIssues
  /// The source row of each record.
  private(set) var places: CoreDataPlaces
  private var output = JSONOutputBox()

  /// A row of a root entity's table.
  private struct Key: Hashable {
    let root: String
    let key: Int64
  }

  /// Holds the output in a class, because the output itself cannot be copied.
  private final class JSONOutputBox {
    var output = JSONOutput()
  }

  /// - Parameter name: The name of the store in the loader's messages.
  init(
    _ layout: CoreDataLayout, _ database: ForeignDatabase, path: String, name: String
  ) throws {
    (self.layout, self.database) = (layout, database)
    values = CoreDataValues(path: path)
    problems = CoreDataIssues(path: path)
    places = CoreDataPlaces(file: name)
    try numberRows()
    for entity in layout.model.entities { try findMembers(of: entity) }
    for entity in layout.model.entities where entity.parent == nil { try writeRows(of: entity) }
  }

  /// The records and their number.
  var text: (data: Data, count: Int) { (Data(output.output.string.utf8), numbers.count) }

  private mutating func numberRows() throws {
    for entity in layout.model.entities where entity.parent == nil {
      let table = layout.table(of: entity.name)
      var strays: [ForeignValue: (first: Int64, count: Int)] = [:]
      try database.forEachRow(
        of: "SELECT Z_PK, Z_ENT FROM \(table.quotedForSQL) ORDER BY Z_PK", columns: 2
      ) { row in
        guard let key = row[0].integer else {
          return problems.reject(
            "A row of \(table) must have a whole number as Z_PK, but has \(row[0].phrase).")
        }
        guard let number = row[1].integer, let name = layout.tables.names[number],
          layout.roots[name] == entity.name
        else {
          strays[row[1], default: (key, 0)].count += 1
          return
        }
        let place = Key(root: entity.name, key: key)
        if numbers[place] != nil {
          problems.reject("Row \(key) of \(table) must exist once, but exists several times.")
        }
        numbers[place] = Int64(numbers.count + 1)
      }
      for (number, rows) in strays.sorted(by: { $0.value.first < $1.value.first }) {
        reject(number, rows.count, table, first: rows.first)
      }
    }
  }

  /// Adds an error about rows that belong to no entity of the model. The rows are given by their entity number.
  private mutating func reject(
    _ number: ForeignValue, _ count: Int, _ table: String, first: Int64
  ) {
    let rows =
      count == 1
      ? "Row \(first) of \(table) has"
      : "\(count) rows of \(table), of which row \(first) is the first, have"
    let name = number.integer.flatMap { layout.tables.names[$0] }
    let reason =
      switch name {
      case nil: "which is not the number of an entity in the file."
      case let name? where layout.roots[name] != nil:
        "the number of \(name), whose objects are in another table."
      case let name?:
        "the number of \(name), which is missing in the model. Choose the model that the file "
          + "was saved with."
      }
    problems.reject("\(rows) \(number.shown) in the column Z_ENT, \(reason)")
  }

  /// Returns whether a link is written on this side. An ordered side is preferred, then a to-one side, and then the
  /// side whose name comes first.
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

  /// Finds the destination objects of each to-many relationship, in order.
  private mutating func findMembers(of entity: EntityDescription) throws {
    for relationship in entity.ownProperties.compactMap(\.asRelationship)
    where relationship.isToMany && !relationship.isTransient && isWritten(relationship, entity.name)
    {
      guard let links = CoreDataLinks(relationship, of: entity.name, layout) else { continue }
      let root = layout.roots[entity.name] ?? entity.name
      var found: [Int64: [Int64]] = [:]
      try database.forEachRow(of: links.query, columns: 4) { row in
        func place(_ column: String) -> CoreDataIssues.Place {
          CoreDataIssues.Place(
            entity: entity.name, property: relationship.name, table: links.table,
            row: row[2].integer ?? 0, column: column)
        }
        switch row[3] {
        case .null, .integer, .real: break
        default:
          problems.warn(
            place(links.order ?? ""),
            " must have a number, but has \(row[3].phrase); the object comes after the objects "
              + "with a number."
          )
        }
        guard let owner = row[0].integer, let member = row[1].integer else {
          if links.isColumnOfProperty { return }
          let isOwner = row[0].integer == nil
          return problems.reject(
            place(isOwner ? links.owner : links.member),
            " must have the key of a row, but has \(row[isOwner ? 0 : 1].phrase).")
        }
        if !links.isColumnOfProperty, numbers[Key(root: root, key: owner)] == nil {
          return problems.warn(
            place(links.owner), " has \(owner), but no row has this key; the link was left out.")
        }
        found[owner, default: []].append(member)
      }
      members[.init(entity: entity.name, property: relationship.name)] = found
    }
  }

  private mutating func writeRows(of root: EntityDescription) throws {
    let table = layout.table(of: root.name)
    // The columns of all entities in the hierarchy, each once.
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
      // Each line is an object with an array of one entity's records.
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
      self.places.add(name, key)
      for property in entity.properties where !property.isTransient {
        switch property {
        case .attribute(let attribute):
          guard attribute.derivation == nil,
            let place = layout.column(of: attribute.name, in: name).flatMap({ places[$0] })
          else { continue }
          write(
            row[place], attribute,
            .init(
              entity: name, property: attribute.name, table: table, row: key,
              column: columns[place]))
        case .relationship(let relationship):
          let place = layout.column(of: relationship.name, in: name).flatMap { places[$0] }
          write(
            relationship, place.map { row[$0] } ?? .null,
            .init(
              entity: name, property: relationship.name, table: table, row: key,
              column: place.map { columns[$0] } ?? ""))
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
    _ value: ForeignValue, _ attribute: AttributeDescription, _ place: CoreDataIssues.Place
  ) {
    output.output.key(attribute.key ?? attribute.name)
    do throws(CoreDataValueError) {
      try values.write(value, attribute, to: &output.output)
    } catch {
      if error.isExpected {
        problems.warn(place, error.text)
      } else {
        problems.reject(place, error.text)
      }
      output.output.null()
    }
  }

  private mutating func write(
    _ relationship: RelationshipDescription, _ value: ForeignValue, _ place: CoreDataIssues.Place
  ) {
    let root = layout.roots[relationship.destination] ?? relationship.destination
    if relationship.isToMany {
      let owner = layout.declarer(of: relationship.name, in: place.entity) ?? place.entity
      guard let found = members[.init(entity: owner, property: relationship.name)]?[place.row]
      else { return }
      output.output.key(relationship.key ?? relationship.name)
      output.output.beginArray()
      for member in found {
        output.output.element()
        output.output.int(number(of: member, root))
      }
      output.output.endArray()
    } else if let target = value.integer {
      // If the target exists, the ordered side writes the link.
      let isThere = numbers[Key(root: root, key: target)] != nil
      if isThere, !isWritten(relationship, place.entity) { return }
      output.output.key(relationship.key ?? relationship.name)
      output.output.int(number(of: target, root))
    } else if value != .null {
      problems.reject(place, " must have the key of a row, but has \(value.phrase).")
    }
  }

  /// Returns the number of the record for a row. A missing row gets a number that no record has, and the load then
  /// reports it.
  private func number(of key: Int64, _ root: String) -> Int64 {
    numbers[Key(root: root, key: key)] ?? (key > 0 ? -key : key)
  }
}
