import Armature

/// The typed tier: schemas, and rules as conditions and as closures.
struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().length(1...100)
  let works = ToMany<Work>(inverse: \.writer)
}

struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().length(1...200)
  let pages = Attribute<Int>().default(1).range(1...)
  let rating = Attribute<Double?>().range(0...5)
  let writer = ToOne<Writer>()
  static var rules: Rules<Work> {
    Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
    Rule("titles are short", on: \.title, \.pages, check: { $0.title.count / 100 < $0.pages })
    Unique(\.title, \.writer)
  }
}

struct Medium: EntityType {
  static let schema = Medium()
  static let isAbstract = true
  let title = Attribute<String>().length(1...200)
}

struct Film: SubentityType {
  typealias Parent = Medium
  static let schema = Film()
  let minutes = Attribute<Int>().range(1...)
}
