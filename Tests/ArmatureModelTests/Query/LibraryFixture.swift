import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Binding: String, AttributeConvertible, CaseIterable {
  case paperback, hardback
}

struct Address: CompositeValue {
  var city: String

  static var elements: [AttributeDescription] {
    Attribute("city", String.self)
    Attribute("floor", Int?.self)
  }

  init?(elements: [String: AttributeValue]) {
    guard case .string(let city)? = elements["city"] else { return nil }
    self.city = city
  }

  var elementValues: [String: AttributeValue] { ["city": .string(city)] }
}

struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>()
  let died = Attribute<Date?>()
  let address = Attribute<Address?>()
  let works = ToMany<Work>(inverse: \.writer)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>()
  let subtitle = Attribute<String?>()
  let pages = Attribute<Int>()
  let stock = Attribute<Int32>()
  let reserved = Attribute<Int32?>()
  let rating = Attribute<Double?>()
  let price = Attribute<Decimal?>()
  let inPrint = Attribute<Bool>()
  let binding = Attribute<Binding>()
  let cover = Attribute<Binding?>()
  let out = Attribute<Date>()
  let returned = Attribute<Date?>()
  let code = Attribute<UUID?>()
  let page = Attribute<URL?>()
  let writer = ToOne<Writer>()
  let editor = ToOne<Writer>()
  let loans = ToMany<Loan>(inverse: \.work)
}

struct Loan: EntityType {
  static let schema = Loan()
  let days = Attribute<Int>()
  let day = Attribute<Date>()
  let work = ToOne<Work>()
}

/// The model of the untyped tests.
let library: Result<ManagedObjectModel, any Error> = Result {
  try ManagedObjectModel("Library") {
    Entity("Person", isAbstract: true) {
      Attribute("age", Int?.self)
    }
    Entity("Author", parent: "Person") {
      Attribute("name", String.self)
      Attribute("died", Date?.self)
      Attribute("address", Address?.self)
      Relationship("books", to: "Book", .toMany, inverse: "author")
      Relationship("prizes", to: "Prize", .toMany)
    }
    Entity("Prize") {
      Attribute("year", Int.self)
      Attribute("photo", Data?.self)
    }
    Entity("Book") {
      Attribute("title", String.self)
      Attribute("pages", Int.self)
      Attribute("price", Decimal?.self)
      Attribute("year", Int.self)
      Attribute("added", Date.self)
      Attribute("inPrint", Bool.self)
      Attribute("binding", Binding.self)
      Relationship("author", to: "Author", inverse: "books")
      Relationship("translator", to: "Person")
      Relationship("prize", to: "Prize")
      FetchedProperty("related", of: "Book") { $0.year == QueryVariable.fetchSource.year }
    }
  }
}

/// Returns a condition on an untyped object.
func dynamic(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
  condition(DynamicQuery())
}

/// Returns a condition on a work.
func typed(_ condition: (Query<Work>) -> FetchPredicate) -> FetchPredicate { condition(Query()) }
