import Armature
import Testing

struct Painter: EntityType {
  static let schema = Painter()
  let name = Attribute<String>()
  let born = Attribute<Int?>()
  let paintings: ToMany<Painting> = ToMany(inverse: \.painter, ordered: true)
  let masterpiece = ToOne<Painting>()
}

struct Painting: EntityType {
  static let schema = Painting()
  let title = Attribute<String>().default("Untitled")
  let format = Attribute<EveryType.Format?>()
  let frame = Attribute<EveryType.Colour>()
  let painter: ToOne<Painter> = ToOne(inverse: \.paintings)
  let tags = Attribute<Int16>().default(0)
}

@Suite struct ManagedTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Gallery") {
      Painter.self
      Painting.self
    }
    context = ManagedObjectContext(model: model)
  }

  @Test func `members have the exact types of the schema`() throws {
    let painter = try context.insert(Painter.self) { $0.name = "Frida" }
    let painting = try context.insert(Painting.self) {
      $0.format = .paper
      $0.frame = EveryType.Colour(1, 2, 3)
      $0.painter = painter
      $0.tags += 3
    }
    let title: String = painting.title
    let born: Int? = painter.born
    #expect(title == "Untitled" && born == nil && painting.tags == 3)
    #expect(painting.format == .paper && painting.frame == EveryType.Colour(1, 2, 3))
    #expect(painting.painter?.name == "Frida" && painter.paintings == [painting])
    painting.painter?.born = 1907
    #expect(painter.born == 1907)
    painter.born? += 1
    #expect(painter.born == 1908)
    painter.born = nil
    painting.format = nil
    painting.painter = nil
    #expect(painter.born == nil && painting.format == nil && painter.paintings == [])
    painter.paintings = [painting]
    #expect(painting.painter == painter)
    #expect(painter.masterpiece?.title == nil)
    painter.masterpiece = painting
    #expect(painter.masterpiece?.title == "Untitled")
  }

  @Test func `isSet tells whether there is a value to read`() throws {
    let painting = try context.insert(Painting.self)
    #expect(painting.isSet(\.title) && !painting.isSet(\.format) && !painting.isSet(\.frame))
    painting.frame = EveryType.Colour(0, 0, 0)
    #expect(painting.isSet(\.frame))
  }

  @Test func `a view fits only objects of its entity`() throws {
    let painting = try context.insert("Painting")
    #expect(Managed<Painter>(painting) == nil)
    let view = try #require(Managed<Painting>(painting))
    #expect(view.view(as: Painter.self) == nil && view.view(as: Painting.self) == view)
    #expect(view.managedObject === painting && view.objectID == painting.objectID)
    #expect(Set([view, try #require(Managed<Painting>(painting))]).count == 1)
    #expect(view.description == painting.description)
  }

  @Test func `objects of a type stand in the order of insertion`() throws {
    let first = try context.insert(Painting.self)
    try context.insert(Painter.self)
    let second = try context.insert(Painting.self)
    #expect(context.objects(of: Painting.self) == [first, second])
    try context.delete(first.managedObject)
    #expect(context.objects(of: Painting.self) == [second])
  }

  @Test func `an insertion whose closure throws leaves nothing behind`() throws {
    struct Failure: Error, Equatable {}
    let painter = try context.insert(Painter.self) { $0.name = "Frida" }
    try context.save()
    #expect(throws: Failure()) {
      try context.insert(Painting.self) {
        $0.painter = painter
        throw Failure()
      }
    }
    #expect(context.objects(of: Painting.self).isEmpty && painter.paintings.isEmpty)
    #expect(context.insertedObjects == [])
  }

  @Test func `members of a list are inserted, moved and removed`() throws {
    let painter = try context.insert(Painter.self)
    let other = try context.insert(Painter.self)
    let paintings = try (0..<4).map { index in
      try context.insert(Painting.self) { $0.title = "\(index)" }
    }
    for painting in paintings { painter.insert(painting, into: \.paintings) }
    painter.insert(paintings[3], into: \.paintings, at: 0)
    #expect(painter.paintings.map(\.title) == ["3", "0", "1", "2"])
    other.insert(paintings[0], into: \.paintings)
    #expect(painter.paintings.map(\.title) == ["3", "1", "2"] && paintings[0].painter == other)
    painter.remove(paintings[1], from: \.paintings)
    painter.remove(paintings[0], from: \.paintings)
    #expect(painter.paintings.map(\.title) == ["3", "2"] && paintings[1].painter == nil)
    #expect(paintings[0].painter == other)
  }
}
