@testable import Armature
import Testing

/// Performs an action in `awakeFromInsert()` that the context's only switch selects.
private final class Hooked: ManagedObject {
  override func awakeFromInsert() {
    guard let context = managedObjectContext, let settings = context.objects(of: "Switch").first
    else { return }
    setHook(context, settings, String(attributeValue: settings["action"] ?? .null) ?? "")
  }

  private func setHook(
    _ context: ManagedObjectContext, _ settings: ManagedObject, _ action: String
  ) {
    let others = context.objects(of: "Plain")
    switch action {
    case "fill": self["note"] = "by the hook"
    case "link": try? setValue(others.first, forKey: "friend")
    case "steal": try? setValue(others.last, forKey: "mate")
    case "change":
      for other in others { other["note"] = "changed" }
      settings["count"] = .int((Int64(attributeValue: settings["count"] ?? .null) ?? 0) + 1)
    case "insert":
      let made = try? context.insert("Plain")
      made?["note"] = "made"
      try? made?.setValue(self, forKey: "host")
    case "delete": for other in others { try? context.delete(other) }
    case "rollback": context.rollback()
    case "reset": context.reset()
    case "save": settings["saved"] = (try? context.save()) == nil ? "refused" : "done"
    default: break
    }
  }
}

/// State kept by the closure of a rule; only one test uses it.
private final class Kept: @unchecked Sendable {
  var parent: ManagedObject?
}

@Suite struct LoadHookTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Hooks") {
      Entity("Switch") {
        Attribute("action", String?.self)
        Attribute("count", Int?.self)
        Attribute("saved", String?.self)
      }
      Entity("Plain") {
        Attribute("note", String?.self)
        Relationship("fans", to: "Hooked", .toMany, inverse: "friend")
        Relationship("mate", to: "Hooked", inverse: "mate")
        Relationship("host", to: "Hooked", inverse: "guests")
      }
      Entity("Hooked", class: Hooked.self) {
        Attribute("note", String?.self)
        Attribute("number", Int.self).identifying()
        Relationship("friend", to: "Plain", inverse: "fans")
        Relationship("mate", to: "Plain", inverse: "mate")
        Relationship("guests", to: "Plain", .toMany, inverse: "host")
      }
    }
    context = ManagedObjectContext(model: model)
  }

  private func prepare(_ action: String) throws {
    let settings = try context.insert("Switch")
    let other = try context.insert("Plain")
    other["note"] = "unchanged"
    try context.load(.text(#"{"number": 1}"#, as: "Hooked"))
    settings["action"] = .string(action)
    try context.save()
    let updated = try context.insert("Plain")
    updated["note"] = "updated"
    try context.save()
    updated["note"] = "updated again"
    let inserted = try context.insert("Plain")
    inserted["note"] = "inserted"
  }

  @Test func `the hook runs before the data is read, and defaults come before the hook`() throws {
    try prepare("fill")
    let result = try context.load(
      .text(
        #"[{"number": 2}, {"number": 3, "note": "data"}, {"number": 4, "note": null}]"#,
        as: "Hooked"))
    #expect(result.objects.map { $0["note"] } == ["by the hook", "data", nil])
    #expect(result.objects.allSatisfy { $0 is Hooked })
  }

  @Test(arguments: ["fill", "link", "steal", "change", "insert", "delete", "save", "none"])
  func `what hooks do to other objects is undone with the load`(action: String) throws {
    try prepare(action)
    let before = ContextSnapshot(context)
    for json in [#"[{"number": 2}, {"number": "x"}]"#, #"[{"number": 2}, {"number": 3}, {"#] {
      let report = try context.loadReport(.text(json, as: "Hooked"))
      #expect(!report.isValid)
      #expect(ContextSnapshot(context) == before)
      #expect(brokenInvariants(of: context).isEmpty)
    }
    context.rollback()
    #expect(brokenInvariants(of: context).isEmpty)
    try context.save()
  }

  @Test(arguments: ["link", "steal", "change", "insert", "delete"])
  func `a load that succeeds keeps what hooks did`(action: String) throws {
    try prepare(action)
    let result = try context.load(.text(#"[{"number": 2}, {"number": 3}]"#, as: "Hooked"))
    #expect(brokenInvariants(of: context).isEmpty)
    let plain = context.objects(of: "Plain")
    switch action {
    case "link": #expect(plain[0].many("fans").count == 2)
    case "steal": #expect(result.objects.map { $0.one("mate")?["note"] } == [nil, "inserted"])
    case "change": #expect(plain.allSatisfy { $0["note"] == "changed" })
    case "insert": #expect(result.objects.filter { $0.entity.name == "Plain" }.count == 2)
    default: #expect(plain.isEmpty && context.deletedObjects.count == 2)
    }
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func `data may contradict a link that a hook has made, and wins`() throws {
    try prepare("link")
    let json = #"{"Plain": [], "Hooked": [{"number": 2, "friend": {"note": "from data"}}]}"#
    let result = try context.load(.text(json))
    #expect(result.report.isEmpty)
    #expect(result.objects[0].one("friend")?["note"] == "from data")
    #expect(brokenInvariants(of: context).isEmpty)
  }

  @Test func `a hook that rolls back or resets its context during a load ends the program`() async {
    let rollback = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try LoadHookTests().load(with: "rollback") }
    let reset = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try LoadHookTests().load(with: "reset") }
    for (result, action) in [(rollback, "rolled back"), (reset, "reset")] {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "A context must not be \(action) while it is loading. Do it after load() has returned."))
      #expect(text.contains(#fileID))
    }
  }

  private func load(with action: String) throws {
    try prepare(action)
    try context.load(.text(#"{"number": 2}"#, as: "Hooked"))
  }

  @Test func `a hook cannot save while its context is loading`() throws {
    try prepare("save")
    let settings = try #require(context.objects(of: "Switch").first)
    try context.load(.text(#"{"number": 2}"#, as: "Hooked"))
    #expect(settings["saved"] == "refused")
    try context.save()
  }

  @Test func `links that a rule makes between old and new objects go with a load that fails`()
    throws
  {
    let kept = Kept()
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Rules") {
        Entity("Parent") { Relationship("children", to: "Child", .ordered, inverse: "parent") }
        Entity("Child") {
          Attribute("number", Int.self)
          Relationship("parent", to: "Parent", inverse: "children")
          Rule(
            "links",
            check: { child in
              try kept.parent?.insert(child, into: "children", at: -1)
              child._setProperty(kept.parent.map { .object($0) }, named: "parent")
              return true
            })
        }
      })
    let parent = try context.insert("Parent")
    kept.parent = parent
    for _ in 0..<3 {
      let report = try context.loadReport(.text(#"[{"number": 1}, {"number": 2}]"#, as: "Child"))
      #expect(report.map(\.code) == ["object.changed", "object.changed"])
      #expect(parent.many("children").isEmpty && context.registeredObjects == [parent])
      #expect(brokenInvariants(of: context).isEmpty)
    }
    kept.parent = nil
    try context.save()
    #expect(try parent.value(forKey: "children") == .objects([]))
  }
}
