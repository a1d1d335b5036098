import Armature

/// An entity with many works, for access by name and in the typed tier.
struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().default("")
  let born = Attribute<Int>().default(1900)
  let works = ToMany<Work>(inverse: \.writer, onDelete: .cascade)
}

/// An entity with a writer.
struct Work: EntityType {
  static let schema = Work()
  let title = Attribute<String>().default("")
  let pages = Attribute<Int>().default(1)
  let writer = ToOne<Writer>()
}

/// A writer in the class tier.
final class WriterObject: ManagedObject {
  @Property("born") var born: Int
  @Property("works") var works: [WorkObject]
}

/// A work in the class tier.
final class WorkObject: ManagedObject {
  @Property("pages") var pages: Int
  @Property("writer") var writer: WriterObject?
}

/// Writers with a number of works each, in one context.
struct Shelf {
  let context: ManagedObjectContext
  let writers: [ManagedObject]
  let works: [ManagedObject]

  static let model = expect {
    try ManagedObjectModel("Shelf") {
      Writer.self
      Work.self
      Entity("WriterObject", class: WriterObject.self) {
        Attribute("name", String.self).default("")
        Attribute("born", Int.self).default(1900)
        Relationship(
          "works", to: "WorkObject", .toMany, inverse: "writer", onDelete: .cascade)
      }
      Entity("WorkObject", class: WorkObject.self) {
        Attribute("title", String.self).default("")
        Attribute("pages", Int.self).default(1)
        Relationship("writer", to: "WriterObject", inverse: "works")
      }
    }
  }

  /// - Parameters:
  ///   - perWriter: The number of consecutive works of one writer.
  ///   - hasClasses: Whether the objects belong to the class tier.
  ///   - isLinked: Whether the works already have their writers.
  init(works count: Int, perWriter: Int, hasClasses: Bool = false, isLinked: Bool = true) {
    let context = ManagedObjectContext(model: Self.model)
    let suffix = hasClasses ? "Object" : ""
    (writers, works) = expect {
      (
        try (0..<(count / perWriter)).map { _ in try context.insert("Writer" + suffix) },
        try (0..<count).map { _ in try context.insert("Work" + suffix) }
      )
    }
    self.context = context
    if isLinked { link() }
  }

  func link() {
    let perWriter = works.count / writers.count
    for (position, writer) in writers.enumerated() {
      for work in works[(position * perWriter)..<((position + 1) * perWriter)] {
        work.writer = writer
      }
    }
  }
}
