import Armature
import ArmatureTesting
import Testing

/// Models without any valid object.
@Suite struct GenerationErrorTests {
  private func error(_ entity: String, count: Int = 1, _ model: ManagedObjectModel) -> String {
    let context = ManagedObjectContext(model: model)
    do {
      try ObjectGenerator(model).make(entity, count: count, in: context)
      return "no error"
    } catch {
      #expect(context.registeredObjects.isEmpty && !context.hasChanges)
      return "\(error)"
    }
  }

  @Test func `the rule is named that no value could keep`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("code", Int.self).range(7...7).rule("is lucky", check: { $0 == 13 })
      }
    }
    #expect(
      error("Item", model).hasPrefix(
        """
        No valid Item was found in 1000 tries. The last one:
        1 error in 1 object

        Item#1*
        """))
    #expect(error("Item", model).contains("is lucky"))
    #expect(
      error("Item", model).hasSuffix(
        """

        Supply values that satisfy these rules: generator.supply([…], for: "…", of: "Item"). \
        The number of objects is found if the relationship declares it, as in \
        .count(2...).required().
        """))
  }

  @Test func `rules that exclude each other are told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("low", Int.self).range(0...10)
        Attribute("high", Int.self).range(20...30)
        Rule("low is above high") { $0.low > $0.high }
      }
    }
    #expect(error("Item", model).contains("low is above high"))
  }

  @Test func `values that run out are told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("n", Int.self).range(1...3).unique() }
    }
    #expect(error("Item", count: 4, model).contains("[unique]"))
    let listed = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("n", Int.self).oneOf([1, 2]).unique() }
      Entity("Switch") { Attribute("isOn", Bool.self).unique() }
    }
    #expect(error("Item", count: 2, listed) == "no error")
    #expect(error("Item", count: 3, listed).contains("[unique]"))
    #expect(error("Switch", count: 3, listed).contains("[unique]"))
    let generator = ObjectGenerator(listed)
    generator.supply([2], for: "n", of: "Item")
    let context = ManagedObjectContext(model: listed)
    try generator.make("Item", in: context)
    #expect(throws: GenerationError.self) { try generator.make("Item", in: context) }
  }

  @Test func `a chain of required objects without an end is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("A") {
        Relationship("b", to: "B", inverse: "a").required()
        Relationship("back", to: "B", inverse: "forth")
      }
      Entity("B") {
        Relationship("a", to: "A", inverse: "b")
        Relationship("forth", to: "A", inverse: "back").required()
      }
    }
    let text = error("A", model)
    #expect(text == "no error" || text.contains("without end"))
  }

  @Test func `an unknown entity is answered with the near miss`() throws {
    let model = try ManagedObjectModel("M") { Entity("Item") { Attribute("n", Int.self) } }
    #expect(error("Itme", model).contains(#"Did you mean "Item"?"#))
  }

  @Test func `a context of another model is refused`() throws {
    let model = try ManagedObjectModel("M") { Entity("Item") { Attribute("n", Int.self) } }
    let other = try ManagedObjectModel("N") { Entity("Item") { Attribute("m", Int.self) } }
    #expect(throws: ManagedObjectError.self) {
      try ObjectGenerator(model).make("Item", in: ManagedObjectContext(model: other))
    }
  }
}
