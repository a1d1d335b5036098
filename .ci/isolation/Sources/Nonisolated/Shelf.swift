import Armature

/// The typed tier: schemas, rules that are conditions, and rules that are closures.
public struct Writer: EntityType {
  public static let schema = Writer()
  public let name = Attribute<String>().length(1...100)
  public let works = ToMany<Work>(inverse: \.writer)
}

public struct Work: EntityType {
  public static let schema = Work()
  public let title = Attribute<String>().length(1...200)
  public let pages = Attribute<Int>().default(1).range(1...)
  public let rating = Attribute<Double?>().range(0...5)
  public let writer = ToOne<Writer>()
  public static var rules: Rules<Work> {
    Rule("long works are rated") { $0.pages < 1000 || $0.rating != nil }
    Rule("titles are short", on: \.title, \.pages, check: { $0.title.count / 100 < $0.pages })
    Unique(\.title, \.writer)
  }
}

public struct Medium: EntityType {
  public static let schema = Medium()
  public static let isAbstract = true
  public let title = Attribute<String>().length(1...200)
}

public struct Film: SubentityType {
  public typealias Parent = Medium
  public static let schema = Film()
  public let minutes = Attribute<Int>().range(1...)
}
