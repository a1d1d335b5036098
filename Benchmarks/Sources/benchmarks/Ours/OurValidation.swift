import Armature
import Foundation

/// The library's side of validation: an entity with the attributes and rules of `BookRules`.
enum OurValidation {
  static let object = "object"
  static let context = "context"
  static let pattern = "match"

  /// Validates `count` valid objects, created beforehand: each separately, and all in a report.
  static func subjects(_ count: Int) -> [Subject] {
    let context = books(count)
    let books = context.registeredObjects
    return [
      .timed(object, operations: count) {
        var valid = 0
        for book in books where book.isValid { valid += 1 }
        precondition(valid == count, "every record of the benchmark keeps the rules")
      },
      .timed(Self.context, operations: count) { validate(context) },
    ]
  }

  static func validate(_ context: ManagedObjectContext) {
    precondition(
      context.validate().failures.isEmpty, "every record of the benchmark keeps the rules")
  }

  /// Matches the texts with the precompiled pattern, using ``matchAll(_:_:)``.
  static func match(_ pattern: String, _ texts: [String]) -> [Subject] {
    let compiled = expect { try TextPattern(pattern) }
    return [
      .timed(Self.pattern, operations: texts.count) { matchAll(texts) { compiled.matches($0) } }
    ]
  }
}

extension OurValidation {
  static var model: ManagedObjectModel {
    expect {
      try ManagedObjectModel("Library") {
        Entity("Book") {
          Attribute("title", String.self).length(1...200)
          Attribute("author", String.self).length(1...100)
          Attribute("isbn", String.self).matching(BookRules.isbnPattern)
          Attribute("language", String.self).oneOf(BookRules.languages)
          Attribute("email", String?.self).matching(BookRules.emailPattern)
          Attribute("pages", Int.self).range(1...10_000)
          Attribute("stock", Int.self).range(0...)
          Attribute("price", Double.self).range(0...1000)
          Attribute("inPrint", Bool.self)
          Attribute("published", Date?.self).range(BookRules.published)
          Rule("a book in stock is in print") { $0.stock == 0 || $0.inPrint == true }
        }
      }
    }
  }

  /// Returns a context with the records numbered from 0.
  static func books(
    _ count: Int, _ model: ManagedObjectModel = OurValidation.model
  ) -> ManagedObjectContext {
    let context = ManagedObjectContext(model: model)
    for number in 0..<count {
      let record = BookRecord(number)
      let book = expect { try context.insert("Book") }
      book.title = record.title
      book.author = record.author
      book.isbn = record.isbn
      book.language = record.language
      book.email = record.email
      book.pages = record.pages
      book.stock = record.stock
      book.price = record.price
      book.inPrint = record.inPrint
      book.published = record.published
    }
    return context
  }
}
