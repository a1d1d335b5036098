import Armature
import Testing

/// Programmer errors trap with the message of the corresponding data error.
@Suite struct ProgrammerErrorTests {
  @Test func `reading an unknown member`() async {
    let typed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let title: String? = try Bookshelf().book("Dune").titel
      print(title as Any)
    }
    expect(typed, says: "Book has no property \"titel\". Did you mean \"title\"?")
    let converted = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let format: EveryType.Format? = try Bookshelf().book("Dune").formatt
      print(format as Any)
    }
    expect(converted, says: "Book has no property \"formatt\".")
    let untyped = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      print(try shelf.book("Dune", by: try shelf.author()).author?.nmae as Any)
    }
    expect(untyped, says: "Author has no property \"nmae\". Did you mean \"name\"?")
  }

  @Test func `an access through a member says where its line is found`() async {
    let note =
      "The backtrace names the line of the access; SWIFT_BACKTRACE=enable=yes turns it on.\n"
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let title: String? = try Bookshelf().book("Dune").titel
        print(title as Any)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Bookshelf().book("Dune").titel = "Messiah"
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let title: Int? = try Bookshelf().book("Dune").title
        print(title as Any)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let shelf = try Bookshelf()
        let book = try shelf.book("Dune")
        shelf.context.reset()
        book.title = "Messiah"
      },
    ]
    for result in results {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains(note), "\(text)")
    }
    let call = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      print(try Bookshelf().author().memberCount(of: "boks"))
    }
    expect(call, says: "Author has no property \"boks\". Did you mean \"books\"?", of: #fileID)
    let text = String(decoding: call?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains(note), "\(text)")
  }

  @Test func `setting an unknown key cites the line of the access`() async {
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Bookshelf().book("Dune")["titel"] = "Messiah"
    }
    expect(unknown, says: "Book has no property \"titel\". Did you mean \"title\"?", of: #fileID)
    let wrong = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Bookshelf().book("Dune")["title"] = 7
    }
    expect(wrong, says: "Book.title must be String, but is set to the integer 7.", of: #fileID)
  }

  @Test func `a rule without anything to check`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(Rule("sounds good", file: "Library/Model.swift", line: 7, check: nil)) }
    expect(
      result,
      says: "Rule(\"sounds good\") at Library/Model.swift:7 must say what it checks, but does not. "
        + "Give it an expression in braces, or a closure after check:.")
  }

  @Test func `setting an unknown member or key`() async {
    let member = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Bookshelf().book("Dune").Title = "Messiah" }
    expect(member, says: "Book has no property \"Title\". Did you mean \"title\"?")
    let key = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Bookshelf().book("Dune")["totle"] = "Messiah" }
    expect(key, says: "Book has no property \"totle\". Did you mean \"title\"?")
    let chained = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      try shelf.book("Dune", by: try shelf.author()).author?.nom = "Frank"
    }
    expect(chained, says: "Author has no property \"nom\".")
  }

  @Test func `setting a value of another type`() async {
    let member = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Bookshelf().book("Dune").title = 5 }
    expect(member, says: "Book.title must be String, but is set to the integer 5.")
    let key = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Bookshelf().book("Dune")["pages"] = "many" }
    expect(key, says: "Book.pages must be Int, but is set to the text \"many\".")
    let tooGreat = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try ManagedObjectModel.everyType().makeObject("Sample").small = 40_000 }
    expect(tooGreat, says: "Sample.small must be Int16, but is set to the integer 40000.")
    let noCase = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try ManagedObjectModel.everyType().makeObject("Sample").format = "film" }
    expect(
      noCase,
      says: "Sample.format must be one of \"paper\", \"ebook\", \"audio\", but is set to \"film\".")
    let object = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      try shelf.book("Dune").author = try shelf.tag()
    }
    expect(object, says: "Book.author must lead to Author, but is set to an object of Tag.")
    let objects = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      try shelf.book("Dune").tags = try shelf.tag()
    }
    expect(
      objects, says: "Book.tags must be a set of Tag objects, but is set to the object Tag#2*.")
  }

  @Test func `reading a value as another type`() async {
    let value = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let title: Int? = try Bookshelf().book("Dune").title
      print(title as Any)
    }
    expect(
      value,
      says: "Book.title must be read as String, but is read as Int. Write `let title: String? = …`."
    )
    let number = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let pages: Double? = try Bookshelf().book("Dune").pages
      print(pages as Any)
    }
    expect(
      number,
      says: "Book.pages must be read as Int, but is read as Double. Write `let pages: Int? = …`.")
    let relationship = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      let tags: ManagedObject? = try shelf.book("Dune").tags
      print(tags as Any)
    }
    expect(
      relationship,
      says: "Book.tags must be read as Set<ManagedObject>, but is read as ManagedObject. "
        + "Write `let tags: Set<ManagedObject>? = …`.")
  }

  @Test func `reading a required value through a typed view before it is set`() async {
    let builtIn = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = try ManagedObjectModel("Gallery") {
        Painter.self
        Painting.self
      }
      let context = ManagedObjectContext(model: model)
      print(try context.insert(Painter.self).name)
    }
    expect(
      builtIn,
      says: "Painter.name must have a value of type String before it is read, but has no value. "
        + "Set it first, or ask isSet(_:).")
    let converted = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = try ManagedObjectModel("Gallery") {
        Painter.self
        Painting.self
      }
      let context = ManagedObjectContext(model: model)
      print(try context.insert(Painting.self).frame)
    }
    expect(
      converted,
      says: "Painting.frame must have a value of type Colour before it is read, but has no value. "
        + "Set it first, or ask isSet(_:).")
  }

  @Test func `reading a required accessor of a class before it is set`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Boat: ManagedObject {
        @Property("name") var name: String
      }
      let model = try ManagedObjectModel("Boats") {
        Entity("Boat", class: Boat.self) { Attribute("name", String.self) }
      }
      print(try ManagedObjectContext(model: model).insert(Boat.self).name)
    }
    expect(
      result,
      says: "Boat.name must have a value of type String before it is read, but has no value. "
        + "Set it first.")
  }

  @Test func `asking for an entity, a class or a property that is not there`() async {
    let entity = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().context.objects(of: "Boko")) }
    expect(entity, says: "The model has no entity \"Boko\". Did you mean \"Book\"?", of: #fileID)
    let identified = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().context.object(of: "Boko", identifiedBy: 1) as Any) }
    expect(
      identified, says: "The model has no entity \"Boko\". Did you mean \"Book\"?", of: #fileID)
    let objectClass = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Boat: ManagedObject {}
      print(try Bookshelf().context.objects(of: Boat.self))
    }
    expect(
      objectClass,
      says: "No entity declares the class Boat. Write Entity(\"…\", class: Boat.self).", of: #fileID
    )
    let allowed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try Changeset(Bookshelf().book(), casting: [:], allowing: ["pages", "titel"]) }
    expect(allowed, says: "Book has no property \"titel\". Did you mean \"title\"?", of: #fileID)
    let allowedJSON = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try Changeset(Bookshelf().book(), casting: "{}", allowing: ["titel"]) }
    expect(
      allowedJSON, says: "Book has no property \"titel\". Did you mean \"title\"?", of: #fileID)
    let counted = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().book().memberCount(of: "titel")) }
    expect(counted, says: "Book has no property \"titel\". Did you mean \"title\"?", of: #fileID)
  }

  @Test func `reading a position of what has none`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().book("Dune").title?[0] as Any) }
    expect(
      result,
      says: "The position 0 must be that of one of several objects, but was read from \"Dune\".")
  }

  @Test func `setting a member of what is no object`() async {
    let text = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { try Bookshelf().book("Dune").title?.letters = 4 }
    expect(
      text,
      says:
        "letters must be set on an object, but was set on \"Dune\". Set the whole value, or call "
        + "setValue(_:forKeyPath:).")
    let element = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let sample = try ManagedObjectModel.everyType().makeObject("Sample")
      sample.address = EveryType.Address(street: "Main")
      sample.address?.city = "Bonn"
    }
    expect(
      element,
      says:
        "city must be set on an object, but was set on {street: \"Main\"}. Set the whole value, "
        + "or call setValue(_:forKeyPath:).")
  }

  @Test func `linking objects of two contexts, and deleted ones`() async {
    let stranger = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (here, there) = (try Bookshelf(), try Bookshelf())
      try here.book("Dune").author = try there.author()
    }
    expect(
      stranger,
      says: "Book.author must lead to an object of the same context, but leads to another. "
        + "Insert both objects into one context first.")
    let deleted = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      let author = try shelf.author()
      try shelf.context.save()
      try shelf.context.delete(author)
      try shelf.book("Dune").author = author
    }
    expect(
      deleted,
      says: "Author#1 must be in a context, but was deleted or reset. "
        + "Look it up or insert another.")
    let member = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = try ManagedObjectModel("Gallery") {
        Painter.self
        Painting.self
      }
      let (here, there) = (ManagedObjectContext(model: model), ManagedObjectContext(model: model))
      try here.insert(Painter.self).insert(try there.insert(Painting.self), into: \.paintings)
    }
    expect(
      member,
      says: "Painter.paintings must lead to an object of the same context, but leads to another. "
        + "Insert both objects into one context first.")
  }

  @Test func `deleting or refreshing an object of another context`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let other = try Bookshelf()
      try Bookshelf().context.delete(try other.book())
    }
    expect(
      result, says: "Book#1* must be deleted by the context that it is in, but is by another one.",
      of: #fileID)
    let refreshed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let other = try Bookshelf()
      try Bookshelf().context.refresh(try other.book())
    }
    expect(
      refreshed,
      says: "Book#1* must be refreshed by the context that it is in, but is by another one.",
      of: #fileID)
  }

  @Test func `reading a computed attribute of a schema`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      struct Boat: EntityType {
        static let schema = Boat()
        let name = Attribute<String>().default("x")
        var length: Attribute<Int> { Attribute() }
      }
      let model = try ManagedObjectModel("Boats") { Boat.self }
      print(try ManagedObjectContext(model: model).insert(Boat.self).length)
    }
    expect(
      result,
      says:
        "Boat has no property for this member of its schema, which has no name: a schema has the"
        + " names of its stored properties, once a model is made of it. Declare the member with let, and"
        + " the entity of the model by the type.")
  }
}
