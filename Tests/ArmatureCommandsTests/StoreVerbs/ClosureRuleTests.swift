import Armature
import ArmatureSQLite
import Testing

@testable import ArmatureCommands

/// Commands with a model that has lost the closures of its rules.
@Suite struct ClosureRuleTests {
  private let folder: Folder
  private let warning =
    "warning: The rules with closures are not checked: Bike \"is not stolen\", Bike \"is good\", "
    + "Bike \"is even\". To check them, pass the Swift file that declares the model instead of "

  init() throws { folder = try Folder() }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Bike") {
        Attribute("number", Int.self).identifying().range(1...)
        Attribute("name", String.self).rule("is good") { !$0.contains("bad") }
        Composite("size") {
          Attribute("inches", Int.self).rule("is even") { $0 % 2 == 0 }
        }.optional()
        Rule("is not stolen", check: { $0.name != "stolen" })
      }
      Entity("Tandem", parent: "Bike") {}
    }
  }

  private func path(_ name: String) -> String { folder.path.appendingPath(name) }

  /// Creates a store whose second object breaks a rule without a closure.
  private func stock(_ store: String) throws {
    let container = try PersistentContainer(
      model: Self.model(),
      store: store == "shop.json" ? JSONFileStore(path(store)) : SQLiteStore(path(store)))
    let context = container.makeContext()
    for number in 1...3 {
      let bike = try context.insert("Bike")
      (bike.number, bike.name) = (number, "a")
    }
    try context.save()
  }

  @Test(arguments: Shop.stores)
  func `a check with the model of the store warns once of the rules that it skips`(
    store: String
  ) throws {
    try stock(store)
    let outcome = Outcome.of(["store", "check", "-", path(store)])
    #expect(
      outcome
        == Outcome(
          status: 0, result: "\(path(store)): nothing is wrong.\n", talk: warning + "-.\n"))
    let bare = Outcome.of(["store", "check", "-", path(store), "--data-only"])
    #expect(bare.status == 0 && bare.talk == "", "\(bare)")
    // With the closures, nothing is skipped.
    let whole = Outcome.of(["store", "check", "shop.swift", path(store)], model: try Self.model())
    #expect(whole.status == 0 && whole.talk == "", "\(whole)")
  }

  @Test func `other rules are checked without the closures`() throws {
    let model = try folder.write(Self.model(), to: "model.json")
    let data = try folder.write(
      #"[{"number": 1, "name": "bad", "size": {"inches": 3}}, {"number": 0, "name": "stolen"}]"#,
      to: "Bike.json")
    let outcome = Outcome.of(["validate", model, data, "--format", "lines"])
    #expect(
      outcome
        == Outcome(
          status: 1,
          result:
            "\(data):1:66: error: Bike.number must be at least 1, but is 0. [range.tooSmall]\n",
          talk: warning + "\(model).\n"))
    let page = Outcome.of(["inspect", model, data])
    #expect(page.status == 0 && page.talk == warning + "\(model).\n", "\(page.talk)")
    #expect(page.result.contains("range.tooSmall") && !page.result.contains("rule.unbound"))
    let sample = Outcome.of(["sample", model, "--count", "1"])
    #expect(sample.status == 0 && sample.talk == warning + "\(model).\n", "\(sample)")
    let audit = Outcome.of(["audit", model])
    #expect(audit == Outcome(status: 0, result: "", talk: warning + "\(model).\n"))
  }

  @Test(arguments: Shop.stores)
  func `nothing is loaded without the closures`(store: String) throws {
    try stock(store)
    let before = try Files.read(path(store))
    let data = try folder.write(#"[{"number": 4, "name": "b"}]"#, to: "Bike.json")
    let outcome = Outcome.of(["load", "-", path(store), data])
    #expect(
      outcome
        == Outcome(
          status: 64, result: "",
          talk: "error: The model must have the closures of all rules before objects are saved, "
            + "but lacks these: Bike \"is not stolen\", Bike \"is good\", Bike \"is even\". "
            + "Nothing was loaded: pass the Swift file that declares the model instead of -.\n"))
    #expect(try Files.read(path(store)) == before)
    let loaded = Outcome.of(["load", "shop.swift", path(store), data], model: try Self.model())
    #expect(loaded.status == 0, "\(loaded)")
    // The model in the store still has the rules.
    #expect(Outcome.of(["store", "check", "-", path(store)]).talk == warning + "-.\n")
  }

  @Test func `a closure that no object was found to break is no finding`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Bike") {
        Attribute("name", String.self)
        Attribute("size", Int.self).range(1...20)
        Rule("is not stolen", check: { $0.name != "stolen" })
      }
      Entity("Lock") {
        Attribute("code", Int.self)
        Rule("has the code", check: { $0.code == 74_512_906 })
      }
    }
    let outcome = Outcome.of(["audit", "shop.swift"], model: model)
    let lines = outcome.talk.split(separator: "\n")
    #expect(outcome.status == 0 && lines.count == 2, "\(outcome)")
    #expect(
      lines[0].hasSuffix(
        "Bike [rule \"is not stolen\"] is not broken by any object that was found. Since the rule "
          + "is a closure, the search could only guess values. Test the rule with an object that "
          + "breaks it."), "\(outcome)")
    #expect(
      lines[1].contains("Lock [rule \"has the code\"] is not satisfied by any object"), "\(outcome)"
    )
    #expect(outcome.result.hasSuffix(" [unexamined]\n"), "\(outcome)")
    #expect(Outcome.of(["audit", "shop.swift", "--quiet"], model: model).talk == "")
  }
}
