@_spi(Invariants) import Armature
import TestSupport
import Testing

/// Parts: objects that belong to exactly one owner.
@Suite(.needsSQLite) struct OwnedObjectTests {
  private static func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("number", Int.self).identifying()
        Relationship("lines", to: "Line", .toMany).owned()
        Relationship("address", to: "Address").owned()
      }
      Entity("Line") {
        Attribute("product", String.self)
        Relationship("address", to: "Address").owned()
        Relationship("parts", to: "Part", .toMany).owned()
      }
      Entity("Part") {
        Attribute("name", String.self)
        Relationship("parts", to: "Part", .toMany).owned()
      }
      Entity("Address") { Attribute("city", String.self) }
    }
  }

  private static let text = """
    {"number": 7, "address": {"city": "Kiel"}, "lines": [
      {"product": "Tea", "address": {"city": "Bonn"}, "parts": [
        {"name": "leaf", "parts": [{"name": "stem"}, {"name": "tip", "parts": [{"name": "hair"}]}]}]},
      {"product": "Cup"}]}
    """

  /// A store with one order, and a context that has read nothing.
  private func stored(_ kind: StoreKind) throws -> AnyStore {
    let store = try AnyStore(kind, Self.shop())
    let context = store.container.makeContext()
    _ = try context.load(.text(Self.text, as: "Order"))
    try context.save()
    return store
  }

  private func order(_ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch(FetchRequest("Order")).first)
  }

  private func insert(
    _ entity: String, _ key: String, _ value: AttributeValue, _ context: ManagedObjectContext
  ) throws -> ManagedObject {
    let object = try context.insert(entity)
    try object.setValue(value, forKey: key)
    return object
  }

  private func many(_ object: ManagedObject, _ name: String) -> [ManagedObject] {
    (try? object.value(forKey: name, as: [ManagedObject].self)) ?? []
  }

  private func set(_ object: ManagedObject, _ name: String, _ ends: [ManagedObject]) throws {
    try object.setValue(ends, forKey: name)
  }

  /// The document of an object.
  private func value(of object: ManagedObject) throws -> JSONValue {
    let context = try #require(object.managedObjectContext)
    return try JSONValue(parsing: String(decoding: context.json(of: object), as: UTF8.self))
  }

  private func counts(_ store: AnyStore) throws -> [Int] {
    let context = store.container.makeContext()
    #expect(try store.container.verify().isValid)
    return try ["Order", "Line", "Part", "Address"].map { try context.count(FetchRequest($0)) }
  }

  private func compact(_ context: ManagedObjectContext) throws -> String {
    String(decoding: try context.json(layout: .compact), as: UTF8.self)
  }

  @Test(arguments: StoreKind.allCases)
  func `parts are nested in JSON to any depth, and come back`(kind: StoreKind) throws {
    let store = try stored(kind)
    #expect(try counts(store) == [1, 2, 4, 2])
    let context = store.container.makeContext()
    let object = try order(context)
    let document = try value(of: object)
    #expect(try document == JSONValue(parsing: Self.text))
    var exported = ""
    try context.exportJSON(layout: .compact) { exported += String(decoding: $0, as: UTF8.self) }
    #expect(try JSONValue(parsing: exported) == ["Order": [document]])
    let copy = ManagedObjectContext(model: try Self.shop())
    try copy.load(.text(exported))
    #expect(try JSONValue(parsing: compact(copy)) == ["Order": [document]])
    try copy.save()
  }

  @Test(arguments: StoreKind.allCases)
  func `a part goes with its owner, and with its place there`(kind: StoreKind) throws {
    let store = try stored(kind)
    let context = store.container.makeContext()
    let object = try order(context)
    let lines = many(object, "lines")
    try set(object, "lines", [lines[1]])
    object.address = nil
    try context.save()
    #expect(lines[0].isDeleted || !context.registeredObjects.contains(lines[0]))
    #expect(try counts(store) == [1, 1, 0, 0])
    try context.delete(object)
    try context.save()
    #expect(try counts(store) == [0, 0, 0, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `a part that moves to another owner stays`(kind: StoreKind) throws {
    let store = try stored(kind)
    let context = store.container.makeContext()
    let object = try order(context)
    let other = try insert("Order", "number", 8, context)
    let lines = many(object, "lines")
    try set(other, "lines", [lines[0]])
    let address: ManagedObject? = object.address
    let second: ManagedObject = lines[1]
    second.address = address
    object.address = nil
    try context.save()
    #expect(try counts(store) == [2, 2, 4, 2])
  }

  @Test(arguments: StoreKind.allCases)
  func `a part without an owner, and one with two, are told`(kind: StoreKind) throws {
    let store = try stored(kind)
    let context = store.container.makeContext()
    let object = try order(context)
    let line = try insert("Line", "product", "Pot", context)
    let lost = try insert("Address", "city", "Ulm", context)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(
      report?.map(\.code) == ["required", "owner"]
        && report?.first?.message == "Line.orderOfLines must have a value, but has none.")
    #expect(
      report?.failures.last?.message.hasSuffix(
        " must belong to an object by Order.address or Line.address, but belongs to none. Add it there, or delete it."
      )
        ?? false)
    try set(object, "lines", many(object, "lines") + [line])
    line.address = lost
    object.address = lost
    let second = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(second?.map(\.code) == ["owner"])
    #expect(
      second?.first?.message.contains(" must belong to one object only, but belongs to Order")
        ?? false)
    line.address = nil
    try context.save()
    #expect(try counts(store) == [1, 3, 4, 2])
  }

  @Test(arguments: StoreKind.allCases)
  func `validation expects what a save will delete`(kind: StoreKind) throws {
    let store = try stored(kind)
    let context = store.container.makeContext()
    let object = try order(context)
    let lines = many(object, "lines")
    try set(object, "lines", [])
    object.address = nil
    #expect(context.validate().isValid)
    #expect(lines[0].validate().isValid)
    try context.save()
    #expect(try counts(store) == [1, 0, 0, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `undo brings parts back after a save, and a failed save deletes none`(kind: StoreKind) throws
  {
    let store = try stored(kind)
    let context = store.container.makeContext()
    context.recordsUndo = true
    let object = try order(context)
    let lines = many(object, "lines")
    try set(object, "lines", [])
    object.address = nil
    let wrong = try context.insert("Line")
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(lines.allSatisfy { !$0.isDeleted })
    #expect(context.deletedObjects.isEmpty)
    try context.delete(wrong)
    try context.save()
    #expect(try counts(store) == [1, 0, 0, 0])
    while context.canUndo { context.undo() }
    try context.save()
    #expect(try counts(store) == [1, 2, 4, 2])
    #expect(try value(of: object) == JSONValue(parsing: Self.text))
  }

  @Test(arguments: StoreKind.allCases)
  func `a child context loses parts in its parent`(kind: StoreKind) throws {
    let store = try stored(kind)
    let parent = store.container.makeContext()
    let child = parent.makeChild()
    let object = try order(child)
    try set(object, "lines", [])
    try child.save()
    #expect(parent.deletedObjects.count == 7)
    try parent.save()
    #expect(try counts(store) == [1, 0, 0, 1])
  }

  @Test(arguments: StoreKind.allCases, MergePolicy.all(keeping: "number").map(\.name))
  func `a part is not left without an owner by two contexts`(
    kind: StoreKind, policyName: String
  ) throws {
    let policy = try #require(
      MergePolicy.all(keeping: "number").first { $0.name == policyName }?.policy)
    let store = try stored(kind)
    let (here, there) = (store.container.makeContext(), store.container.makeContext())
    (here.mergePolicy, there.mergePolicy) = (policy, policy)
    let (mine, theirs) = (try order(here), try order(there))
    let line = many(mine, "lines")
    _ = many(theirs, "lines")
    // The owner is deleted in one context, and gets a part in the other.
    let added = try insert("Line", "product", "Pot", here)
    try set(mine, "lines", line + [added])
    try there.delete(theirs)
    try there.save()
    try? here.save()
    let after = try counts(store)
    #expect(after[0] > 0 || after == [0, 0, 0, 0])
  }

  @Test func `a part must not belong to itself`() throws {
    let context = ManagedObjectContext(model: try Self.shop())
    try context.load(.text(Self.text, as: "Order"))
    try context.save()
    let leaf = try #require(context.objects(of: "Part").first { $0["name"] == "leaf" })
    let tip = try #require(context.objects(of: "Part").first { $0["name"] == "tip" })
    try leaf.setValue(nil as ManagedObject?, forKey: "lineOfParts")
    try leaf.setValue(tip, forKey: "partOfParts")
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.code) == ["owner", "owner"])
    #expect(
      report?.first?.message.contains(" must not be a part of itself, but belongs to Part")
        ?? false)
  }

  @Test func `a tree that is too deep for JSON is told, and stays in the store`() throws {
    let context = ManagedObjectContext(model: try Self.shop())
    let order = try insert("Order", "number", 1, context)
    let line = try insert("Line", "product", "x", context)
    try set(order, "lines", [line])
    var last = line
    for level in 0..<600 {
      let part = try insert("Part", "name", .string("\(level)"), context)
      try set(last, "parts", [part])
      last = part
    }
    try context.save()
    let report = #expect(throws: ValidationReport.self) { try context.json(of: order) }
    #expect(
      report?.first?.message.hasSuffix(
        "must be nested in at most 512 arrays and objects, but is deeper. Write its objects on their own."
      ) ?? false)
    #expect(throws: ValidationReport.self) { try context.json() }
  }

  @Test func `rows of parts name their owners`() throws {
    let context = ManagedObjectContext(model: try Self.shop())
    try context.load(.text(Self.text, as: "Order"))
    let csv = String(decoding: try context.csv(of: "Line"), as: UTF8.self)
    #expect(
      csv == "product,orderOfLines\nTea,7\nCup,7\n"
        || csv == "product,orderOfLines\r\nTea,7\r\nCup,7\r\n")
  }
}
