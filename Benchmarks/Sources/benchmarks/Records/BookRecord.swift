import Foundation

/// The record of the data benchmarks, for `JSONDecoder` and `JSONEncoder`.
struct BookRecord: Codable {
  var title: String
  var author: String
  var isbn: String
  var language: String
  var email: String?
  var pages: Int
  var stock: Int
  var price: Double
  var inPrint: Bool
  var published: Date?

  /// Creates the record with a number from 0; it satisfies all of ``BookRules``.
  init(_ number: Int) {
    let digits = String(number)
    title = "The title of book number \(number)"
    author = "Author \(number % 1000) Name"
    isbn = "978-" + String(repeating: "0", count: 10 - digits.count) + digits
    language = BookRules.languages[number % 5]
    email = "user\(number).name@mail\(number % 97).example.com"
    pages = 100 + number % 900
    stock = number % 50
    price = Double(number % 1000) / 10 + 1
    inPrint = true
    published = Date(timeIntervalSince1970: Double(number) * 1000)
  }
}

/// The rules that every side of a comparison checks.
///
/// Required: title, author, isbn, language, pages, stock, price, inPrint. A title has 1 to 200 characters, an author 1
/// to
/// 100. Pages are 1 to 10,000, stock is not negative, and a price is 0 to 1000. A book in stock must be in print.
enum BookRules {
  static let isbnPattern = "^97[89]-[0-9]{10}$"
  static let emailPattern = #"^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$"#
  static let languages = ["en", "fr", "de", "es", "it", "ja"]
  /// From 1811 to 2096.
  static let published =
    Date(timeIntervalSince1970: -5_000_000_000)...Date(timeIntervalSince1970: 4_000_000_000)
}
