import Armature
import Foundation
import Testing

/// A dose with rules that are closures and read a related record.
private struct Dose: EntityType {
  static let schema = Dose()
  let number = Attribute<Int>().identifying()
  let milligrams = Attribute<Int>()
  let medication = ToOne<Medication>()

  static var rules: Rules<Dose> {
    Rule("within a day", check: { $0.milligrams < ($0.medication?.perDay ?? 1) })
    Rule("made", check: { certain(certain($0.medication).maker).name.count < $0.milligrams })
    Rule(
      "counted",
      check: { certain($0.medication).perDay + certain($0.medication).doses.count > $0.number })
  }
}

private struct Medication: EntityType {
  static let schema = Medication()
  let code = Attribute<String>().identifying()
  let perDay = Attribute<Int>()
  let approved = Attribute<Date>().default(.now)
  let maker = ToOne<Maker>().required()
  let doses = ToMany<Dose>(inverse: \.medication)
}

/// Returns the value that `!` would return, which the formatter rejects.
private func certain<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("there must be a value") }
  return value
}

private struct Maker: EntityType {
  static let schema = Maker()
  let name = Attribute<String>()
  let medications = ToMany<Medication>(inverse: \.maker)
}

/// A required attribute of each built-in type, and a rule that reads them all.
private struct EveryKind: EntityType {
  static let schema = EveryKind()
  let flag = Attribute<Bool>()
  let short = Attribute<Int16>()
  let number = Attribute<Int>()
  let ratio = Attribute<Double>()
  let price = Attribute<Decimal>()
  let text = Attribute<String>()
  let date = Attribute<Date>()
  let zoned = Attribute<ZonedDate>()
  let day = Attribute<CalendarDate>()
  let list = Attribute<[String]>()
  let data = Attribute<Data>()
  let id = Attribute<UUID>()
  let link = Attribute<URL>()
}

private struct Reader: EntityType {
  static let schema = Reader()
  let every = ToOne<EveryKind>()

  static var rules: Rules<Reader> {
    Rule(
      "reads all",
      check: { reader in
        guard let every = reader.every else { return true }
        let texts = [
          "\(every.flag)", "\(every.short)", "\(every.number)", "\(every.ratio)", "\(every.price)",
          every.text, "\(every.date)", every.zoned.timeZoneIdentifier, "\(every.day)",
          "\(every.list)", "\(every.data)", "\(every.id)", "\(every.link)",
        ]
        return texts.count == 13
      })
  }
}

private final class Note: ManagedObject {
  @Property("title") var title: String
  @Property("pages") var pages: Int
  @Property("kind") var kind: Kind
  @Property("author") var author: Author
  @Property("trimmed") var trimmed: Bool

  // Neither a list of cases nor a raw value provides a stand-in.
  enum Kind: Int, AttributeConvertible { case short = 7, long }

  override func willSave() {
    if title.hasPrefix(" ") || pages > 3 || kind == .long || author.name.isEmpty { trimmed = true }
  }

  override func validateForInsert() throws {
    if title.isEmpty { throw Failure.empty }
  }

  override func prepareForDeletion() { trimmed = author.name == title }

  enum Failure: Error { case empty }
}

private final class Author: ManagedObject {
  @Property("name") var name: String
}

/// A record of every attribute type, and one with a rule that reads them all.
private struct Station: EntityType {
  static let schema = Station()
  let code = Attribute<String>().identifying()
  let count = Attribute<Int>()
  let share = Attribute<Double>()
  let price = Attribute<Decimal>()
  let isOpen = Attribute<Bool>()
  let at = Attribute<Date>()
  let zoned = Attribute<ZonedDate>()
  let day = Attribute<CalendarDate>()
  let data = Attribute<Data>()
  let key = Attribute<UUID>()
  let site = Attribute<URL>()
  let tags = Attribute<[String]>()
  let days = Attribute<[CalendarDate]>()
}

private struct Sample: EntityType {
  static let schema = Sample()
  let station = ToOne<Station>()
  static var rules: Rules<Sample> {
    Rule(
      "reads",
      check: { sample in
        let station = certain(sample.station)
        let values: [Any] = [
          station.count, station.share, station.price, station.isOpen, station.at, station.zoned,
          station.day, station.data, station.key, station.site, station.tags, station.days,
        ]
        return values.isEmpty
      })
  }
}

