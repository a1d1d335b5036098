import Armature
import Testing

/// Validation methods, called by a save and on request.
@Suite struct RequestedValidationTests {
  /// Overrides one method with a call of `super`, the other without, and checks single values.
  final class Part: ManagedObject {
    struct Bad: Error, CustomStringConvertible { let description: String }

    var calls: [String] = []
    override class var validatedKeys: [String] { ["code", "owner"] }

    override func validate(_ value: AttributeValue, forKey key: String) throws {
      calls.append(key)
      if key == "code", value == "X" { throw Bad(description: "no part is called X") }
    }
    override func validateForInsert() throws {
      try super.validateForInsert()
      calls.append("insert")
    }
    override func validateForUpdate() throws {
      calls.append("update")
      if self["code"] == "U" { throw Bad(description: "no update to U") }
    }
  }

  private let context: ManagedObjectContext
  private let part: Part

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Parts") {
        Entity("Part", class: Part.self) {
          Attribute("code", String.self).length(1...3).unique()
          Attribute("size", Int.self).default(1).range(1...)
          Relationship("owner", to: "Part")
        }
        Entity("Plain") { Attribute("size", Int.self).default(1).range(1...) }
      })
    part = try context.insert(Part.self)
  }

  private func codes(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return (error as? ValidationReport)?.map(\.code) ?? ["\(error)"]
    }
  }

  @Test func `an object without overrides checks the rules of its model`() throws {
    let plain = try context.insert("Plain")
    #expect(codes(plain.validateForInsert) == [] && codes(plain.validateForUpdate) == [])
    plain.size = 0
    let wrong = ["range.tooSmall"]
    #expect(codes(plain.validateForInsert) == wrong && codes(plain.validateForUpdate) == wrong)
    #expect(codes(plain.validateForDelete) == [] && codes(plain.validateForSave) == wrong)
    let loose = try context.model.makeObject("Plain")
    loose.size = 0
    #expect(codes(loose.validateForInsert) == wrong && codes(loose.validateForSave) == wrong)
  }

  @Test func `an override that calls super checks the rules of the model`() throws {
    part.size = 0
    #expect(codes(part.validateForInsert) == ["required", "range.tooSmall"])
    part.code = "abc"
    part.size = 1
    #expect(codes(part.validateForInsert) == [] && part.calls.last == "insert")
    // A save has already checked the rules, and reports each failure once.
    part.size = 0
    #expect(codes(context.save) == ["range.tooSmall"])
  }

  @Test func `all of it is checked whether an override calls super or not`() throws {
    part.code = "abc"
    try context.save()
    part.code = "U"
    part.size = 0
    #expect(codes(part.validateForUpdate) == ["no update to U"])
    #expect(codes(part.validateForSave) == ["range.tooSmall", "rule.threw"])
    #expect(codes(context.save) == ["range.tooSmall", "rule.threw"])
    let other = try context.insert(Part.self)
    other.code = "U"
    #expect(codes(other.validateForSave) == ["unique"])
    #expect(try #require(other.validate().first).coreDataCode == 133_021)
  }

  @Test func `a class looks at single values, before a save and on request`() throws {
    part.code = "X"
    part.calls = []
    let message =
      "Part.code: the rule \"validate(_:forKey:)\" must hold, but threw an error: no part is called X"
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.message) == [message] && report?.first?.keyPath == ["code"])
    #expect(part.calls == ["code", "owner", "insert"])
    #expect(codes(part.validateForInsert) == ["rule.threw"])
    part.calls = []
    let requested = #expect(throws: ValidationReport.self) {
      try part.validateValue("X", forKey: "code")
    }
    #expect(requested?.map(\.message) == [message])
    #expect(try part.validateValue("Y", forKey: "code") == "Y")
    // The method is not called for a value that breaks a rule.
    #expect(codes { try part.validateValue("", forKey: "code") } == ["length.tooShort"])
    _ = try part.validateValue(3, forKey: "size")
    #expect(part.calls == ["code", "code"])
  }

  @Test func `a method that asks for everything again does not run for ever`() throws {
    final class Loop: ManagedObject {
      var calls = 0
      override func validateForInsert() throws {
        calls += 1
        try validateForSave()
      }
    }
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Loop") {
        Entity("Loop", class: Loop.self) { Attribute("size", Int.self) }
      })
    let loop = try context.insert(Loop.self)
    loop.size = 1
    try loop.validateForInsert()
    try loop.validateForSave()
    try context.save()
    #expect(loop.calls > 2 && loop.calls < 10 && !context.hasChanges)
  }

  @Test func `a key that the entity lacks ends the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Wrong: ManagedObject {
        override class var validatedKeys: [String] { ["cod"] }
      }
      let model = try ManagedObjectModel("Wrong") {
        Entity("Wrong", class: Wrong.self) { Attribute("code", String?.self) }
      }
      try ManagedObjectContext(model: model).insert("Wrong")
    }
    expect(result, says: "validatedKeys: Wrong has no property \"cod\". Did you mean \"code\"?")
  }

  @Test func `the hook after a save can tell what the save did`() throws {
    final class Told: ManagedObject {
      var told: [String] = []
      override func didSave() {
        told.append("\(isInserted) \(isUpdated) \(isDeleted) \(objectState)")
      }
    }
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Told") {
        Entity("Told", class: Told.self) { Attribute("size", Int.self).default(1) }
      })
    let told = try context.insert(Told.self)
    try context.save()
    #expect(!told.isInserted && !told.isUpdated && !told.isDeleted)
    told.size = 2
    try context.save()
    try context.delete(told)
    try context.save()
    #expect(
      told.told == [
        "true false false unchanged", "false true false unchanged", "false false true detached",
      ])
    #expect(!told.isInserted && !told.isUpdated && !told.isDeleted)
  }

  @Test func `an object whose context is gone says so`() throws {
    let model = context.model
    func lost(_ entity: String) throws -> ManagedObject {
      let object = try ManagedObjectContext(model: model).insert(entity)
      object.size = 0
      return object
    }
    let (object, part) = (try lost("Plain"), try lost("Part"))
    let text =
      "must be in a context, but its context was released. Keep the context while its objects "
      + "are in use."
    #expect(object.size == 0 && object.managedObjectContext == nil)
    // Rules about the object's own values need no context.
    #expect(object.validate().map(\.code) == ["range.tooSmall"] && !object.isValid)
    #expect(part.validate().map(\.message) == ["Part#1* \(text)"] && !part.isValid)
    for call in [
      object.validateForInsert, object.validateForUpdate, object.validateForDelete,
      object.validateForSave, { try ManagedObjectContext(model: model).insert(object) },
    ] as [() throws -> Void] {
      let error = #expect(throws: ManagedObjectError.self) { try call() }
      #expect(
        error == .contextDeallocated(object.objectID, property: nil)
          && error?.description == "\(object.objectID) \(text)")
    }
    let error = #expect(throws: ManagedObjectError.self) { try object.setValue(1, forKey: "size") }
    #expect(error == .contextDeallocated(object.objectID, property: "size"))
    let reset = try context.insert("Plain")
    context.reset()
    #expect(reset.validate().map(\.code) == ["object.invalidated"])
    #expect(
      reset.validate().map(\.message) == [
        "Plain#2* must be in a context, but was deleted or reset."
      ])
    #expect(throws: ManagedObjectError.invalidated(reset.objectID, property: nil)) {
      try reset.validateForUpdate()
    }
  }
}
