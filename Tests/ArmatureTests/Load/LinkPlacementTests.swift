import TestSupport
import Testing

@testable import Armature

/// Both sides of a relationship agree on the side that writes it, regardless of inheritance.
@Suite struct LinkPlacementTests {
  /// The relationships of the two entities, and their identifying attributes.
  struct Shape: CustomTestStringConvertible, Sendable {
    let left: RelationshipDescription.Arity
    let right: RelationshipDescription.Arity
    let leftIdentity: String?
    let rightIdentity: String?
    let cascades: Bool

    var testDescription: String {
      "\(left) to \(right), \(leftIdentity ?? "-") \(rightIdentity ?? "-"), cascades: \(cascades)"
    }

    /// Returns a model with left and right entities and a sub-entity of each; the identifying attribute is in one of
    /// these.
    func model() throws -> ManagedObjectModel {
      func attributes(_ entity: String, _ identity: String?) -> Attribute<Int> {
        let attribute = Attribute("\(entity.lowercased())Number", Int.self)
        return entity == identity ? attribute.identifying() : attribute
      }
      return try ManagedObjectModel("Pairs") {
        Entity("Left") {
          attributes("Left", leftIdentity)
          Relationship(
            "rights", to: "Right", left, inverse: "lefts",
            onDelete: cascades ? .cascade : .nullify)
        }
        Entity("SubLeft", parent: "Left") { attributes("SubLeft", leftIdentity) }
        Entity("Right") {
          attributes("Right", rightIdentity)
          Relationship("lefts", to: "Left", right, inverse: "rights")
        }
        Entity("SubRight", parent: "Right") { attributes("SubRight", rightIdentity) }
      }
    }
  }

  static let shapes: [Shape] = {
    let arities: [RelationshipDescription.Arity] = [.toOne, .toMany, .ordered]
    let lefts: [String?] = [nil, "Left", "SubLeft"]
    let rights: [String?] = [nil, "Right", "SubRight"]
    return arities.flatMap { left in
      arities.flatMap { right in
        lefts.flatMap { leftIdentity in
          rights.flatMap { rightIdentity in
            [false, true].map {
              Shape(
                left: left, right: right, leftIdentity: leftIdentity,
                rightIdentity: rightIdentity, cascades: $0)
            }
          }
        }
      }
    }
  }()

  /// Creates objects of all four entities, or only of the sub-entities, and links them in pairs.
  private func fill(_ context: ManagedObjectContext, _ names: [(String, String)]) throws {
    for (index, (left, right)) in names.enumerated() {
      let (one, other) = (try context.insert(left), try context.insert(right))
      for (object, first) in [(one, "left"), (other, "right")] {
        for name in object.entity.properties.map(\.name)
        where name.hasSuffix("Number") && name.lowercased().contains(first) {
          try object.setValue(index + 1, forKey: name)
        }
      }
      let isToMany = one.entity.property(named: "rights")?.asRelationship?.isToMany == true
      if isToMany {
        try one.setValue([other], forKey: "rights")
      } else {
        try one.setValue(other, forKey: "rights")
      }
    }
  }

  private func ends(of left: ManagedObject) -> [ManagedObject] {
    let isToMany = left.entity.property(named: "rights")?.asRelationship?.isToMany == true
    return isToMany ? left.many("rights") : left.one("rights").map { [$0] } ?? []
  }

  /// Returns the links between objects, by their numbers.
  private func links(_ context: ManagedObjectContext) -> [String] {
    context.objects(of: "Left").flatMap { left in
      ends(of: left).map { right in
        "\(left.entity.name) \(left["leftNumber"] ?? .null) \(right.entity.name) "
          + "\(right["rightNumber"] ?? .null)"
      }
    }.sorted()
  }

  @Test(arguments: shapes) func `links are written once and read back`(
    _ shape: Shape
  ) throws {
    let model = try shape.model()
    let pairs = [
      ("SubLeft", "SubRight"), ("Left", "SubRight"), ("SubLeft", "Right"), ("Left", "Right"),
    ]
    for names in [Array(pairs.prefix(1)), pairs] {
      let context = ManagedObjectContext(model: model)
      try fill(context, names)
      let expected = links(context)
      #expect(expected.count == names.count)
      let data = try context.json()
      let read = ManagedObjectContext(model: model)
      try read.load(.data(data))
      #expect(links(read) == expected, "\(String(decoding: data, as: UTF8.self))")
      if let tables = try? context.csv() {
        let copy = ManagedObjectContext(model: model)
        try copy.load(tables.map { .data($0.table, as: $0.entity, layout: .csv()) })
        #expect(
          links(copy) == expected, "\(tables.map { String(decoding: $0.table, as: UTF8.self) })")
      }
    }
  }

  @Test(arguments: shapes.filter { $0.left == .ordered })
  func `the order of members is kept, whichever side has an identity`(_ shape: Shape) throws {
    let model = try shape.model()
    let context = ManagedObjectContext(model: model)
    let left = try context.insert("SubLeft")
    try left.setValuesForKeys(["leftNumber": 1, "subleftNumber": 1])
    let rights = try (1...3).map { number in
      let right = try context.insert("SubRight")
      try right.setValuesForKeys(["rightNumber": number, "subrightNumber": number])
      return right
    }
    try left.setValue([rights[2], rights[0], rights[1]], forKey: "rights")
    func order(_ context: ManagedObjectContext) -> [AttributeValue] {
      context.objects(of: "Left").flatMap { $0.many("rights").map { $0["rightNumber"] ?? .null } }
    }
    let read = ManagedObjectContext(model: model)
    try read.load(.data(try context.json()))
    #expect(order(read) == [3, 1, 2])
    let folder = try TemporaryFolder()
    let path = folder.file("pairs.json")
    let stored = try PersistentContainer(model: model, store: JSONFileStore(path)).makeContext()
    try stored.load(.data(try context.json()))
    try stored.save()
    let again = try PersistentContainer(model: model, store: JSONFileStore(path)).makeContext()
    _ = try again.fetch("Left")
    #expect(order(again) == [3, 1, 2])
  }

  @Test func `what inherits from its own parts is written apart, and so a cycle of it ends`() throws
  {
    let model = try ManagedObjectModel("Boxes") {
      Entity("Part") {
        Attribute("number", Int.self)
        Relationship("box", to: "Box", inverse: "parts")
      }
      Entity("Box", parent: "Part") {
        Relationship("parts", to: "Part", .ordered, inverse: "box", onDelete: .cascade)
      }
    }
    let folder = try TemporaryFolder()
    let path = folder.file("boxes.json")
    let context = try PersistentContainer(model: model, store: JSONFileStore(path)).makeContext()
    let box = try context.insert("Box")
    try box.setValuesForKeys(["number": 1, "box": box])
    try context.save()
    let again = try PersistentContainer(model: model, store: JSONFileStore(path)).makeContext()
    let found = try #require(try again.fetch("Box").first)
    #expect(found.many("parts").map(\.objectID) == [found.objectID])
  }
}
