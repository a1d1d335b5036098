import Armature
import ArmatureTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Object graphs of a model with a rule of every kind.
@Suite struct ObjectGeneratorTests {
  private static let counts = [
    "Category": 8, "Product": 30, "Customer": 10, "Supplier": 4, "Order": 20, "Line": 30,
  ]

  @Test(arguments: 0..<8)
  func `a graph keeps every rule of its model and can be saved`(seed: UInt64) throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    let made = try ObjectGenerator(model, seed: seed).make(Self.counts, in: context)
    #expect(made.mapValues(\.count) == Self.counts)
    #expect(context.validate().isEmpty, "\(context.validate())")
    try context.save()
  }

  @Test(arguments: 0..<3)
  func `a graph is read back from the JSON that is written of it`(seed: UInt64) throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    try ObjectGenerator(model, seed: seed).make(Self.counts, in: context)
    let data = try context.json()
    let other = ManagedObjectContext(model: model)
    try other.load(.data(data, name: "graph.json"))
    #expect(try other.json() == data)
  }

  @Test(arguments: 0..<3)
  func `the library of the samples is filled, check digits and lifetimes included`(
    seed: UInt64
  ) throws {
    let model = try makeLibraryModel()
    let context = ManagedObjectContext(model: model)
    let counts = ["Author": 10, "Book": 20, "Edition": 30, "Member": 10, "Loan": 20]
    try ObjectGenerator(model, seed: seed).make(counts, in: context)
    #expect(context.validate().isEmpty, "\(context.validate())")
  }

  @Test func `the same seed makes the same objects, and another one others`() throws {
    let model = try shopModel()
    func json(_ seed: UInt64) throws -> Data {
      let context = ManagedObjectContext(model: model)
      let generator = ObjectGenerator(model, seed: seed)
      try generator.make(Self.counts, in: context)
      try generator.make("Product", in: context)
      return try context.json()
    }
    #expect(try json(7) == json(7))
    #expect(try json(7) != json(8))
  }

  @Test func `the numbers of a seed are the same on every platform`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("code", String.self).matching("[A-Z]{2}-[0-9]{3}")
        Attribute("name", String.self).length(5...9)
        Attribute("count", Int.self).range(1...100)
        Attribute("price", Decimal.self).range(0...100)
        Attribute("ratio", Double.self).range(0...1)
        Attribute("id", UUID.self)
        Attribute("day", CalendarDate.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let items = try ObjectGenerator(model, seed: 42).make("Item", count: 2, in: context)
    let texts = items.map { item in
      item.entity.attributes.map { item[$0.name]?.description ?? "" }.joined(separator: " ")
    }
    #expect(
      texts == [
        #""AF-452" "İstanbul" 1 7.3 0.07416081106359129 BDF25B15-0620-4835-8916-7E198FB9991F 2008-11-02"#,
        #""QB-173" "O'Brien" 97 18.85 0.03 AF080B41-CDF2-4A01-8E53-B8DA0059E8BA 1876-06-13"#,
      ])
  }

  @Test func `an object comes with those that it requires, and no more`() throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    let line = try ObjectGenerator(model).make("Line", in: context)
    let order: ManagedObject? = line.order
    let product: ManagedObject? = line.product
    #expect(order?.customer != nil)
    #expect(product?.category != nil)
    #expect(context.registeredObjects.count < 12)
    #expect(context.validate().isEmpty)
  }

  @Test func `links lead to objects that are in the context already`() throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    let category = try generator.make("Category", in: context)
    let product = try generator.make("Product", in: context)
    #expect(product.category == category)
    #expect(context.objects(of: "Category").count == 1)
  }

  @Test func `an abstract entity stands for those that inherit from it`() throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    let parties = try ObjectGenerator(model).make("Party", count: 30, in: context)
    #expect(Set(parties.map(\.entity.name)) == ["Customer", "Supplier"])
    #expect(context.validate().isEmpty)
  }

  @Test func `supplied values take the place of made up ones`() throws {
    let model = try shopModel()
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    generator.supply(["Ada", "Grace"], for: "name", of: "Party")
    let parties = try generator.make("Customer", count: 20, in: context)
    let names = Set(parties.map { party -> String in party.name ?? "" })
    #expect(names == ["Ada", "Grace"])
  }

  @Test func `a typed entity yields typed views`() throws {
    let model = try ManagedObjectModel("Shelf") {
      Work.self
      Writer.self
    }
    let context = ManagedObjectContext(model: model)
    let works = try ObjectGenerator(model).make(Work.self, count: 50, in: context)
    #expect(works.allSatisfy { (1...2_000).contains($0.pages) })
    #expect(works.allSatisfy { $0.pages < 1000 || $0.rating != nil })
    #expect(try ObjectGenerator(model).make(Writer.self, in: context).name.count >= 3)
  }
}

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().length(3...100)
  let works = ToMany<Work>(inverse: \.writer)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().length(1...200)
  let pages = Attribute<Int>().default(1).range(1...2_000)
  let rating = Attribute<Double?>().range(0...5)
  let writer = ToOne<Writer>()
  static var rules: Rules<Work> {
    Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
  }
}
