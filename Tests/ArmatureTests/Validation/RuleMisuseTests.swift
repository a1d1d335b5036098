import Armature
import Testing

/// Closures that do things forbidden to a rule's closure.
@Suite struct RuleMisuseTests {
  private static func context(
    severity: ValidationRule.Severity = .error,
    _ check: @escaping @Sendable (ManagedObject) throws -> Bool
  ) throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Misuse") {
        Entity("Item") {
          Attribute("n", Int.self).default(1).range(..<5)
          Rule("misuse", severity: severity, message: "{place} is odd.", check: check)
        }
      })
  }

  static let questions: [(name: String, ask: @Sendable (ManagedObject) -> Bool)] = [
    ("validate", { $0.validate().isValid }),
    ("isValid", { $0.isValid }),
    ("validateGraph", { $0.validateGraph().isValid }),
    ("the context's validate", { $0.managedObjectContext?.validate().isValid ?? true }),
  ]

  @Test(arguments: questions.indices)
  func `a rule that validates its own object is refused, and ends`(index: Int) throws {
    let question = Self.questions[index]
    let context = try Self.context { question.ask($0) }
    let item = try context.insert("Item")
    for _ in 0..<2 {
      let report = item.validate()
      #expect(report.map(\.code) == ["rule.threw"], "\(question.name)")
    }
    #expect(!item.isValid)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.code) == ["rule.threw"])
    #expect(item.objectState == .inserted)
  }

  @Test func `two rules that validate each other's objects end, too`() throws {
    let context = try Self.context { item in
      item.managedObjectContext?.objects(of: "Item").allSatisfy { $0 === item || $0.isValid }
        ?? true
    }
    let (one, other) = (try context.insert("Item"), try context.insert("Item"))
    #expect(context.validate().map(\.code) == ["rule.threw", "rule.threw"])
    #expect(!one.isValid && !other.isValid)
  }

  @Test(arguments: [ValidationRule.Severity.error, .warning])
  func `a rule that changes its object is an error wherever it runs`(
    severity: ValidationRule.Severity
  ) throws {
    let context = try Self.context(severity: severity) { item in
      item.n = 9
      return true
    }
    let codes = ["range.tooLarge", "object.changed"]
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(#"[{"n": 1}]"#, as: "Item"))
    }
    #expect(report?.map(\.code).sorted(by: >) == codes)
    #expect(!context.hasChanges)
    let item = try context.insert("Item")
    // The object was valid before the rule changed it.
    #expect(item.validate().map(\.code) == ["object.changed"] && !item.isValid)
    #expect(
      item.validate().last?.message
        == "Item#2* must not change while it is validated, but did. Change it in willSave.")
    #expect(context.validate().map(\.code) == codes)
  }

  @Test(arguments: [ValidationRule.Severity.error, .warning])
  func `a rule that deletes its object is an error wherever it runs`(
    severity: ValidationRule.Severity
  ) throws {
    let context = try Self.context(severity: severity) { item in
      try item.managedObjectContext?.delete(item)
      return true
    }
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(#"[{"n": 1}, {"n": 7}]"#, as: "Item"))
    }
    #expect(report?.map(\.code) == ["object.changed", "object.changed"])
    #expect(report?.map(\.source?.column) == [2, 12])
    #expect(!context.hasChanges)
    let kept = try context.load(
      .text(#"[{"n": 1}]"#, as: "Item"), options: LoadOptions(onFailure: .keepValid))
    #expect(kept.report.map(\.code) == ["object.changed"] && kept.objects.isEmpty)
    let item = try context.insert("Item")
    #expect(item.validate().map(\.code) == ["object.changed"] && !item.isValid)
    let saved = try context.insert("Item")
    let refused = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(refused?.map(\.code) == ["object.changed"] && saved.isInserted)
  }

  @Test func `a rule that deletes objects that are loaded with its own is an error`() throws {
    let context = try Self.context { item in
      for other in item.managedObjectContext?.objects(of: "Item") ?? [] where other !== item {
        try item.managedObjectContext?.delete(other)
      }
      return true
    }
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(#"[{"n": 1}, {"n": 2}, {"n": 3}]"#, as: "Item"))
    }
    #expect(report?.map(\.code) == ["object.changed", "object.changed"])
    #expect(report?.map(\.source?.column) == [12, 22] && !context.hasChanges)
  }

  @Test func `what a rule links when it is asked for stays, and later changes are taken back`()
    throws
  {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Misuse") {
        Entity("Item") {
          Attribute("n", Int.self).default(1)
          Relationship("next", to: "Item")
          Rule(
            "links",
            check: { item in
              if item.isUpdated { try item.setValue(item, forKey: "next") }
              return true
            })
        }
      })
    let item = try context.insert("Item")
    try context.save()
    try item.setValue(nil, forKey: "next")
    for _ in 0..<2 {
      #expect(item.validate().map(\.code) == ["object.changed"])
      #expect(item.one("next") === item)
      #expect(!Changeset(item, casting: ["n": 5], allowing: ["n"]).isValid)
      #expect(item["n"] == 1)
    }
    context.rollback()
    #expect(item.one("next") == nil && !context.hasChanges)
  }
}
