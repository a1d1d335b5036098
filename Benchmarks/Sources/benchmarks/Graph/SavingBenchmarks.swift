import Armature

/// Saving new objects: the time in addition to their insertion, and uniqueness against a dictionary.
func savingBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  return Benchmark(
    name: "graph/save-new", repetitions: 5,
    comparisons: [
      .limit("no-unique-rule", "insertion", atMost: 1.5),
      .limit("unique-text", "Dictionary", atMost: 1, note: "Dictionary: objects made before"),
      .limit(
        "unique-text-with-insertion", "init-and-Dictionary", atMost: nil,
        note: "plain: no rules, no changes"),
    ]
  ) {
    let model = ItemObject.plainModel
    let uniqueModel = try ManagedObjectModel("Codes") {
      Entity("Item") { Attribute("code", String.self).unique() }
    }
    let codes = (0..<count).map { "a code that is unique \($0)" }
    return [
      // The inserted objects stay alive until the time was taken.
      .prepared(
        "insertion", operations: count, { ManagedObjectContext(model: model) },
        { context in for _ in 0..<count { try context.insert("Item") } }),
      .prepared(
        "no-unique-rule", operations: count,
        {
          let context = ManagedObjectContext(model: model)
          for _ in 0..<count { try context.insert("Item") }
          return context
        }, { try $0.save() }),
      .prepared(
        "unique-text", operations: count,
        {
          let context = ManagedObjectContext(model: uniqueModel)
          for code in codes { try context.insert("Item").code = code }
          return context
        }, { try $0.save() }),
      .prepared(
        "Dictionary", operations: count, { codes.map(PlainCode.init) }, { index($0) }),
      .prepared(
        "unique-text-with-insertion", operations: count,
        { ManagedObjectContext(model: uniqueModel) },
        { context in
          for code in codes { try context.insert("Item").code = code }
          try context.save()
        }),
      .prepared(
        "init-and-Dictionary", operations: count, {}, { index(codes.map(PlainCode.init)) }),
    ]
  }
}

private final class PlainCode {
  var code: String

  init(_ code: String) { self.code = code }
}

/// Finds duplicates with hand-written code.
private func index(_ items: [PlainCode]) {
  var seen: [String: PlainCode] = [:]
  for item in items {
    precondition(seen.updateValue(item, forKey: item.code) == nil)
  }
  sink(seen)
}

/// Saving 1,000,000 objects that were changed in random order against changes in order.
func updatesBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(1_000_000)
  return Benchmark(
    name: "graph/save-updates", repetitions: 3,
    comparisons: [.limit("random-order", "in-order", atMost: 1.3)]
  ) {
    let shelf = Shared {
      let shelf = Shelf(works: count, perWriter: count)
      try shelf.context.save()
      return shelf
    }
    let random = Shared {
      var generator = SplitMix64(seed: 4)
      return shelf.value.works.shuffled(using: &generator)
    }
    var round = 0
    func save(_ name: String, _ works: @escaping () -> [ManagedObject]) -> Subject {
      .prepared(
        name, operations: count,
        {
          round += 1
          for work in works() { work.pages = round }
          return shelf.value.context
        }, { try $0.save() })
    }
    return [
      save("random-order") { random.value }, save("in-order") { shelf.value.works },
    ]
  }
}

/// Saving one object in a context of 100,000 orders with totals derived from two lines each.
func derivedTotalsBenchmark(_ sizes: Sizes) -> Benchmark {
  let count = sizes(100_000)
  return Benchmark(
    name: "graph/save-beside-derived", repetitions: 3,
    comparisons: [.limit("derived-totals", "plain-totals", atMost: 1.2)]
  ) {
    let derived = Shared { try Orders(count, isDerived: true) }
    let plain = Shared { try Orders(count, isDerived: false) }
    return [
      .repeated("derived-totals") { try derived.value.saveCustomer() },
      .repeated("plain-totals") { try plain.value.saveCustomer() },
    ]
  }
}

/// Saved orders with two lines each and an unrelated customer.
private final class Orders {
  private let context: ManagedObjectContext
  private let customer: ManagedObject
  private var visits = 0

  init(_ count: Int, isDerived: Bool) throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        if isDerived {
          Attribute("total", Int?.self).derived(
            from: .aggregate(.sum, of: .keyPath(["lines", "price"])))
        } else {
          Attribute("total", Int?.self)
        }
        Relationship("lines", to: "Line", .toMany, inverse: "order", onDelete: .cascade)
      }
      Entity("Line") {
        Attribute("price", Int.self)
        Relationship("order", to: "Order")
      }
      Entity("Customer") { Attribute("visits", Int.self).default(0) }
    }
    context = ManagedObjectContext(model: model)
    customer = try context.insert("Customer")
    for _ in 0..<count {
      let order = try context.insert("Order")
      for price in 1...2 {
        let line = try context.insert("Line")
        line.price = price
        line.order = order
      }
    }
    try context.save()
  }

  func saveCustomer() throws {
    visits += 1
    customer.visits = visits
    try context.save()
  }
}
