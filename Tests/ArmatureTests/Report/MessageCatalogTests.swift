import ArmatureModel
import Synchronization
import Testing

@testable import Armature

@Suite struct MessageCatalogTests {
  private static let german = [
    "length.characters.atLeast": "{place} braucht {minimum} Zeichen, hat aber {actual}.",
    "length.characters.atLeast.one": "{place} braucht ein Zeichen, hat aber {actual}.",
    "range.tooLarge": "{place} ist mit {value} zu groß.",
    "type.wrong.value": "{place} muss {type} sein, ist aber {value}.",
    "type.Int": "eine ganze Zahl",
    "required": "{place} fehlt.",
    "summary.errors": "{count} Fehler",
    "summary.errors.one": "ein Fehler",
    "summary.objects": "{findings} in {count} Objekten",
    "summary.objects.one": "{findings} in einem Objekt",
    "severity.error": "Fehler",
    "report.at": "bei {position}",
  ]

  private func failure(
    _ kind: ValidationFailure.Kind, value: AttributeValue = .null
  ) -> ValidationFailure {
    ValidationFailure(entity: "Buch", label: "7", keyPath: ["titel"], kind, value: value)
  }

  @Test func `a look-up translates, with the plural of the language`() {
    func message(_ minimum: Int) -> String {
      failure(.rule(.length(minimum: minimum, maximum: nil)), value: "")
        .message { Self.german[$0] }
    }
    #expect(message(1) == "Buch.titel braucht ein Zeichen, hat aber 0.")
    #expect(message(2) == "Buch.titel braucht 2 Zeichen, hat aber 0.")
  }

  @Test func `a template for a code serves all forms of it`() {
    let kind = ValidationFailure.Kind.rule(
      .range(minimum: 0, maximum: 9, excludesMaximum: false))
    #expect(
      failure(kind, value: 10).message { Self.german[$0] } == "Buch.titel ist mit 10 zu groß.")
    let link = ValidationFailure.Kind.wrongStructure(
      expected: .writtenObject(entity: "Ort"), found: "object")
    let templates = [
      "type.structure": "{place} muss {type} sein, ist aber {found}.",
      "structure.written": "ein ebenfalls geschriebener {target}", "found.object": "ein Objekt",
    ]
    #expect(
      failure(link).message { templates[$0] }
        == "Buch.titel muss ein ebenfalls geschriebener Ort sein, ist aber ein Objekt.")
  }

  @Test func `words within a message are translated`() {
    let kind = ValidationFailure.Kind.wrongType(expected: .int64, found: "text")
    #expect(
      failure(kind, value: "x").message { Self.german[$0] }
        == #"Buch.titel muss eine ganze Zahl sein, ist aber "x"."#)
  }

  @Test func `the names of the model are translated`() {
    let names = [
      "Entity/Book": "Buch", "Property/title/Entity/Book": "Titel", "Property/title": "Anrede",
      "Property/lines": "Zeilen",
    ]
    func place(_ entity: String, _ path: [String]) -> String {
      ValidationFailure(entity: entity, label: "7", keyPath: path, .duplicateKey)
        .message { $0 == "key.duplicate" ? "{place}" : names[$0] }
    }
    #expect(place("Book", ["title"]) == "Buch.Titel")
    #expect(place("Author", ["title"]) == "Author.Anrede")
    #expect(place("Book", ["lines[2]", "title"]) == "Buch.Zeilen[2].Anrede")
    #expect(place("Book", ["isbn"]) == "Buch.isbn")
    #expect(place("Book", []) == "Buch 7")
    #expect(place("Film", []) == "Film 7")
  }

  @Test func `what the look-up lacks stays English`() {
    #expect(
      failure(.duplicateKey).message { Self.german[$0] }
        == "Buch.titel must occur once, but occurs again.")
  }

  @Test func `a language with more plural forms names them`() {
    let polish = MessageCatalog { count in
      switch (count % 10, count % 100) {
      case _ where count == 1: "one"
      case (2...4, let rest) where !(12...14).contains(rest): "few"
      default: "many"
      }
    } lookup: { key in
      [
        "length.characters.atLeast.one": "znak", "length.characters.atLeast.few": "znaki",
        "length.characters.atLeast.many": "znaków",
      ][key]
    }
    let words = [1, 2, 5, 12, 22].map {
      failure(.rule(.length(minimum: $0, maximum: nil)), value: "").message(in: polish)
    }
    #expect(words == ["znak", "znaki", "znaków", "znaków", "znaki"])
  }

  @Test func `a report speaks the language of its catalogue`() {
    let catalog = MessageCatalog { Self.german[$0] }
    var failure = failure(.rule(.required))
    failure.source = InputPosition(file: "b.json", line: 1, column: 2)
    let report = ValidationReport([failure])
    #expect(
      report.rendered(as: .text, messages: catalog) == """
        ein Fehler in einem Objekt

        Buch 7
          Fehler: Buch.titel fehlt. [required]
            bei b.json:1:2
        """)
    // Formats for other programs keep their words.
    #expect(
      report.rendered(as: .lines, messages: catalog)
        == "b.json:1:2: error: Buch.titel fehlt. [required]")
    #expect(report.rendered(as: .json, messages: catalog).contains(#""Buch.titel fehlt.""#))
    #expect(report.rendered(as: .sarif, messages: catalog).contains(#""Buch.titel fehlt.""#))
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("{place}", "1"), ("{place}{value}", "1{place}"), ("{", "{"),
    ("}", "}"), ("{place", "{place"), ("{x}", "{x}"), ("{{place}}", "{1}"),
    ("{ place}", "{ place}"), ("a{}b", "a{}b"), ("{x{place}", "{x1"), ("é{place}👍", "é1👍"),
    ("{rule}", "{rule}"),
  ])
  func `a template fills what it knows and nothing twice`(text: String, expected: String) {
    let values: [MessageParameter: String] = [.place: "1", .value: "{place}"]
    #expect(MessageTemplate(text).filled { values[$0] } == expected)
  }

  @Test func `a long row of open braces is filled in linear time`() {
    let text = String(repeating: "{", count: 200_000)
    #expect(MessageTemplate(text).filled { _ in "1" } == text)
  }

  @Test func `a look-up is asked for each template once per rendering`() {
    let asked = Asked()
    let catalog = MessageCatalog { key in
      asked.add(key)
      return nil
    }
    let report = ValidationReport((0..<100).map { failure(.rule(.required), value: .int($0)) })
    _ = report.rendered(as: .lines, messages: catalog)
    #expect(asked.count(of: "required") == 2)
  }
}

/// Counts the requests for each key.
private final class Asked: Sendable {
  private let keys = Mutex<[String: Int]>([:])

  func add(_ key: String) { keys.withLock { $0[key, default: 0] += 1 } }

  func count(of key: String) -> Int { keys.withLock { $0[key] ?? 0 } }
}
