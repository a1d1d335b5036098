import Foundation

/// The limit of validation: a plain class with hand-written rules.
final class PlainBook {
  var title: String?
  var author: String?
  var isbn: String?
  var language: String?
  var email: String?
  var pages: Int?
  var stock: Int?
  var price: Double?
  var inPrint: Bool?
  var published: Date?

  init(_ record: BookRecord) {
    title = record.title
    author = record.author
    isbn = record.isbn
    language = record.language
    email = record.email
    pages = record.pages
    stock = record.stock
    price = record.price
    inPrint = record.inPrint
    published = record.published
  }
}

extension PlainBook {
  /// Returns whether the book satisfies all of ``BookRules``.
  @inline(never)
  func isValid(_ published: ClosedRange<Date>, _ email: HandWrittenMatch.EmailTable) -> Bool {
    guard let title, hasLength(title, atMost: 200) else { return false }
    guard let author, hasLength(author, atMost: 100) else { return false }
    guard let isbn, HandWrittenMatch.isbn(isbn) else { return false }
    guard let language, isLanguage(language) else { return false }
    if let address = self.email, !HandWrittenMatch.email(address, email) { return false }
    guard let pages, pages >= 1, pages <= 10_000 else { return false }
    guard let stock, stock >= 0 else { return false }
    guard let price, price >= 0, price <= 1000 else { return false }
    guard let inPrint else { return false }
    if let date = self.published, !published.contains(date) { return false }
    return stock == 0 || inPrint
  }

  // Characters are grapheme clusters. A text has at most as many as bytes, so most texts need no counting.
  @inline(__always)
  private func hasLength(_ text: String, atMost most: Int) -> Bool {
    !text.isEmpty && (text.utf8.count <= most || text.count <= most)
  }

  @inline(__always)
  private func isLanguage(_ code: String) -> Bool {
    code == "en" || code == "fr" || code == "de" || code == "es" || code == "it" || code == "ja"
  }
}
