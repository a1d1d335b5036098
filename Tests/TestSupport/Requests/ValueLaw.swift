package import Armature
package import ArmatureModel

/// Values of one type in a store: they survive bit by bit, and conditions find the same values as in memory.
package struct ValueLaw {
  private let model: ManagedObjectModel
  /// The missing value, and the values of the sample.
  private let values: [AttributeValue]

  /// - Parameter kept: Returns the value that the store keeps; `nil` if it rejects the value.
  package init(
    _ sample: ExactValues, kept: (AttributeValue) -> AttributeValue? = { $0 }
  ) throws {
    model = try Self.model(sample.type)
    values = [.null] + sample.values.compactMap(kept)
  }

  /// Returns a model of items with a value and another one.
  package static func model(_ type: AttributeType) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Values",
      entities: [
        EntityDescription(
          "Item",
          properties: [
            .attribute(AttributeDescription("value", type, isOptional: true)),
            .attribute(AttributeDescription("other", type, isOptional: true)),
          ])
      ])
  }

  /// Returns the problems with values after reopening their store.
  ///
  /// - Parameter again: Another store of the same data.
  package func problemsOfOpening(
    _ store: any PersistentStore, again: any PersistentStore
  ) throws -> [String] {
    let context = try PersistentContainer(model: model, store: store).makeContext()
    // The last row shares its statement with the row before, and must not inherit its values.
    let values = values + [.null]
    for value in values { try context.insert("Item").setValue(value, forKey: "value") }
    try context.save()
    for object in try context.fetch("Item") {
      // An update uses other statements.
      try object.setValue(object.value(forKey: "value") as AttributeValue, forKey: "other")
    }
    try context.save()
    let other = try PersistentContainer(model: model, store: again).makeContext()
    let found = try other.fetch("Item")
    if found.count != values.count { return ["there are \(found.count) of \(values.count)"] }
    var problems: [String] = []
    for (object, value) in zip(found, values) {
      for key in ["value", "other"] {
        let found = try object.value(forKey: key) as AttributeValue
        if found.bits != value.bits { problems.append("\(key): \(found.bits), not \(value.bits)") }
      }
    }
    for object in found { try object.setValue(AttributeValue.null, forKey: "value") }
    try other.save()
    try context.refreshAll()
    for object in try context.fetch("Item") {
      let found = try object.value(forKey: "value") as AttributeValue
      if !found.isNull { problems.append("\(found) is still there") }
    }
    return problems
  }

  /// Returns the conditions and orders with other results than in memory.
  package func problemsOfSearching(_ store: any PersistentStore) throws -> [String] {
    let own = try PersistentContainer(model: model, store: store).makeContext()
    let memory = try PersistentContainer(
      model: model, store: InMemoryStore(identifier: store.identifier)
    ).makeContext()
    for context in [memory, own] {
      for value in values { try context.insert("Item").setValue(value, forKey: "value") }
      try context.save()
      context.reset()
    }
    var problems: [String] = []
    func check(_ predicate: FetchPredicate, _ orders: [FetchOrder] = []) throws {
      let request = FetchRequest("Item", where: predicate, orderedBy: orders)
      guard (try? memory.explain(request)) != nil else { return }
      let (wanted, found) = (try memory.fetchIDs(request), try own.fetchIDs(request))
      let count = try own.count(request)
      if found == wanted, count == wanted.count { return }
      problems.append("\("\(request)".prefix(300)): \(found) and \(count), not \(wanted)")
    }
    for isAscending in [true, false] {
      try check(.constant(true), [FetchOrder(.keyPath(["value"]), isAscending: isAscending)])
    }
    for value in values {
      for comparison in FetchPredicate.Comparison.allCases.prefix(6) {
        try check(.comparison(.keyPath(["value"]), comparison, .constant(value)))
      }
    }
    for start in stride(from: 0, to: values.count, by: 3) {
      let some = values[start..<min(start + 3, values.count)]
      try check(.comparison(.keyPath(["value"]), .in, .list(some.map { .constant($0) })))
    }
    return problems
  }
}
