import Armature
import ArmatureModel
import TestSupport
import Testing

/// Rows and links by lists of keys of all lengths, which databases query in parts.
@Suite struct KeyListTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("number", Int.self)
        Relationship("goods", to: "Good", .toMany, inverse: "maker")
        Relationship("shops", to: "Shop", .toMany, inverse: "makers")
      }
      Entity("Good") { Relationship("maker", to: "Maker", inverse: "goods") }
      Entity("Shop") { Relationship("makers", to: "Maker", .toMany, inverse: "shops") }
    }
  }

  /// The number of makers with two products each; one shop has all of them.
  private static let count = 600

  private static func stocked(_ kind: StoreKind) throws -> (AnyStore, [Int64]) {
    let store = try AnyStore(kind, model())
    let context = store.container.makeContext()
    let shop = try context.insert("Shop")
    var makers: [ManagedObject] = []
    for number in 0..<count {
      let maker = try context.insert("Maker")
      try maker.setValuesForKeys(["number": number])
      for _ in 0..<2 { try context.insert("Good").setValue(maker, forKey: "maker") }
      makers.append(maker)
    }
    try shop.setValue(makers, forKey: "makers")
    try context.save()
    return (store, makers.map(\.objectID.key))
  }

  @Test(arguments: StoreKind.allCases)
  func `lists of keys of all lengths, with repetitions and keys of nobody, are answered whole`(
    _ kind: StoreKind
  ) throws {
    let (store, keys) = try Self.stocked(kind)
    let container = store.container
    let (model, reader) = (container.model, try container.store.reader())
    let maker = try #require(model.entities.first { $0.name == "Maker" })
    let links = maker.relationships.filter(\.isToMany)
    // Keys after the next reserved ones are unused.
    let strangers = (0..<10_000).map { Int64.max / 4 - $0 }
    let lists = [
      [], [keys[3]], strangers.prefix(1) + [], [keys[3], keys[3]], Array(keys[..<2]),
      Array(keys[..<255]), Array(keys[..<256]), Array(keys[..<257]), keys[..<256] + [keys[0]],
      keys.reversed(), keys + keys, strangers + keys + [keys[0]],
    ]
    for list in lists {
      let own = list.filter(Set(keys).contains)
      let rows = try container.store.rows(
        for: list.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, of: maker, in: model)
      #expect(Set(rows.map(\.id.key)) == Set(own))
      for link in links {
        let found = try reader.links(for: list, along: link, of: maker)
        #expect(found.count == list.count)
        let counts = zip(list, found).map { key, members in
          own.isEmpty || !keys.contains(key)
            ? members.isEmpty : members.count == (link.name == "goods" ? 2 : 1)
        }
        #expect(counts.allSatisfy { $0 }, "\(link.name) of \(list.count)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch looks ahead along the links of any number of objects`(_ kind: StoreKind) throws {
    let (store, _) = try Self.stocked(kind)
    for count in [0, 1, 256, 257, Self.count] {
      let context = store.container.makeContext()
      var request = FetchRequest("Maker", limit: count)
      request.prefetching = ["goods.maker.shops"]
      let makers = try context.fetch(request)
      #expect(makers.count == count)
      #expect(
        try makers.allSatisfy {
          try $0.objectIDs(forRelationshipNamed: "goods").count == 2
            && $0.objectIDs(forRelationshipNamed: "shops").count == 1
        })
    }
  }
}
