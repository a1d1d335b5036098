import Armature
import ArmatureTesting
import Testing

/// Objects that break exactly one rule.
@Suite struct CounterexampleTests {
  private static let shop = Result { try shopModel() }
  private static let examples = (try? shop.get().counterexamples()) ?? []

  @Test(.context(try shop.get()), arguments: examples)
  func `a counterexample breaks its rule and no other`(example: Counterexample) throws {
    let object = try example.make(in: Test.context)
    #expect(object.entity.name == example.entity)
    expectFailures(of: object, [example.expected])
  }

  @Test func `there is one for each rule, and for each bound`() throws {
    let found = Self.examples.map(\.description)
    #expect(
      Set(found).isSuperset(of: [
        "Product.sku [required]", "Product.sku [pattern]", "Product.sku [unique]",
        "Product.name [length.tooShort]", "Product.name [length.tooLong]",
        "Product.price [range.tooSmall]", "Product.price [range.tooLarge]",
        "Product.price [rule \"has at most two decimals\"]", "Product.colour [membership]",
        "Product.tags [length.tooLong]", "Product.photo [length.tooShort]",
        "Product.category [required]", "Product [rule \"it is withdrawn after its release\"]",
        "Product [rule \"what is heavy is on a low shelf\"]",
        "Category [rule \"no category is its own parent\"]",
        "Customer.address.street [length.tooLong]", "Customer.address.zip [pattern]",
        "Supplier.email [unique]", "Order.lines [required]", "Order.lines [count.tooMany]",
        "Order [rule \"the total is net and tax\"]", "Order [rule \"what is sent is paid\"]",
        "Line [unique]", "Line [rule \"no more pieces than there are\"]",
      ]), "\(found.joined(separator: "\n"))")
  }

  @Test func `the same seed makes the same counterexample`() throws {
    let model = try Self.shop.get()
    let example = try #require(Self.examples.first { $0.expected.path == "Product.name" })
    let texts = try (0..<2).map { _ in
      let context = ManagedObjectContext(model: model)
      return try example.make(in: context).name as String?
    }
    #expect(texts[0] == texts[1])
  }
}

