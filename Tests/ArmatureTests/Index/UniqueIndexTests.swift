import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct UniqueIndexTests {
  /// Values of every kind; some are nearly equal.
  private static let values: [String: [AttributeValue]] = [
    "text": ["a", "b", "", "é", "e\u{301}", "a text that is too long to be kept in place"],
    "int": [0, 1, -1, .int(.max), .int(.min)],
    "double": [0.0, -0.0, .double(.nan), .double(.infinity), 0.1],
    "decimal": [.decimal(1), .decimal(Decimal(10) / 10), .decimal(2)],
    "date": [.date(Date(timeIntervalSinceReferenceDate: 0)), .date(.distantPast)],
    "small": [0, 1, 2],
    "flag": [true, false],
  ]

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Unique") {
      Entity("Item") {
        Attribute("text", String?.self).unique()
        Attribute("int", Int?.self).unique()
        Attribute("double", Double?.self).unique()
        Attribute("decimal", Decimal?.self).unique()
        Attribute("date", Date?.self).unique()
        Attribute("small", Int16?.self).unique()
        Attribute("flag", Bool?.self).unique()
        Relationship("owner", to: "Owner")
        Unique("small", "owner")
      }
      Entity("Owner") { Attribute("name", String?.self) }
    }
  }

  /// Random histories of objects with few values, compared with dictionaries built at each step.
  @Test(arguments: 0..<6) func `finding is what a dictionary would find`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let context = ManagedObjectContext(model: try Self.model())
    let owners = try (0..<3).map { _ in try context.insert("Owner") }
    let names = Self.values.keys.sorted()
    var mark: ChangeJournal.Mark?
    for step in 0..<800 {
      let items = context.objects(of: "Item")
      let item = items.randomElement(using: &random)
      switch random.below(20) {
      case 0..<4 where items.count < 12: try context.insert("Item")
      case 4: if let item { try context.delete(item) }
      case 5: try? context.save()
      case 6 where random.oneIn(3):
        context.rollback()
        mark = nil
      case 7: try item?.setValue(random.oneIn(2) ? nil : random.pick(owners), forKey: "owner")
      case 8 where mark == nil: mark = context.graph.mark()
      case 9:
        if let mark { context.graph.goBack(to: mark) }
        mark = nil
      case 10:
        if let mark { context.graph.keepChanges(since: mark) }
        mark = nil
      default:
        let name = random.pick(names)
        let value = random.oneIn(4) ? .null : random.pick(Self.values[name] ?? [])
        if random.oneIn(4) {
          try item?.setPrimitiveValue(Self.convertible(value), forKey: name)
        } else {
          try item?.setValue(value, forKey: name)
        }
      }
      // A rollback may have removed the owners.
      if owners[0].managedObjectContext == nil { return }
      let problems = problems(context)
      guard problems.isEmpty else {
        Issue.record("seed \(seed), step \(step): \(problems.joined(separator: "\n"))")
        return
      }
    }
  }

  private static func convertible(_ value: AttributeValue) -> (any AttributeConvertible)? {
    switch value {
    case .string(let text): text
    case .int(let number): number
    case .double(let number): number
    case .decimal(let number): number
    case .date(let date): date
    case .bool(let flag): flag
    default: nil
    }
  }

  private func problems(_ context: ManagedObjectContext) -> [String] {
    let graph = context.graph
    var problems: [String] = []
    let items = context.objects(of: "Item")
    for (name, values) in Self.values {
      let groups = Dictionary(grouping: items) { $0[name] ?? .null }
      for value in values {
        let found = graph.object(of: "Item", where: name, is: value)
        if found !== groups[value]?.first {
          problems.append("\(name) \(value) finds \(found?.objectID.description ?? "nothing")")
        }
      }
    }
    graph.indexes.update()
    for index in graph.indexes.unique {
      let groups = Dictionary(grouping: items) { item in
        index.constraint.properties.map { item.currentValue($0) }
      }
      for (key, group) in groups {
        let expected = key.contains(.null) || group.count == 1 ? nil : group.map(\.row.handle)
        for item in group where index.covers(item.shape) {
          let found = index.group(of: item).map { [$0.first] + $0.others }
          if found != expected { problems.append("\(key): \(found ?? []), not \(expected ?? [])") }
        }
      }
    }
    return problems
  }

  @Test func `an object whose unique link leads to what was deleted comes back alone`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    let (item, owner) = (try context.insert("Item"), try context.insert("Owner"))
    item.small = Int16(1)
    item.owner = owner
    try context.save()
    try context.delete(owner)
    item.text = "changed while its owner is gone"
    #expect(!context.validate().contains { $0.code == "unique" })
    context.rollback()
    item.text = "changed again"
    #expect(context.validate().isValid)
    try context.save()
  }

  @Test func `of several objects with a value the first of the entity asked for is found`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Media") {
        Entity("Medium") { Attribute("code", String.self).identifying() }
        Entity("Film", parent: "Medium") { Attribute("minutes", Int?.self) }
      })
    let medium = try context.insert("Medium")
    let films = [try context.insert("Film"), try context.insert("Film")]
    for object in [medium] + films { object.code = "x" }
    #expect(context.object(of: "Film", identifiedBy: "x") === films[0])
    #expect(context.object(of: "Medium", identifiedBy: "x") === medium)
    films[0].code = "y"
    #expect(context.object(of: "Film", identifiedBy: "x") === films[1])
  }

  @Test func `a primitive value is found, and taken back with a save that fails`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    let (one, other) = (try context.insert("Item"), try context.insert("Item"))
    one.int = 1
    other.int = 2
    try context.save()
    try one.setPrimitiveValue(3, forKey: "int")
    #expect(context.object(whereInt: 3) === one)
    #expect(context.object(whereInt: 1) == nil && !context.hasChanges)
    let mark = context.graph.mark()
    try one.setPrimitiveValue(4, forKey: "int")
    other.int = 5
    context.graph.goBack(to: mark)
    #expect(one["int"] == 3 && other["int"] == 2 && !context.hasChanges)
    #expect(context.object(whereInt: 3) === one)
    #expect(context.object(whereInt: 4) == nil)
  }

  @Test func `what is read is listed for the indexes once, however often it is saved`() throws {
    let model = try ManagedObjectModel("Items") {
      Entity("Item") {
        Attribute("name", String.self).unique()
        Attribute("pages", Int.self).default(0)
      }
    }
    let container = try PersistentContainer(model: model)
    let (first, second) = (container.makeContext(), container.makeContext())
    try first.insert("Item").setValuesForKeys(["name": "a"])
    try first.save()
    let item = try #require(try second.fetch("Item").first)
    for pages in 1...100 {
      item.pages = pages
      try second.save()
    }
    // No query has used the unique values, and saving other values does not read them.
    #expect(second.graph.indexes.touched.count == 1)
    try second.insert("Item").setValuesForKeys(["name": "a"])
    let hasConflicts = second.graph.indexes.hasConflicts
    #expect(hasConflicts)
    #expect(throws: ValidationReport.self) { try second.save() }
    item.name = "b"
    try second.save()
    #expect(try second.count("Item") == 2)
    #expect(GraphInvariants(second.graph).check() == [])
  }
}

extension ManagedObject {
  fileprivate func currentValue(_ name: String) -> AttributeValue {
    runtime.property(named: name).map { currentValue($0) } ?? .null
  }
}

extension ManagedObjectContext {
  fileprivate func object(whereInt number: Int64) -> ManagedObject? {
    graph.object(of: "Item", where: "int", is: .int(number))
  }
}
