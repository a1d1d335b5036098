import ArmatureModel
import Foundation
import Testing

@testable import ArmatureSQL

/// The tables that the builder makes from a model.
@Suite struct SQLSchemaBuilderTests {
  private func build(_ model: ManagedObjectModel) -> SQLSchemaBuilder {
    var builder = SQLSchemaBuilder(model)
    builder.build()
    return builder
  }

  private func columns(_ table: SQLTable) -> [String] {
    table.columns.map { column in
      column.name + (column.isRequired ? "!" : "") + (column.references.map { "→\($0)" } ?? "")
    }
  }

  // MARK: Names

  @Test func `names that differ in case alone get numbers or the names of their entities`() throws {
    let model = try ManagedObjectModel("Case") {
      EntityDescription(
        "Word", properties: [.attribute(AttributeDescription("text", .string))])
      EntityDescription(
        "WORD",
        properties: ["Text", "tEXT", "TEXT"].map { .attribute(AttributeDescription($0, .string)) })
      EntityDescription("_Armature", properties: [])
      EntityDescription("sqlite_word", properties: [])
    }
    let builder = build(model)
    #expect(
      builder.tables.map(\.name) == ["Word", "WORD_2", "_Armature_2", "_sqlite_word_2"])
    #expect(columns(builder.tables[1]) == ["Text!", "WORD.tEXT!", "WORD.TEXT_2!"])
  }

  @Test func `the names of the standard columns are taken`() throws {
    let model = try ManagedObjectModel("Keys") {
      EntityDescription(
        "Row",
        properties: ["_id", "_Version", "_entity"].map {
          .attribute(AttributeDescription($0, .int64))
        })
    }
    #expect(columns(build(model).tables[0]) == ["Row._id!", "Row._Version!", "Row._entity!"])
  }

  // MARK: Inheritance

  private static func vehicles() throws -> ManagedObjectModel {
    try ManagedObjectModel("Vehicles") {
      Entity("Vehicle", isAbstract: true) {
        Attribute("name", String.self)
        Attribute("plate", String.self).unique()
      }
      Entity("Car", parent: "Vehicle") {
        Attribute("doors", Int.self)
        Unique("name", "doors")
      }
      Entity("Taxi", parent: "Car") { Attribute("number", Int?.self) }
      Entity("Ship", parent: "Vehicle") { Attribute("number", Double?.self) }
    }
  }

  @Test func `a hierarchy shares a table, and only values of its root are required`() throws {
    let builder = build(try Self.vehicles())
    #expect(builder.tables.count == 1)
    let table = builder.tables[0]
    #expect(table.entities == ["Car", "Taxi", "Ship"] && table.hasEntities)
    // A unique value is cleared when two objects swap it.
    #expect(columns(table) == ["name", "plate", "doors", "number", "Ship.number"])
    #expect(table.allColumnCount == 8)
    #expect(Set(builder.positions.values) == [0] && builder.positions.count == 4)
    #expect(builder.concrete["Vehicle"] == ["Car", "Taxi", "Ship"])
    #expect(builder.concrete["Car"] == ["Car", "Taxi"])
    #expect(builder.places["Vehicle"]?.count == 2 && builder.places["Taxi"]?.count == 4)
    #expect(builder.places["Taxi"]?[3].columns == [3] && builder.places["Ship"]?[2].columns == [4])
  }

  @Test func `a unique constraint covers its entity with the sub-entities`() throws {
    let uniques = build(try Self.vehicles()).tables[0].uniques
    #expect(uniques.map(\.name) == ["Vehicle_unique_plate", "Car_unique_name_doors"])
    #expect(uniques.map(\.entities) == [nil, ["Car", "Taxi"]])
    #expect(uniques.map(\.columns) == [[1], [0, 2]])
    // The position in the list of all constraints of the entity, with the inherited one.
    #expect(uniques.map(\.constraint.position) == [0, 1])
  }

  // MARK: Attributes

  @Test func `an attribute has the columns of its type`() throws {
    let model = try ManagedObjectModel("Types") {
      Entity("Thing") {
        Attribute("zoned", ZonedDate.self)
        Composite("size") {
          Attribute("width", Double.self)
          Composite("depth") { Attribute("low", Int?.self) }
        }
        Attribute("words", [String].self)
        Attribute("scan", Data?.self).storedExternally()
        Attribute("cache", Int?.self).transient()
      }
    }
    let builder = build(model)
    let table = builder.tables[0]
    #expect(
      columns(table) == [
        "zoned!", "zoned_zone", "size!", "size.width", "size.depth", "size.depth.low", "words!",
        "scan",
      ])
    #expect(
      table.columns.map(\.kind) == [
        .date, .text, .truth, .real, .truth, .integer, .list(.string), .externalData,
      ])
    #expect(table.externalIndexes == [SQLExternalIndex(name: "Thing_scan_files", column: 7)])
    #expect(builder.places["Thing"]?.map(\.columns) == [[0, 1], [2, 3, 4, 5], [6], [7]])
  }

  // MARK: Relationships

  private static func links() throws -> ManagedObjectModel {
    try ManagedObjectModel("Links") {
      Entity("Node") {
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .ordered, inverse: "parent")
        Relationship("twin", to: "Node", inverse: "twin")
        Relationship("target", to: "Leaf")
        Relationship("leaves", to: "Leaf", .ordered, inverse: "nodes")
        Relationship("peers", to: "Node", .toMany, inverse: "peers")
        Relationship("seen", to: "Leaf", .toMany)
      }
      Entity("Leaf") { Relationship("nodes", to: "Node", .ordered, inverse: "leaves") }
      Entity("Bud", parent: "Leaf") {}
    }
  }

  @Test func `a link has a column for each fact that a row needs`() throws {
    let builder = build(try Self.links())
    #expect(
      columns(builder.tables[0]) == [
        "parent→0", "parent_order", "twin→0",
        // Objects of two entities, and no inverse: the link may dangle.
        "target", "target_entity",
      ])
    let links = (builder.places["Node"] ?? []).compactMap { place -> SQLLink? in
      if case .link(let link) = place { link } else { nil }
    }
    #expect(links.map(\.isCleared) == [true, true, false])
    #expect(links.map(\.order) == [1, nil, nil] && links.map(\.entity) == [nil, nil, 4])
    guard case .column(let members)? = builder.places["Node"]?[1] else {
      Issue.record("The members do not store the list.")
      return
    }
    #expect(members.link == links[0] && members.table == 0)
  }

  @Test func `relationships without a link have a table of pairs`() throws {
    let builder = build(try Self.links())
    #expect(builder.pairs.map(\.name) == ["Node_leaves", "Node_peers", "Node_seen"])
    #expect(builder.pairs.map(\.left.name) == ["Node", "Node", "Node"])
    #expect(builder.pairs.map(\.left.order) == ["leaves_order", nil, nil])
    #expect(builder.pairs.map(\.right.order) == ["Node_order", nil, nil])
    #expect(builder.pairs.map(\.right.isCleared) == [true, true, false])
    let places = (builder.places["Node"] ?? []) + (builder.places["Leaf"] ?? [])
    let sides = places.compactMap { place -> SQLPairs? in
      if case .pairs(let pairs) = place { pairs } else { nil }
    }
    #expect(
      sides.map { "\($0.owner)-\($0.member)" } == [
        "Node-leaves", "Node-peers", "Node-seen", "leaves-Node",
      ])
    #expect(sides.map(\.isSymmetric) == [false, true, false, false])
    #expect(sides.map(\.isWatched) == [true, true, false, true])
  }

  @Test func `an ordered relationship that is its own inverse has one position for each pair`()
    throws
  {
    let builder = build(
      try ManagedObjectModel("Chain") {
        Entity("Node") { Relationship("line", to: "Node", .ordered, inverse: "line") }
      })
    #expect(builder.pairs.map(\.left.order) == ["line_order"])
    #expect(builder.pairs.map(\.right.order) == [nil])
  }

  // MARK: Indexes

  @Test func `links have indexes, and the links of pairs of objects are unique`() throws {
    let table = build(try Self.links()).tables[0]
    #expect(table.indexes.map(\.name) == ["Node_parent_index", "Node_target_index"])
    #expect(table.indexes.map { $0.elements.map(\.column) } == [[0, 1], [3]])
    #expect(table.pairedLinks.map(\.name) == ["Node_twin_only"])
    #expect(table.pairedLinks.map(\.plainName) == ["Node_twin_index"])
    #expect(table.uniqueColumns == [2])
  }

  @Test func `constraints and indexes have the columns that compare their properties`() throws {
    let model = try ManagedObjectModel("Indexes") {
      Entity("Day") {
        Attribute("start", ZonedDate?.self)
        Attribute("rank", Int?.self)
        Composite("size") { Attribute("width", Double?.self) }.optional()
        Relationship("next", to: "Day")
        Unique("start", "next")
        Unique("rank", severity: .warning)
        Index("start", "rank", ascending: false)
      }
    }
    let builder = build(model)
    let table = builder.tables[0]
    // The database would reject duplicates that the model only warns of.
    #expect(table.uniques.map(\.name) == ["Day_unique_start_next"])
    #expect(table.uniques.map(\.columns) == [[0, 1, 5]])
    #expect(builder.unwantedIndexes == ["Day_unique_rank"])
    #expect(table.indexes.map(\.name) == ["Day_next_index", "Day_by_start_rank"])
    #expect(table.indexes[1].elements.map(\.column) == [0, 2])
    #expect(table.indexes[1].elements.map(\.isAscending) == [false, false])
  }
}