/// Reads required values on its insertion, and missing ones after its deletion.
private final class Page: ManagedObject {
  @Property("title") var title: String
  @Property("author") var author: Author
  @Property("seen") var seen: String

  override func awakeFromInsert() { seen = "\(title)|\(author.name)" }
  override func didSave() { if isDeleted { lastSeen = "\(title)|\(author.name)" } }
  var lastSeen: String?
}

/// A text that must contain an @ sign, so an empty text is invalid.
private struct Mail: TransformableValue {
  let transformed: String
  init?(transformed text: String) {
    guard text.contains("@") else { return nil }
    transformed = text
  }
}

/// The same with a declared stand-in for a missing value.
private struct StandingMail: TransformableValue {
  let transformed: String
  init?(transformed text: String) {
    guard text.contains("@") else { return nil }
    transformed = text
  }
  static var standIn: StandingMail? { StandingMail(transformed: "a@b") }
}

private struct Place: CompositeValue {
  let city: String
  static var elements: [AttributeDescription] {
    Attribute("city", String.self).oneOf(["Bonn", "Kyoto"])
  }
  init?(elements: [String: AttributeValue]) {
    guard let city = String(attributeValue: elements["city"] ?? .null), !city.isEmpty else {
      return nil
    }
    self.city = city
  }
  var elementValues: [String: AttributeValue] { ["city": .string(city)] }
}

private struct Contact: EntityType {
  static let schema = Contact()
  let name = Attribute<String>().identifying()
  let mail = Attribute<StandingMail>()
  let place = Attribute<Place>()
}

private struct Letter: EntityType {
  static let schema = Letter()
  let contact = ToOne<Contact>()
  static var rules: Rules<Letter> {
    Rule(
      "sent",
      check: { letter in
        guard let contact = letter.contact else { return true }
        return contact.mail.transformed.count + contact.place.city.count > 3
      })
  }
}

@Suite struct AbsentReadTests {
  private static let data = LoadSource.text(
    """
    {"Dose": [{"number": 1, "milligrams": 5, "medication": "m1"}],
     "Medication": [{"code": "m1"}]}
    """)

  private let clinic: ManagedObjectModel
  private let notes: ManagedObjectModel

  init() throws {
    clinic = try ManagedObjectModel("Clinic") {
      Dose.self
      Medication.self
      Maker.self
    }
    notes = try ManagedObjectModel("Notes") {
      Entity("Note", class: Note.self) {
        Attribute("title", String.self)
        Attribute("pages", Int.self)
        Attribute("kind", Note.Kind.self)
        Attribute("trimmed", Bool.self).default(false)
        Relationship("author", to: "Author").required()
      }
      Entity("Author", class: Author.self) {
        Attribute("name", String.self)
        Relationship("notes", to: "Note", .toMany, inverse: "author")
      }
    }
  }

