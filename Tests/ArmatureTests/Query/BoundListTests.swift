import Armature
import ArmatureModel
import Testing

/// Lists bound to a variable, and text comparisons without diacritics.
@Suite struct BoundListTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Tag") {
        Attribute("name", String.self)
        Attribute("size", Int.self).default(0)
        Relationship("parts", to: "Tag", .toMany, inverse: "whole")
        Relationship("whole", to: "Tag", inverse: "parts")
        FetchedProperty("others", of: "Tag") { $0.size == 0 }
      }
    }
    context = ManagedObjectContext(model: model)
    for (index, name) in ["a", "b", "ǯ", "ʒ"].enumerated() {
      let tag = try context.insert("Tag")
      tag.name = name
      tag.size = index
    }
  }

  @Test func `a list that is bound is looked in, in whatever form it is given`() throws {
    let names = try FetchPredicate("name IN $NAMES")
    for value in [FetchExpression.value(["a", "b"]), ["a", "b"]] as [FetchExpression] {
      #expect(try context.count("Tag", where: names.binding(["NAMES": value])) == 2)
    }
    #expect(try context.count("Tag", where: names.binding(["NAMES": .value([String]())])) == 0)
    let sizes = try FetchPredicate("size BETWEEN $BOUNDS").binding(["BOUNDS": .value([1, 2])])
    #expect(try context.count("Tag", where: sizes) == 2)
    let not = try FetchPredicate("NOT (name IN $NAMES)").binding(["NAMES": .value(["a"])])
    #expect(try context.count("Tag", where: not) == 3)
  }

  @Test func `letters of phonetics lose their marks, too`() throws {
    #expect(try context.count("Tag", where: FetchPredicate("name ==[d] 'ʒ'")) == 2)
    #expect(try context.count("Tag", where: FetchPredicate("'ʒ' ==[cd] name")) == 2)
    // A sign in one scalar and in two are the same without marks.
    #expect(try context.count("Tag", where: FetchPredicate("'\u{2260}' ==[d] '=\u{338}'")) == 4)
  }

  @Test func `unions and fetched properties stand in key paths`() throws {
    let tags = context.objects(of: "Tag")
    tags[0].parts = [tags[1], tags[2]]
    #expect(try tags[0].values(forKeyPath: "parts.@unionOfObjects.name").count == 2)
    #expect(try tags[0].values(forKeyPath: "parts.@distinctUnionOfObjects.size").count == 2)
    tags[3].size = 0
    #expect(try tags[0].value(forKeyPath: "others.@count") == .int(2))
    #expect(try tags[0].value(forKeyPath: "others.@max.size") == .int(0))
  }
}
