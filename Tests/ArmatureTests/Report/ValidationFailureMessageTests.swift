import ArmatureModel
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ValidationFailureMessageTests {
  @Test(arguments: FailureCase.all)
  func `every kind of failure has its message and its codes`(_ test: FailureCase) {
    #expect(test.failure.message == test.message)
    #expect(test.failure.code == test.code)
    #expect(test.failure.coreDataCode == test.coreData)
  }

  @Test func `failures that share their property say in one report what each says alone`() {
    let groups = Dictionary(grouping: FailureCase.all) { [$0.failure.entity] + $0.failure.keyPath }
    for cases in groups.values {
      // Copies of one failure share its subject, like the failures of a load.
      let failures = (cases + cases.reversed()).map { test in
        var failure = cases[0].failure
        (failure.kind, failure.value) = (test.failure.kind, test.failure.value)
        failure.label = test.failure.label
        return failure
      }
      let writer = MessageCatalog.english.writer
      #expect(failures.map { $0.message(by: writer) } == failures.map(\.message))
    }
    #expect(groups.values.contains { $0.count > 5 })
  }

  @Test func `every code has a failure in the table and an explanation`() {
    let documented = MessageCatalog.codes.map(\.key)
    #expect(Set(FailureCase.all.map(\.code)) == Set(documented))
    #expect(Set(documented).count == documented.count)
  }

  @Test func `every template with words about a failure is used by the table`() {
    var asked: Set<String> = []
    for test in FailureCase.all {
      _ = test.failure.message { key in
        asked.insert(key)
        return nil
      }
    }
    let others = ["code.", "summary.", "severity.", "report.", "type."]
    // Dates are tested with their text format.
    let unused = MessageCatalog.englishTemplates.keys.filter { key in
      !asked.contains(key) && !key.hasPrefix("range.date.")
        && !others.contains(where: key.hasPrefix)
    }
    #expect(unused.sorted() == [])
  }

  @Test func `no parameter stays unfilled`() {
    for test in FailureCase.all {
      #expect(
        !test.failure.message.contains("{") || test.failure.message.contains("u{1B}")
          || test.code == "pattern", "\(test.failure.message)")
    }
  }

  @Test(arguments: [
    (AttributeValue?(nil), AttributeValue?.some(.date(.distantPast)), false, 1630, "or earlier"),
    (nil, .date(.distantPast), true, 1630, "before"),
    (.date(.distantFuture), nil, false, 1640, "or later"),
  ])
  func `a date is late or early, not large or small`(
    minimum: AttributeValue?, maximum: AttributeValue?, excludesMaximum: Bool, code: Int,
    words: String
  ) {
    let value = AttributeValue.date(.init(timeIntervalSinceReferenceDate: 0))
    let failure = ValidationFailure(
      entity: "Loan", keyPath: ["due"],
      .rule(.range(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum)),
      value: value)
    let bound = (minimum ?? maximum)?.description ?? ""
    let requirement = words == "before" ? "before \(bound)" : "\(bound) \(words)"
    #expect(failure.message == "Loan.due must be \(requirement), but is \(value).")
    #expect(failure.coreDataCode == code)
  }

  @Test func `a range of dates names both ends`() {
    let (early, late) = (AttributeValue.date(.distantPast), AttributeValue.date(.distantFuture))
    func message(_ minimum: AttributeValue, excludesMaximum: Bool) -> String {
      ValidationFailure(
        entity: "Loan", keyPath: ["due"],
        .rule(.range(minimum: minimum, maximum: late, excludesMaximum: excludesMaximum)),
        value: 0
      ).message
    }
    #expect(
      message(early, excludesMaximum: false)
        == "Loan.due must be from \(early) to \(late), but is 0.")
    #expect(
      message(early, excludesMaximum: true)
        == "Loan.due must be \(early) or later, before \(late), but is 0.")
    #expect(message(late, excludesMaximum: false) == "Loan.due must be \(late), but is 0.")
  }

  @Test func `a path leads through relationships and composites`() {
    let failure = ValidationFailure(
      entity: "Invoice", label: "98", keyPath: ["lines[2]", "track", "name"], .rule(.required))
    #expect(failure.message == "Invoice.lines[2].track.name must have a value, but has none.")
    #expect(failure.property == "lines")
    #expect(
      failure.description
        == "Invoice 98: Invoice.lines[2].track.name must have a value, but has none.")
  }

  @Test(arguments: [
    ("lines[2]", "lines"), ("lines", "lines"), ("lines[x]", "lines[x]"), ("[2]", ""),
    ("a[-1]", "a[-1]"), ("a[1][2]", "a"), ("]", "]"), ("", ""),
  ])
  func `only a number in brackets is an index`(element: String, property: String) {
    let failure = ValidationFailure(entity: "Book", keyPath: [element, "x"], .rule(.required))
    #expect(failure.property == property)
  }

  @Test func `the description starts with the place in the data if there is one`() {
    let failure = ValidationFailure(
      entity: "Book", label: "dune", keyPath: ["title"], .rule(.required),
      source: InputPosition(file: "library.json", line: 12, column: 5))
    #expect(
      failure.description == "library.json:12:5: Book.title must have a value, but has none.")
  }

  @Test func `an object is named by its label, else by its number`() {
    let id = ManagedObjectID(entityName: "Book", key: 12, storeID: .none, isTemporary: true)
    #expect(ValidationFailure.Object(entity: "Book", id: id).description == "Book#12*")
    #expect(ValidationFailure.Object(entity: "Book", id: id, label: "98").description == "Book 98")
    #expect(
      ValidationFailure.Object(entity: "Book", id: id, label: "9\u{8}8").description
        == #"Book "9\u{8}8""#)
    #expect(ValidationFailure.Object(entity: "Book").description == "Book")
    #expect(ValidationFailure.label(for: ["dune", .null, 3]) == "dune, 3")
    #expect(ValidationFailure.label(for: [.null]) == nil)
  }

  @Test func `a rule's own message replaces the built-in one and may name facts`() {
    var failure = ValidationFailure(
      entity: "Book", label: "dune", keyPath: ["isbn"], .rule(.pattern("[0-9]+")), value: "{place}",
      customMessage: "{place} must be an ISBN, {but} is {value}.")
    #expect(failure.message == #"Book.isbn must be an ISBN, {but} is "{place}"."#)
    failure.customMessage = "Give an ISBN."
    #expect(failure.message == "Give an ISBN.")
    #expect(failure.description == #"Book "dune": Give an ISBN."#)
    #expect(
      failure.message { $0 == "Give an ISBN." ? "Bitte eine ISBN angeben." : nil }
        == "Bitte eine ISBN angeben.")
  }
}
