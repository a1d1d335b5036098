import Armature

/// An entity with many works, in the typed tier and by name.
struct Writer: EntityType {
  static let schema = Writer()
  let name = Attribute<String>().default("")
  let born = Attribute<Int>().default(1900)
  let works = ToMany<Work>(inverse: \.writer, onDelete: .cascade)
}

/// An entity that belongs to a writer.
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

/// Writers with so many works each, in one context.
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
  ///   - perWriter: How many works in a row are of one writer.
  ///   - hasClasses: Whether the objects are of the class tier.
  ///   - isLinked: Whether the works have their writers already.
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