  @Test func `a closure may read absent values of every type`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("M") {
        EveryKind.self; Reader.self
      })
    let every = try context.insert(EveryKind.self)
    try context.insert(Reader.self).every = every
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.failures.filter { $0.code == "required" }.count == 13)
    let message = report?.failures.last { $0.code == "rule.threw" }?.message
    #expect(message?.contains("It reads EveryKind.flag, which has no value") == true)
  }

  @Test func `closures that read absent values fail by name`() throws {
    let context = ManagedObjectContext(model: clinic)
    // Twice, to test leftovers of the first load.
    for _ in 0..<2 {
      let report = #expect(throws: ValidationReport.self) { try context.load(Self.data) }
      let messages = try #require(report).filter { $0.entity == "Dose" }.map(\.message)
      let reads = [
        ("within a day", "perDay"), ("made", "maker"), ("counted", "perDay"),
      ]
      #expect(messages.count == reads.count)
      for (message, (rule, property)) in zip(messages, reads) {
        #expect(message.contains(rule))
        #expect(
          message.contains(
            #"It reads Medication.\#(property), which has no value in Medication "m1"."#))
      }
      #expect(context.registeredObjects.isEmpty && !context.hasChanges)
    }
  }

  @Test func `an absent value of any type may be read by a rule`() throws {
    let model = try ManagedObjectModel("Stations") {
      Station.self
      Sample.self
    }
    let context = ManagedObjectContext(model: model)
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text(#"{"Station": [{"code": "s"}], "Sample": [{"station": "s"}]}"#))
    }
    let failure = try #require(report?.first { $0.entity == "Sample" })
    #expect(failure.message.contains("It reads Station.count"))
  }

  @Test func `hooks that read absent values fail the save by name`() throws {
    let context = ManagedObjectContext(model: notes)
    let note = try context.insert(Note.self)
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    let messages = try #require(report).map(\.message)
    #expect(messages.contains { $0.contains("willSave") && $0.contains("It reads Note.title") })
    #expect(
      messages.contains { $0.contains("It reads Note.author, which has no value in Note#1*.") })
    // Changes that the hook made because of stand-ins are reverted.
    #expect(!note.trimmed && context.hasChanges)
    #expect(context.objects(of: "Author").isEmpty)
    try context.delete(note)
    #expect(!context.hasChanges)
  }

  @Test func `an absent value of a type that refuses an empty one may be read`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Letters") {
        Contact.self
        Letter.self
      })
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text(#"{"Contact": [{"name": "Ann"}], "Letter": [{"contact": "Ann"}]}"#))
    }
    let message = report?.first { $0.entity == "Letter" }?.message
    #expect(message?.contains("It reads Contact.mail, which has no value") == true)
    #expect(message?.contains("It reads Contact.place, which has no value") == true)
  }

  @Test func `a type that stands for no absent value is a mistake where code may read it`() throws {
    func model(
      _ attribute: Attribute<Mail>, readsIt: Bool = true
    ) throws -> ManagedObjectModel {
      try ManagedObjectModel("Mails") {
        Entity("Contact") {
          attribute
          if readsIt { Rule("reads", check: { _ in true }) }
        }
      }
    }
    let error = #expect(throws: ModelError.self) { try model(Attribute("mail")) }
    #expect(error?.issues.map(\.code) == [.noStandIn])
    #expect(
      error?.issues.first?.message
        == "Contact.mail must have a value for rules and hooks that read it while it has none, "
        + "but its type rejects \"\". Declare a static var standIn in the type, or give the "
        + "attribute a default."
    )
    _ = try model(Attribute("mail"), readsIt: false)
    _ = try model(Attribute("mail").oneOf([certain(Mail(transformed: "a@b"))]))
    _ = try model(Attribute("mail").default(certain(Mail(transformed: "a@b"))))
  }

  @Test func `hooks may read what is not set yet, and what has gone already`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Pages") {
        Entity("Page", class: Page.self) {
          Attribute("title", String.self)
          Attribute("seen", String.self)
          Relationship("author", to: "Author").required()
        }
        Entity("Author", class: Author.self) {
          Attribute("name", String.self)
          Relationship("pages", to: "Page", .toMany, inverse: "author")
        }
      })
    let page = try context.insert(Page.self)
    #expect(page.seen == "|")
    page.title = "one"
    page.author = try context.insert(Author.self)
    page.author.name = "Ann"
    try context.save()
    try context.delete(page)
    try context.save()
    #expect(page.lastSeen == "one|")
    let result = try context.load(
      .text(
        #"{"Author": [{"name": "Bob", "pages": [{"title": "two"}]}]}"#))
    #expect(result.report.isEmpty && result.objects.compactMap { ($0 as? Page)?.seen } == ["|"])
  }

  @Test func `a condition over an absent value of a related record is no failure of its own`()
    throws
  {
    let model = try ManagedObjectModel("Clinic") {
      Entity("Dose") {
        Attribute("milligrams", Int.self)
        Relationship("medication", to: "Medication")
        Rule("within a day") { $0.milligrams < $0.medication.perDay }
      }
      Entity("Medication") {
        Attribute("code", String.self).identifying()
        Attribute("perDay", Int.self)
        Relationship("doses", to: "Dose", .toMany, inverse: "medication")
      }
    }
    let context = ManagedObjectContext(model: model)
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text(
          """
          {"Dose": [{"milligrams": 5, "medication": "m1"}],
           "Medication": [{"code": "m1", "perDay": "x"}]}
          """))
    }
    #expect(report?.map(\.entity) == ["Medication"])
    let dose = try context.insert("Dose")
    dose.milligrams = 5
    dose.medication = try context.insert("Medication")
    #expect(dose.isValid && dose.validate().isEmpty)
  }
}
