package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A context that loads random records while another one renames, deletes and recreates the objects that the records
/// identify and refer to. Loaded and saved objects must be found by their identities, with their values and links, and
/// no other object may have received these.
package final class IdentityHistory {
  private var random: SplitMix64
  private let store: WindowStore
  private let container: PersistentContainer
  private let others: ManagedObjectContext
  private let note: (String) -> Void
  /// Whether the other context also saves between the last read of a save and its commit.
  private let hasWindows: Bool
  /// The value assigned to items by the loads; the other context uses lower numbers.
  private var stamp: Int64 = 1_000
  /// The number of times that each event occurred.
  package private(set) var counts: [String: Int] = [:]
  private var problem: String?
  /// The identities that the other context has assigned since the last load began, including the items it has changed.
  private var given: Set<String> = []
  /// Whether the policy yields to saved objects that have the identity of an inserted one.
  private var yields = false

  private static let names = (0..<5).map { "\($0)" }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Identities") {
      Entity("Item") {
        Attribute("code", String.self).identifying()
        Attribute("a", Int.self).default(0)
        Relationship("tag", to: "Tag", inverse: "items")
        Relationship("labels", to: "Label", .toMany, inverse: "items")
      }
      Entity("Tag") {
        Attribute("word", String.self).identifying()
        Relationship("items", to: "Item", .toMany, inverse: "tag")
      }
      Entity("Label") {
        Attribute("name", String.self).identifying()
        Relationship("items", to: "Item", .toMany, inverse: "labels")
      }
    }
  }

  private static let identities = ["Item": "code", "Tag": "word", "Label": "name"]

  package init(
    seed: UInt64, on base: any PersistentStore, hasWindows: Bool, note: @escaping (String) -> Void
  ) throws {
    random = SplitMix64(seed: seed)
    store = WindowStore(base)
    container = try PersistentContainer(model: Self.model(), store: store)
    others = container.makeContext()
    (self.hasWindows, self.note) = (hasWindows, note)
  }

  /// Returns the problem, or `nil` on success.
  package func problem(steps: Int) throws -> String? {
    for entity in Self.identities.keys.sorted() {
      for name in Self.names where random.below(4) > 0 { try insert(entity, name) }
    }
    try others.save()
    let root = container.makeContext()
    root.mergesChangesAutomatically = random.oneIn(3)
    let (name, policy) = random.pick(MergePolicy.all(keeping: "a"))
    root.mergePolicy = policy
    yields = ["storeTrumps", "rollback", "resolve"].contains(name)
    let child = random.oneIn(3) ? root.makeChild() : nil
    child?.mergePolicy = policy
    child?.mergesChangesAutomatically = root.mergesChangesAutomatically
    note("policy \(name), merges \(root.mergesChangesAutomatically), child \(child != nil)")
    for _ in 0..<steps where problem == nil { try step(root, child) }
    return problem
  }

  /// Plays some histories; an environment variable can set their total number of steps.
  ///
  /// - Returns: The first problem with its history, and the number of times that each event occurred.
  package static func play(
    block: Int, count: Int, hasWindows: Bool = true, _ makeStore: () throws -> any PersistentStore
  ) throws -> (problem: String?, counts: [String: Int]) {
    let steps = 12
    let long = ProcessInfo.processInfo.environment["ARMATURE_IDENTITY_STEPS"].flatMap(Int.init)
    let count = long.map { $0 / steps } ?? count
    var counts: [String: Int] = [:]
    for seed in (block * count)..<((block + 1) * count) {
      var lines: [String] = []
      let history = try IdentityHistory(
        seed: UInt64(seed), on: makeStore(), hasWindows: hasWindows
      ) { lines.append($0) }
      if let problem = try history.problem(steps: steps) {
        return ("seed \(seed):\n\(lines.joined(separator: "\n"))\n\(problem)", counts)
      }
      counts.merge(history.counts, uniquingKeysWith: +)
    }
    return (nil, counts)
  }

  // MARK: Others

  private func insert(_ entity: String, _ name: String) throws {
    let object = try others.insert(entity)
    try object.setValue(name, forKey: Self.identities[entity] ?? "")
    given.insert(name)
    if entity == "Item" { try object.setValue(random.below(1_000), forKey: "a") }
  }

  /// Renames, swaps, deletes and recreates identified objects in the other context.
  private func change(_ time: String) throws {
    // The other context's own saves open no window.
    let window = store.window.take()
    defer { store.window = window }
    try others.refreshAll()
    for _ in 0..<random.number(1...3) {
      let entity = random.pick(Self.identities.keys.sorted())
      let identity = Self.identities[entity] ?? ""
      let objects = try others.fetch(entity, orderedBy: [.ascending(identity)])
      let free = (Self.names + ["x", "y"]).filter { name in
        !objects.contains { $0[identity] == .string(name) }
      }
      guard let object = objects.isEmpty ? nil : random.pick(objects) else {
        try insert(entity, random.pick(free))
        continue
      }
      let value = object[identity] ?? .null
      var action = "insert"
      switch random.below(5) {
      case 0 where !free.isEmpty:
        action = "rename"
        let name = random.pick(free)
        given.insert(name)
        try object.setValue(name, forKey: identity)
      case 1:
        action = "delete"
        try delete(object)
      case 2:
        action = "make again"
        try delete(object)
        try others.save()
        if case .string(let name) = value { try insert(entity, name) }
      case 3 where objects.count > 1:
        action = "swap"
        let other = random.pick(objects.filter { $0 !== object })
        let theirs = other[identity] ?? .null
        for case .string(let name) in [value, theirs] { given.insert(name) }
        try object.setValue("z", forKey: identity)
        try others.save()
        try other.setValue(value, forKey: identity)
        try others.save()
        try object.setValue(theirs, forKey: identity)
      case _ where !free.isEmpty: try insert(entity, random.pick(free))
      default: continue
      }
      note("\(time): others \(action) \(entity) \(value)")
      counts[action, default: 0] += 1
      try others.save()
    }
  }

  /// Deletes an object, which changes the items that lead to it.
  private func delete(_ object: ManagedObject) throws {
    if object.entity.name != "Item" {
      let items: [ManagedObject] = object.items ?? []
      for case .string(let code)? in items.map({ $0["code"] }) { given.insert(code) }
    }
    try others.delete(object)
  }

  // MARK: Loads

  private struct Record {
    let code: String
    let a: Int64?
    let tag: String?
    let labels: [String]?
  }

  private func records() -> [Record] {
    var records: [Record] = []
    for code in Self.names where random.oneIn(3) {
      stamp += 1
      records.append(
        Record(
          code: code, a: random.below(4) > 0 ? stamp : nil,
          tag: random.bool() ? random.pick(Self.names) : nil,
          labels: random.oneIn(3) ? [random.pick(Self.names)] : nil))
    }
    return records
  }

  private func text(_ records: [Record], _ tag: (word: String, items: [String])?) -> String {
    let items = records.map { record in
      var parts = [#""code": "\#(record.code)""#]
      if let a = record.a { parts.append(#""a": \#(a)"#) }
      if let tag = record.tag { parts.append(#""tag": "\#(tag)""#) }
      if let labels = record.labels {
        parts.append(#""labels": [\#(labels.map { #""\#($0)""# }.joined(separator: ", "))]"#)
      }
      return "{\(parts.joined(separator: ", "))}"
    }
    var text = #""Item": [\#(items.joined(separator: ", "))]"#
    if let tag {
      let items = tag.items.map { #""\#($0)""# }.joined(separator: ", ")
      text += #", "Tag": [{"word": "\#(tag.word)", "items": [\#(items)]}]"#
    }
    return "{\(text)}"
  }

  private func step(_ root: ManagedObjectContext, _ child: ManagedObjectContext?) throws {
    let context = child ?? root
    if random.bool() { for entity in ["Item", "Tag"] { _ = try context.fetch(entity) } }
    if random.bool() { for entity in ["Label", "Tag"] { _ = try root.fetch(entity) } }
    if random.bool() { try change("before the load") }
    let records = records()
    var tag: (word: String, items: [String])?
    if random.oneIn(3) {
      // Items that no record links to another tag.
      let items = Self.names.filter { name in
        random.oneIn(3) && !records.contains { $0.code == name && $0.tag != nil }
      }
      tag = (random.pick(Self.names), items)
    }
    let text = text(records, tag)
    let updates = random.below(4) > 0
    given = []
    note("load \(updates ? "update" : "insert") \(text)")
    do {
      try context.load(
        .text(text), options: LoadOptions(onDuplicate: updates ? .update : .fail))
    } catch {
      counts["refused load", default: 0] += 1
      note("  refused: \(error)")
      context.rollback()
      return
    }
    if random.bool() { try change("after the load") }
    if random.oneIn(4) { _ = try context.fetch("Tag") }
    if hasWindows, random.bool() {
      store.window = { [self] in
        do { try change("in the window") } catch { problem = "Others: \(error)" }
      }
    }
    do {
      try context.save()
      if let child, child !== root {
        if random.oneIn(3) { try change("after the child's save") }
        try root.save()
      }
    } catch {
      counts["refused save", default: 0] += 1
      note("  not saved: \(error)")
      store.window = nil
      context.rollback()
      root.rollback()
      return
    }
    store.window = nil
    counts["save", default: 0] += 1
    note("  saved")
    try check(records, tag)
  }

  private func check(_ records: [Record], _ tag: (word: String, items: [String])?) throws {
    let fresh = container.makeContext()
    func fail(_ what: String) { problem = problem ?? what }
    for record in records {
      let found = try fresh.fetch("Item") { $0.code == record.code }
      guard found.count == 1, let item = found.first else {
        fail("\(found.count) items have the code \(record.code)")
        continue
      }
      // A policy may have merged it into the saved object without changes.
      if yields, given.contains(record.code) { continue }
      if let a = record.a, item["a"] != .int(a) {
        fail("\(record.code).a is \(item["a"] ?? .null), not \(a)")
      }
      let word = try item.value(forKeyPath: "tag.word")
      if let tag = record.tag, word != .string(tag) {
        fail("\(record.code).tag is \(word), not \(tag)")
      }
      if let labels = record.labels {
        let names: [ManagedObject] = item.labels ?? []
        let all = names.map { $0["name"] ?? .null }
        if !labels.allSatisfy({ all.contains(.string($0)) }) {
          fail("\(record.code).labels are \(all), not \(labels)")
        }
      }
    }
    if let tag, !yields || given.isDisjoint(with: tag.items + [tag.word]) {
      let found = try fresh.fetch("Tag") { $0.word == tag.word }
      let items: [ManagedObject] = found.first?.items ?? []
      let codes = items.map { $0["code"] ?? .null }
      if found.count != 1 || !tag.items.allSatisfy({ codes.contains(.string($0)) }) {
        fail("\(found.count) tags have the word \(tag.word), with the items \(codes)")
      }
    }
    for item in try fresh.fetch("Item") {
      guard let a = item["a"], case .int(let number) = a, number > 1_000 else { continue }
      let code = item["code"] ?? .null
      guard records.contains(where: { $0.a == number }) else { continue }
      if !records.contains(where: { $0.a == number && .string($0.code) == code }) {
        fail("\(code) has got \(number) of another record")
      }
    }
    let report = try container.verify()
    if !report.isValid { fail("The store is damaged: \(report.rendered(as: .lines))") }
  }
}
