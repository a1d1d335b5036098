import Armature
import Testing

/// Typed entities whose objects are of a class.
@Suite struct ClassEntityTypeTests {
  class MediumObject: ManagedObject {
    var medium: Managed<Medium> { Managed(self) }
    var shelfMark: String { "M-\(medium.title.prefix(3))" }

    override func awakeFromInsert() { medium.title = "Untitled" }
    override func willSave() { if medium.note == "" { medium.note = nil } }
  }

  final class FilmObject: MediumObject {
    override var shelfMark: String { "F-\(Managed<Film>(self).minutes)" }
  }

  struct Medium: ClassEntityType {
    typealias Object = MediumObject
    static let schema = Medium()
    let title = Attribute<String>()
    let note = Attribute<String?>()
    static var rules: Rules<Medium> {
      Rule("has a mark", on: \.title, check: { $0.object.shelfMark.count > 2 })
    }
  }

  /// Has the class of its parent.
  struct Record: SubentityType {
    typealias Parent = Medium
    static let schema = Record()
    let sides = Attribute<Int>().default(2)
  }

  /// Has a class of its own.
  struct Film: SubentityType, ClassEntityType {
    typealias Parent = Medium
    typealias Object = FilmObject
    static let schema = Film()
    let minutes = Attribute<Int>().default(90)
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Medium.self
      Record.self
      Film.self
    }
  }

  @Test func `objects of a typed entity have its class, with hooks and methods`() throws {
    let container = try PersistentContainer(model: Self.model())
    let context = container.makeContext()
    let medium = try context.insert(Medium.self) { $0.note = "" }
    #expect(medium.title == "Untitled" && medium.object.shelfMark == "M-Unt")
    try context.save()
    #expect(medium.note == nil && medium.object.medium == medium)
    let found = try container.makeContext().fetch(Medium.self)
    #expect(found.map(\.object.shelfMark) == ["M-Unt"])
    // The class finds its entity, as that of the dynamic tier does.
    #expect(try context.insert(MediumObject.self).medium.title == "Untitled")
    #expect(try context.fetch(MediumObject.self).count == 2)
  }

  @Test func `sub-entities have the class of their parent, or their own`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    let record = try context.insert(Record.self)
    #expect(record.title == "Untitled" && type(of: record.managedObject) == MediumObject.self)
    #expect(record.view(as: Medium.self)?.object.shelfMark == "M-Unt")
    let film = try context.insert(Film.self) { $0.minutes = 162 }
    #expect(film.object.shelfMark == "F-162")
    #expect(film.view(as: Medium.self)?.object.shelfMark == "F-162")
    #expect(context.validate().isValid)
  }

  @Test func `a view of an object of another entity is refused`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try ManagedObjectModel("Shelf") {
        Medium.self
        Entity("Other", class: MediumObject.self) { Attribute("title", String.self) }
      }
      let other = try ManagedObjectContext(model: model).insert("Other")
      if let object = other as? MediumObject { print(Managed<Medium>(object).title) }
    }
    expect(result, says: "The object must be of the entity Medium, but is of Other.")
  }

  @Test func `a class that is not under that of the parent is told`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let model = try ManagedObjectModel("Shelf") {
        Medium.self
        Entity("Tape", class: ManagedObject.self, parent: "Medium") {
          Attribute("length", Int.self).default(60)
        }
      }
      let tape = try ManagedObjectContext(model: model).insert("Tape")
      print(Managed<Medium>(tape as ManagedObject)?.object.shelfMark ?? "none")
    }
    expect(
      result,
      says:
        "The object must be of the class MediumObject, as Medium says, but is of ManagedObject. "
        + "Build the model of the types, and derive the classes of sub-entities from that one.")
  }
}
