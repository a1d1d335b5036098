import ArmatureModel
import Foundation
import Testing

@Suite struct OwnershipCheckTests {
  @Test(arguments: badModels) func `bad ownership is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "another delete rule",
      Expected(
        .invalidOwnership, 1,
        "Order.lines owns its objects, so its delete rule must be cascade, but is deny. Remove the delete rule."
      )
    ) {
      Entity("Order") {
        changed(Relationship("lines", to: "Line", .toMany).owned()) { $0.deleteRule = .deny }
      }
      Entity("Line") {}
    },
    BadModel(
      "a key of parts that are not owned",
      Expected(
        .invalidOwnership, 0,
        #"Order.lines is keyed by "name", so it must own many objects, but does not. Add owned() to a to-many relationship."#
      )
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).keyed(by: "name") }
      Entity("Line") { Attribute("name", String.self) }
    },
    BadModel(
      "a key that is missing",
      Expected(
        .invalidOwnership, 0,
        #"Order.lines is keyed by "nmae", which must be an attribute of Line, but is missing there. Did you mean "name"?"#
      )
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned().keyed(by: "nmae") }
      Entity("Line") { Attribute("name", String.self) }
    },
    BadModel(
      "a key that is optional",
      Expected(
        .invalidOwnership, 0,
        #"Order.lines is keyed by "name", so Line.name must be stored text that is required, but is Int?. Declare it as String."#
      )
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned().keyed(by: "name") }
      Entity("Line") { Attribute("name", Int?.self) }
    },
    BadModel(
      "transient",
      Expected(
        .invalidOwnership, 0, "Order.lines owns its objects, and must be stored, but is transient.")
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned().transient() }
      Entity("Line") {}
    },
    BadModel(
      "several owners at once",
      Expected(
        .invalidOwnership, 0,
        "Order.lines owns its objects, so Line.orders must lead to one owner, but leads to many.")
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany, inverse: "orders").owned() }
      Entity("Line") { Relationship("orders", to: "Order", .toMany) }
    },
    BadModel(
      "an identity of its own",
      Expected(
        .invalidOwnership, 0,
        "Order.lines owns its objects, which have no identity of their own, but Line.number is identifying."
          + " Make it unique() instead.")
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned() }
      Entity("Line") { Attribute("number", Int.self).identifying() }
    },
    BadModel(
      "the name of the inverse is taken",
      Expected(
        .invalidOwnership, 0,
        #"Order.lines owns its objects, and needs an inverse, but Line has another property "orderOfLines"."#
          + " Declare the inverse.")
    ) {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned() }
      Entity("Line") { Attribute("orderOfLines", String.self) }
    },
    BadModel(
      "parts without a first owner",
      Expected(
        .endlessOwnership, 0,
        "Node can have no objects: each would belong to another one that needs an owner itself. Use the delete rule"
          + " .cascade instead of owned(), or let another entity own the first of them.")
    ) { Entity("Node") { Relationship("children", to: "Node", .toMany).owned() } },
  ]

  private static func changed(
    _ relationship: Relationship, _ change: (inout RelationshipDescription) -> Void
  ) -> EntityBody {
    var members = relationship.entityBody.members
    for index in members.indices {
      guard case .property(.relationship(var description)) = members[index] else { continue }
      change(&description)
      members[index] = .property(.relationship(description))
    }
    return EntityBody(members)
  }

  @Test
  func
    `an owning relationship gets an inverse, which is required if it is the only way to an owner`()
    throws
  {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Relationship("lines", to: "Line", .toMany).owned()
        Relationship("address", to: "Address").owned()
      }
      Entity("Line") { Relationship("address", to: "Address").owned() }
      Entity("Address") {}
    }
    #expect(model.warnings.isEmpty)
    let lines = try #require(model["Order"]?.property(named: "lines")?.asRelationship)
    #expect(lines.inverse == "orderOfLines")
    #expect(lines.deleteRule == .cascade)
    #expect(lines.arity == .ordered)
    let back = try #require(model["Line"]?.property(named: "orderOfLines")?.asRelationship)
    #expect(!back.isOptional)
    let ways = model["Address"]?.relationships ?? []
    #expect(ways.map(\.name) == ["orderOfAddress", "lineOfAddress"])
    #expect(ways.allSatisfy { $0.isOptional && $0.leadsToOwner })
  }

  @Test
  func
    `a declared inverse becomes required, and a renamed relationship renames the inverse that the model adds`()
    throws
  {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Relationship("lines", to: "Line", .toMany, inverse: "order").owned(ordered: false)
        Relationship("notes", to: "Note", .toMany).owned().renamed(from: "remarks")
      }
      Entity("Line") { Relationship("order", to: "Order") }
      Entity("Note") {}
    }
    #expect(model["Order"]?.property(named: "lines")?.asRelationship?.arity == .toMany)
    #expect(model["Line"]?.property(named: "order")?.asRelationship?.isOptional == false)
    let back = model["Note"]?.property(named: "orderOfNotes")?.asRelationship
    #expect(back?.renamingIdentifier == "orderOfRemarks")
  }

  @Test func `a decoded model owns the same`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") { Relationship("lines", to: "Line", .toMany).owned() }
      Entity("Line") {}
    }
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(model))
    #expect(decoded.entities == model.entities)
    #expect(decoded.fingerprint == model.fingerprint)
  }

  @Test func `a long chain of owners takes linear time, with sub-entities as owners and parts`()
    throws
  {
    let count = 3_000
    var entities = (0..<count).map { number in
      var relationship = RelationshipDescription("parts", to: "E\(number + 1)", .ordered)
      relationship.isOwned = true
      return EntityDescription(
        "E\(number)", properties: number + 1 < count ? [.relationship(relationship)] : [])
    }
    #expect(try ManagedObjectModel("Chain", entities: entities).entities.count == count)
    // The first entity becomes a part of the last one, so that no object can be the first.
    var last = RelationshipDescription("parts", to: "E0", .ordered)
    last.isOwned = true
    entities[count - 1].ownProperties = [.relationship(last)]
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Ring", entities: entities)
    }
    #expect(error?.issues.count == count)
    // An entity that nobody owns can own the first of them, by a relationship that it inherits.
    entities.append(EntityDescription("Base", isAbstract: true, properties: [.relationship(last)]))
    entities.append(EntityDescription("Root", parent: "Base"))
    #expect(throws: Never.self) { try ManagedObjectModel("Tree", entities: entities) }
  }
}
