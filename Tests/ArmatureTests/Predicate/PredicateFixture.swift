import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Typed entities and classes for Foundation predicates.
enum PredicateFixture {
  struct Writer: EntityType {
    static let schema = Writer()
    let name = Attribute<String>().default("")
    let born = Attribute<Int?>()
    let works = ToMany<Work>(inverse: \.writer)
  }

  struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>().default("")
    let subtitle = Attribute<String?>()
    let pages = Attribute<Int>().default(1)
    let stock = Attribute<Int>().default(0)
    let rating = Attribute<Double?>()
    let inPrint = Attribute<Bool>().default(false)
    let out = Attribute<Date?>()
    let kind = Attribute<Kind>().default(.prose)
    let tags = Attribute<[String]>().default([])
    let binding = Attribute<Binding?>()
    let writer = ToOne<Writer>()
  }

  struct Novel: SubentityType {
    typealias Parent = Work
    static let schema = Novel()
    let chapters = Attribute<Int>().default(1)
  }

  /// A type that no object of the model has.
  struct Stranger: EntityType {
    static let schema = Stranger()
    let name = Attribute<String>()
  }

  enum Kind: String, CaseIterable, Codable, Sendable, AttributeConvertible {
    case prose, verse
  }

  struct Binding: CompositeValue {
    let cloth: String

    static var elements: [AttributeDescription] { Attribute("cloth", String.self) }

    init?(elements: [String: AttributeValue]) {
      guard case .string(let cloth)? = elements["cloth"] else { return nil }
      self.cloth = cloth
    }

    var elementValues: [String: AttributeValue] { ["cloth": .string(cloth)] }
  }

  final class Shop: ManagedObject {
    @Property("name") var name: String
    @Property("floor") var floor: Int
    @Property("town") var town: Town
    @Property("parent") var parent: Shop?
    @Property("branches") var branches: Set<Shop>

    var isCellar: Bool { floor < 0 }
    var loudName: String {
      get { name.uppercased() }
      set { name = newValue }
    }
    var height: Int {
      get { 100 / (floor - 1) }
      set { floor = newValue }
    }
    var label: String {
      get { "\(name) \(floor)" }
      set { name = newValue }
    }
    var townName: String {
      get { town.name }
      set { town.name = newValue }
    }
    var others: [Shop] {
      get { branches.filter { $0.floor > 3 } }
      set { branches = Set(newValue) }
    }
    var none: [Shop] {
      get { Array(branches.dropFirst()) }
      set { branches = Set(newValue) }
    }
  }

  final class Town: ManagedObject {
    @Property("name") var name: String
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Predicates") {
      Writer.self
      Work.self
      Novel.self
      Entity("Shop", class: Shop.self) {
        Attribute("name", String.self).default("")
        Attribute("floor", Int.self).default(0)
        Relationship("town", to: "Town").required()
        Relationship("parent", to: "Shop", inverse: "branches")
        Relationship("branches", to: "Shop", .toMany, inverse: "parent")
      }
      Entity("Town", class: Town.self) { Attribute("name", String.self).default("") }
    }
  }

  /// Creates works of all kinds, by two writers and without a writer.
  static func works(in context: ManagedObjectContext) throws -> [Managed<Work>] {
    let writers = try ["Frank", "Ursula"].map { name in
      try context.insert(Writer.self) { $0.name = name }
    }
    writers[0].born = 1920
    return try (0..<24).map { number in
      try context.insert(Work.self) { work in
        work.title = ["Dune", "Whipping Star", "", "Dün"][number % 4]
        work.subtitle = [nil, "Dune", "A novel"][number % 3]
        work.pages = [1, 99, 100, 412, -3][number % 5]
        work.stock = number
        work.rating = [nil, 0, 3.5, 5][number % 4]
        work.inPrint = number % 2 == 0
        work.out = number % 3 == 1 ? nil : Date(timeIntervalSinceReferenceDate: Double(number) * 60)
        work.kind = number % 5 == 0 ? .verse : .prose
        work.tags = [[], ["desert"], ["desert", "spice"]][number % 3]
        work.writer = [writers[0], nil, writers[1]][number % 3]
      }
    }
  }
}

extension Managed where Type == PredicateFixture.Work {
  var half: Int { self.pages / 2 }
}