/// Findings of a search about the rules.
@Suite struct ModelAuditTests {
  @Test func `a model whose rules all matter has no finding`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("code", String.self).matching("[A-Z]{2,6}").length(3...5).unique()
        Attribute("count", Int.self).range(5...10)
        Attribute("least", Int?.self)
        Rule("the count is not below the least") { $0.least == nil || $0.count >= $0.least }
      }
    }
    let audit = model.audit()
    #expect(audit.findings.isEmpty, "\(audit)")
    #expect("\(audit)" == "Every rule can be satisfied, and can be broken on its own.")
  }

  @Test func `a rule that no value breaks is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("size", Int16.self).rule("is a number", check: { _ in true })
        Attribute("count", Int.self).range(0...10)
        Rule("what is counted is there") { $0.count >= 0 || $0.size != nil }
      }
    }
    let audit = model.audit()
    #expect(
      audit.description == """
        Item [rule "what is counted is there"] is not broken by any object that was found. If \
        none can break it, remove the rule, or correct its bounds.
          declared at ArmatureTestingTests/CounterexampleTests.swift:68
        Item.size [rule "is a number"] is not broken by any object that was found. Since the rule \
        is a closure, the search could only guess values. Test the rule with an object that \
        breaks it.
          declared at ArmatureTestingTests/CounterexampleTests.swift:66
        """)
    #expect(audit.findings.map(\.rule) == [.init("Item", .rule("what is counted is there"))])
    #expect(audit.undecided.map(\.kind) == [.unbreakable])
  }

  @Test func `a rule that another one implies is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("code", String.self).matching("[A-Z]{4}").length(2...8)
        Attribute("count", Int.self).range(5...10)
        Rule("the count is positive") { $0.count > 0 }
      }
    }
    let findings = model.audit().findings
    let pattern = ExpectedFailure("Item.code", .pattern)
    let range = ExpectedFailure("Item.count", .tooSmall)
    #expect(
      findings.map(\.rule) == [
        .init("Item.code", .tooShort), .init("Item.code", .tooLong),
        .init("Item", .rule("the count is positive")),
      ])
    #expect(
      findings.map(\.kind) == [
        .implied(by: [pattern]), .implied(by: [pattern]), .implied(by: [range]),
      ])
    #expect(
      findings.last?.description == """
        Item [rule "the count is positive"] is broken only where Item.count [range.tooSmall] is \
        broken, too, among the objects that were found. If this is always the case, remove the \
        rule, or \
        correct its bounds.
          declared at ArmatureTestingTests/CounterexampleTests.swift:91
        """)
  }

  @Test func `a rule that follows from two others together is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("a", Int.self)
        Attribute("b", Int.self)
        Attribute("c", Int.self)
        Attribute("d", Int.self)
        Rule("a is below b") { $0.a < $0.b }
        Rule("b is below c") { $0.b < $0.c }
        Rule("a is below c") { $0.a < $0.c }
        Rule("a is not above d") { $0.a <= $0.d }
      }
    }
    func rule(_ name: String) -> ExpectedFailure { .init("Item", .rule(name)) }
    for seed in 0..<3 {
      let findings = model.audit(seed: UInt64(seed)).findings
      #expect(findings.map(\.rule) == [rule("a is below c")])
      #expect(
        findings.map(\.kind)
          == [.impliedTogether(by: [rule("a is below b"), rule("b is below c")])])
    }
    let sentence = try #require(model.audit().findings.first).description
    #expect(
      sentence.hasPrefix(
        """
        Item [rule "a is below c"] is broken only where Item [rule "a is below b"] or Item [rule \
        "b is below c"] is broken, too, among the objects that were found. If this is always \
        the case, remove \
        the rule, or correct its bounds.
          declared at
        """))
  }

  @Test func `of bounds nothing is told that follows from several rules together`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Stay") {
        Attribute("first", Int.self).range(0...100)
        Attribute("last", Int.self).range(0...100)
        Rule("it ends behind its start") { $0.first < $0.last }
      }
    }
    #expect(model.audit().findings.isEmpty, "\(model.audit())")
  }

  @Test func `no warning implies an error, alone or together with others`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("a", Int.self)
        Attribute("b", Int.self)
        Attribute("c", Int.self)
        Attribute("count", Int.self).range(5...10, severity: .warning)
        Rule("a is well below b", severity: .warning) { $0.a + 5 < $0.b }
        Rule("a is below b") { $0.a < $0.b }
        Rule("b is below c", severity: .warning) { $0.b < $0.c }
        Rule("a is below c") { $0.a < $0.c }
        Rule("the count is positive") { $0.count > 0 }
      }
    }
    #expect(model.audit().findings.isEmpty, "\(model.audit())")
  }

  @Test func `a warning that an error implies is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("count", Int.self).range(5...10)
        Rule("the count is positive", severity: .warning) { $0.count > 0 }
        Rule("the count is not negative", severity: .warning) { $0.count >= 0 }
      }
    }
    let findings = model.audit().findings
    let range = ExpectedFailure("Item.count", .tooSmall)
    let positive = ExpectedFailure("Item", .rule("the count is positive"))
    #expect(findings.map(\.severity) == [.warning, .warning])
    #expect(findings.map(\.kind) == [.implied(by: [range]), .implied(by: [positive, range])])
  }

  @Test func `what is not looked at behind a rule that cannot be kept is told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("low", Int.self).range(0...10)
        Attribute("high", Int.self).range(20...30)
        Rule("low is above high") { $0.low > $0.high }
        Rule("low is not negative") { $0.low >= 0 }
      }
      Entity("Shelf") {
        Attribute("size", Int.self)
        Relationship("item", to: "Item").required()
        Rule("always") { $0.size > 0 || $0.size <= 0 }
      }
      Entity("Lamp") { Attribute("watts", Int.self).range(1...) }
    }
    let audit = model.audit()
    #expect(audit.unexamined == ["Item", "Shelf"])
    #expect(audit.findings.map(\.rule) == [.init("Item", .rule("low is above high"))])
    #expect(
      audit.description.hasSuffix(
        """
        The rules of Item, Shelf were not checked one by one, since no valid object was found, \
        or none of a required entity. Correct the rules that cannot be satisfied, and check again.
        """))
  }

  @Test func `a warning that every object has is told as one`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("low", Int.self).range(0...10)
        Rule("low is high", severity: .warning) { $0.low > 20 }
      }
    }
    let audit = model.audit()
    let sentence = try #require(audit.findings.first).description
    #expect(
      sentence.hasPrefix(
        """
        Item [rule "low is high"] is not satisfied by any object that was found, together with \
        the other rules. \
        Every object has the warning, except objects with values that a search cannot guess.
          declared at
        """))
    #expect(audit.findings.map(\.severity) == [.warning] && audit.unexamined == ["Item"])
  }

  @Test func `rules that cannot be kept together are told`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("low", Int.self).range(0...10)
        Attribute("high", Int.self).range(20...30)
        Rule("low is above high") { $0.low > $0.high }
      }
    }
    let findings = model.audit().findings
    #expect(findings.map(\.kind) == [.unkeepable])
    #expect(findings.first?.rule == ExpectedFailure("Item", .rule("low is above high")))
  }

  @Test func `of rules over related objects nothing is told that was only not found`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Team") {
        Attribute("limit", Int.self).range(0...1_000_000)
        Relationship("members", to: "Member", .toMany, inverse: "team")
        Rule("there is room") { $0.members.count <= $0.limit + 5 }
      }
      Entity("Member") {
        Attribute("age", Int.self).range(0...150)
        Relationship("team", to: "Team", inverse: "members")
        Rule("is small enough") { $0.team == nil || $0.age <= $0.team.limit + 150 }
      }
    }
    #expect(model.audit().findings.isEmpty, "\(model.audit())")
  }

  @Test func `what is unique over properties that may be absent can be broken`() throws {
    let model = try ManagedObjectModel("Clinic") {
      Entity("Pet") { Attribute("chip", Int.self).identifying() }
      Entity("Document") {
        Attribute("title", String?.self)
        Relationship("pet", to: "Pet")
        Unique("title", "pet")
      }
    }
    for seed in 0..<20 {
      #expect(
        model.audit(seed: UInt64(seed)).findings.isEmpty, "\(model.audit(seed: UInt64(seed)))")
    }
    let context = ManagedObjectContext(model: model)
    let example = try #require(
      model.counterexamples().first { $0.expected.path == "Document" })
    let object = try example.make(in: context)
    #expect(object.validate().map(\.code) == ["unique"])
  }
}
